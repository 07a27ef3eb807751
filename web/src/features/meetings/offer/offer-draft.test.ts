import { afterEach, expect, test, vi } from 'vitest';
import { beginsAt, bodyOf, clockOption, draftOf, endsAt, newDay, nextRange, type WireOffer } from './offer-draft.ts';

const offer: WireOffer = {
  enabled: true,
  zone: 'Europe/Madrid',
  lengths: [
    { minutes: 30, price: 0 },
    { minutes: 60, price: 40.5 },
  ],
  hours: [
    { weekday: 1, from: '09:00', to: '10:00' },
    { weekday: 1, from: '14:00', to: '24:00' },
    { weekday: 7, from: '09:00', to: '10:00' },
  ],
  exceptions: [
    { date: '2026-06-01' },
    { date: '2026-06-03', from: '10:00', to: '11:00' },
    { date: '2026-06-03', from: '12:00', to: '13:00' },
  ],
  buffer_minutes: 10,
  notice_hours: 24,
  weekly_max: null,
  currency_code: 'EUR',
};

test('an offer goes through the form and back unchanged', () => {
  expect(bodyOf(draftOf(offer, '2026-06-01'))).toEqual({ body: offer });
  expect(bodyOf(draftOf({ ...offer, weekly_max: 3 }, '2026-06-01'))).toEqual({ body: { ...offer, weekly_max: 3 } });
});

test('days that are over are left out', () => {
  expect(draftOf(offer, '2026-06-02').days.map(({ date }) => date)).toEqual(['2026-06-03']);
});

test('a field that cannot be read is named', () => {
  const draft = draftOf(offer, '2026-06-01');
  const priced = (price: string) =>
    bodyOf({ ...draft, lengths: draft.lengths.map((length) => ({ ...length, price })) });
  for (const price of ['', '1.234', '-1', 'ten']) expect(priced(price)).toEqual({ unread: 'price' });
  expect(priced('12,5')).toMatchObject({ body: { lengths: [{ price: 12.5 }, { price: 12.5 }] } });
  expect(bodyOf({ ...draft, weeklyMax: '1.5' })).toEqual({ unread: 'weeklyMax' });
  expect(bodyOf({ ...draft, days: [newDay()] })).toEqual({ unread: 'date' });
});

test('a new range of hours comes after the last one', () => {
  expect(nextRange([])).toMatchObject({ from: '10:00', to: '18:00' });
  expect(nextRange([{ id: 'a', from: '09:00', to: '11:30' }])).toMatchObject({ from: '12:00', to: '14:00' });
  expect(nextRange([{ id: 'a', from: '09:00', to: '24:00' }])).toMatchObject({ from: '23:00', to: '24:00' });
});

afterEach(() => vi.unstubAllGlobals());

test('hours are chosen on the reader’s clock', () => {
  expect([clockOption('09:00').label, clockOption('24:00').label]).toEqual(['09:00', '24:00']);
  vi.stubGlobal('document', {});
  vi.stubGlobal('navigator', { language: 'en-US' });
  expect(clockOption('22:00')).toEqual({ value: '22:00', label: '10:00\u{a0}PM' });
  expect(clockOption('24:00')).toEqual({ value: '24:00', label: '12:00\u{a0}AM' });
});

test('hours begin and end on quarters, and where they already do', () => {
  expect([beginsAt('09:00').at(0), beginsAt('09:00').at(-1), beginsAt('09:00').length]).toEqual(['00:00', '23:45', 96]);
  expect([endsAt('24:00').at(0), endsAt('24:00').at(-1), endsAt('24:00').length]).toEqual(['00:15', '24:00', 96]);
  expect(beginsAt('09:10').slice(36, 38)).toEqual(['09:00', '09:10']);
});
