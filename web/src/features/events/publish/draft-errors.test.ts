import { describe, expect, it } from 'vitest';
import { draftFieldToWire } from '@frontrow/contract/events/event-draft-codec.ts';
import type { DraftProblem } from '@frontrow/core/events/event-draft.ts';
import { draftResolver, fieldOfWire, messagesIn, staleFields } from './draft-errors.ts';
import { emptyDraft } from './draft-shape.ts';

const errorsOf = async (...problems: DraftProblem[]): Promise<object> =>
  (await draftResolver(() => problems)(emptyDraft, undefined, { fields: {}, shouldUseNativeValidation: false })).errors;

describe('problems that core finds in the form', () => {
  it('a valid form has no errors', async () => {
    expect(await errorsOf()).toEqual({});
  });

  it('the first problem of each field is shown at the field, in the order of the problems', async () => {
    const errors = await errorsOf(
      { field: 'title', code: 'title_required' },
      { field: 'seats', code: 'tickets_over_maximum', params: { maximum: 49 } },
      { field: 'title', code: 'title_too_long' },
    );
    expect(messagesIn(errors)).toEqual([
      ['title', 'Live Event title is a required field'],
      ['tickets', 'The maximum tickets number is 49'],
    ]);
  });

  it('problems of coins are shown at their rows, and a problem of the list next to them', async () => {
    const errors = await errorsOf(
      { field: 'coins', code: 'coin_name_required', at: { row: 1, key: 'coinName' } },
      { field: 'coins', code: 'rally_rule_required' },
    );
    expect(errors).toMatchObject({ coins: { 1: { coinName: { message: 'Coin name is required' } } } });
    expect(messagesIn(errors)).toEqual([
      ['coins.1.coinName', 'Coin name is required'],
      ['coins', 'Enter a NFT collection or a coin'],
    ]);
  });

  it('an error of the whole form is not listed', () => {
    expect(messagesIn({ root: { server: { type: 'server', message: 'no' } } })).toEqual([]);
  });
});

describe('the fields of a refusal', () => {
  it.each([
    ['event_title', 'title'],
    ['event_start_hour', 'time'],
    ['event_num_attendees', 'tickets'],
    ['event_num_attendees_streaming', 'tickets'],
    ['event_price_ticket_streaming', 'price'],
    ['event_ticket_type', 'kind'],
    ['event_category_ide', 'categoryIde'],
    ['event_location', 'zone'],
    ['event_cover_image', 'cover'],
    ['event_rally_coins', 'coins'],
    ['event_promotional_code_cap', 'promoCap'],
    ['idempotency-key', undefined],
    ['', undefined],
  ])('the wire’s field “%s” is the form’s field %s', (wire, field) => expect(fieldOfWire(wire)).toBe(field));

  it('a field of a row is found too', () => {
    const wire = draftFieldToWire({ field: 'coins', at: { row: 2, key: 'coinId' } }, 'interactive');
    expect(fieldOfWire(wire)).toBe('coins.2.coinId');
  });
});

it('a change clears the messages of all fields that are judged with it', () => {
  expect(staleFields('title')).toEqual(['title']);
  expect(staleFields('time')).toEqual(['date', 'time', 'repeats']);
  expect(staleFields('repeatWeeks')).toEqual(['repeats']);
  expect(staleFields('coins.0.coinName')).toEqual(['nftCollections', 'coins']);
  expect(staleFields('promoCap')).toContain('promoCode');
  expect(staleFields('openTicketing')).toEqual(expect.arrayContaining(['coins', 'nftCollections', 'price', 'kind']));
});
