import { expect, it } from 'vitest';
import { listedDates, missingDates, passOfferState } from './pass-model.ts';

const pass = {
  pass_uuid: 'p',
  event_uuids: ['a', 'b', 'c'],
  held_event_uuids: [] as string[],
  bought: false,
  currency_code: 'EUR',
  listed: 30,
  discount: 5,
  fee: 2,
  total: 27,
  price: 25,
  on_sale: true,
  sold_out: false,
};

it('the offer is the whole pass, or the dates that the person has no ticket for', () => {
  expect(passOfferState(pass)).toBe('whole');
  const rest = { ...pass, held_event_uuids: ['b'] };
  expect([passOfferState(rest), missingDates(rest)]).toEqual(['rest', ['a', 'c']]);
});

it('the offer is the whole pass when a server of the previous release describes it', () => {
  const { held_event_uuids: _held, bought: _bought, ...older } = pass;
  expect([passOfferState(older), missingDates(older)]).toEqual(['whole', ['a', 'b', 'c']]);
});

it('a short pass lists all its dates, and a long one the first', () => {
  expect([6, 8, 9, 52].map(listedDates)).toEqual([6, 8, 7, 7]);
});

it('the offer says first what the person has, then why nothing is sold', () => {
  const all = pass.event_uuids;
  expect(passOfferState({ ...pass, bought: true, on_sale: false })).toBe('bought');
  expect(passOfferState({ ...pass, bought: true, disputed: true })).toBe('bought');
  expect(passOfferState({ ...pass, held_event_uuids: ['b'], disputed: true })).toBe('disputed');
  expect(passOfferState({ ...pass, held_event_uuids: all, sold_out: true })).toBe('haveAll');
  expect(passOfferState({ ...pass, on_sale: false })).toBe('ended');
  expect(passOfferState({ ...pass, sold_out: true })).toBe('soldOut');
});
