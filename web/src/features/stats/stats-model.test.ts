import { expect, test } from 'vitest';
import { askedOf, presetOf, searchOf } from './range-model.ts';
import { currenciesOf, moneyIn, moneyTexts } from './stats-money.ts';
import { salesBars, unitOf } from './sales-bars.ts';

const asked = (text: string) => askedOf(new URLSearchParams(text));

test('an invalid address shows the last thirty days', () => {
  for (const text of ['', 'days=12', 'from=2026-02-01', 'from=2026-02-02&to=2026-02-01', 'from=soon&to=late'])
    expect(asked(text)).toEqual({ days: 30 });
});

test('an address keeps days and event', () => {
  expect(asked('days=7&event=abc')).toEqual({ days: 7, event_uuid: 'abc' });
  const custom = asked('from=2026-02-01&to=2026-02-01&days=7');
  expect([custom, presetOf(custom)]).toEqual([{ from: '2026-02-01', to: '2026-02-01' }, 'custom']);
  expect(searchOf(new URLSearchParams('days=7&event=abc'), { days: '90', event: null }).toString()).toBe('days=90');
});

const day = (name: string, sold: number, revenue: number) => ({
  day: name,
  views: 0,
  visitors: 1,
  tickets_sold: sold,
  tickets_returned: 0,
  new_followers: 0,
  money: [{ currency_code: 'EUR', revenue, fee: 0, refunded: 0 }],
});

test('a month is shown by days, a quarter by weeks, a year by months', () => {
  expect([31, 32, 90, 140, 141, 365].map(unitOf)).toEqual(['day', 'week', 'week', 'week', 'month', 'month']);
});

test('bars add up the days they stand for', () => {
  const days = [day('2026-01-30', 1, 0.1), day('2026-01-31', 2, 0.2), day('2026-02-01', 3, 1)];
  expect(salesBars(days, 'month', 'EUR')).toEqual([
    { day: '2026-01-30', sold: 3, visitors: 2, revenue: 0.3 },
    { day: '2026-02-01', sold: 3, visitors: 1, revenue: 1 },
  ]);
  expect(salesBars(days, 'week', 'EUR')).toHaveLength(1);
  expect(salesBars(days, 'day', 'BHD').map(({ revenue }) => revenue)).toEqual([0, 0, 0]);
});

test('money is shown by currency and never added, and currencies without movements are left out', () => {
  const none = { currency_code: 'EUR', revenue: 0, fee: 0, refunded: 0 };
  const yen = { currency_code: 'JPY', revenue: 1500, fee: 155, refunded: 0 };
  const pounds = { currency_code: 'GBP', revenue: 12, fee: 1.05, refunded: 3 };
  expect(currenciesOf([])).toEqual(['EUR']);
  expect(currenciesOf([none])).toEqual(['EUR']);
  expect(currenciesOf([none, yen])).toEqual(['JPY']);
  expect(currenciesOf([none, yen], [pounds])).toEqual(['GBP', 'JPY']);
  expect(moneyIn([yen], 'GBP')).toEqual({ ...none, currency_code: 'GBP' });
  expect(moneyTexts([none, pounds, yen], 'revenue', 'en')).toEqual(['£12.00', '¥1,500']);
});
