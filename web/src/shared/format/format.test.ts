import { describe, expect, it } from 'vitest';
import { currencyShape, formatCount, formatMoney, moneyText } from './money.ts';
import {
  countdownParts,
  dayOnLeaf,
  formatCountdown,
  formatDay,
  formatLongDate,
  formatLongDateTime,
  formatShortDate,
  formatShortDateTime,
  formatShortWeekday,
  formatTime,
  formatTimes,
  formatWeekdayTime,
  isNear,
  ownZone,
  zoneCity,
  zoneOffsetsMs,
} from './time.ts';

describe('money', () => {
  it('an amount follows the format, symbol and digits of its currency', () => {
    expect(moneyText(13.1, 'EUR', 'en')).toBe('€13.10');
    expect(formatMoney(13.1, { ...currencyShape('EUR'), currency_format: '%n %s' })).toBe('13.10 €');
    const dollar = { ...currencyShape('USD'), currency_format: '%s%n %c' };
    expect(formatMoney(1200, dollar)).toBe('$1,200.00 USD');
    expect(moneyText(1200, 'JPY', 'en')).toBe('¥1,200');
    expect(moneyText(1200, 'CHF', 'en')).toBe('CHF 1,200.00');
    expect(moneyText(0.5, 'KWD', 'en')).toBe('KWD 0.500');
  });

  it('an amount has its number and symbol as in the reader’s language', () => {
    expect(moneyText(1234.5, 'EUR', 'de')).toBe('1.234,50\u00A0€');
    expect(moneyText(-634.65, 'EUR', 'es')).toBe('−634,65\u00A0€');
    expect(moneyText(12, 'USD', 'es')).toBe('12,00\u00A0$');
    expect(moneyText(1200, 'JPY', 'de')).toBe('1.200\u00A0¥');
  });

  it('counts are grouped by thousands', () => {
    expect(formatCount(1284)).toBe('1,284');
    expect(formatCount(999)).toBe('999');
    expect(formatCount(1_234_567)).toBe('1,234,567');
    expect(formatCount(-1284)).toBe('-1,284');
  });
});

describe('time', () => {
  const at = Date.UTC(2026, 10, 22, 18, 30);
  const now = Date.UTC(2026, 5, 1);

  it('a time is on the clock of its zone', () => {
    expect(formatTime(at, { zone: 'UTC' })).toBe('18:30');
    expect(formatTime(at, { zone: 'Asia/Tokyo' })).toBe('03:30');
    expect(formatWeekdayTime(at, { zone: 'UTC' })).toBe('Sun 18:30');
    expect(formatWeekdayTime(at, { zone: 'Asia/Tokyo' })).toBe('Mon 03:30');
    expect(formatShortDateTime(at, { zone: 'UTC', now })).toBe('Sun 22 Nov, 18:30');
  });

  it('a time follows the clocks of its zone over the year and its changes', () => {
    const write = (text: string, zone: string) => {
      const instant = Date.parse(text);
      return formatLongDateTime(instant, { zone, now: instant });
    };
    expect(write('2026-03-29T00:59:59.999Z', 'Europe/Madrid')).toBe('Sunday 29 March, 01:59');
    expect(write('2026-03-29T01:00:00Z', 'Europe/Madrid')).toBe('Sunday 29 March, 03:00');
    expect(write('2026-12-31T23:30:00Z', 'Asia/Kathmandu')).toBe('Friday 1 January, 05:15');
    expect(write('2026-12-31T23:30:00Z', 'America/St_Johns')).toBe('Thursday 31 December, 20:00');
  });

  it('a time without a zone is on the reader’s clock', () =>
    expect(formatShortDateTime(at, { now })).toBe(formatShortDateTime(at, { zone: ownZone(), now })));

  it('a date in another year than the reader’s says its year', () => {
    const dates = (when: string, reader: string, zone = 'UTC') => {
      const options = { zone, now: Date.parse(reader) };
      const instant = Date.parse(when);
      return [
        formatLongDate(instant, options),
        formatShortDate(instant, options),
        formatShortDateTime(instant, options),
        formatDay(instant, options),
        dayOnLeaf(instant, options).year,
      ];
    };
    const lastOf2026 = ['Thursday 31 December', 'Thu 31 Dec', 'Thu 31 Dec, 23:59', '31 Dec', undefined];
    const firstOf2027 = ['Friday 1 January', 'Fri 1 Jan', 'Fri 1 Jan, 00:00', '1 Jan', undefined];
    const withYear = ([long, short, clock, day]: (string | undefined)[], year: number) => [
      `${long} ${year}`,
      `${short} ${year}`,
      clock!.replace(',', ` ${year},`),
      `${day} ${year}`,
      year,
    ];
    const [before, after] = ['2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00Z'];
    expect(dates(before, '2026-01-01T00:00:00Z')).toEqual(lastOf2026);
    expect(dates(before, before)).toEqual(lastOf2026);
    expect(dates(after, after)).toEqual(firstOf2027);
    expect(dates(after, before), 'a moment ahead').toEqual(withYear(firstOf2027, 2027));
    expect(dates(before, after), 'a moment ago').toEqual(withYear(lastOf2026, 2026));
    expect(dates('2033-02-02T18:00:00Z', before)[0]).toBe('Wednesday 2 February 2033');
  });

  it('both years are those in the zone where the date is shown', () => {
    const around = Date.parse('2026-12-31T20:00:00Z');
    const hourLater = around + 3_600_000;
    expect(formatShortDate(hourLater, { zone: 'Asia/Kathmandu', now: around })).toBe('Fri 1 Jan');
    expect(formatShortDate(hourLater, { zone: 'UTC', now: around })).toBe('Thu 31 Dec');
    const noonBefore = around - 8 * 3_600_000;
    expect(formatShortDate(around, { zone: 'Asia/Kathmandu', now: noonBefore })).toBe('Fri 1 Jan 2027');
  });

  it('a time less than six days ahead is near, and a weekday is written short', () => {
    const morning = Date.UTC(2026, 10, 22, 10);
    const sixDays = 6 * 24 * 60 * 60_000;
    expect(isNear(morning + 1, { now: morning })).toBe(true);
    expect(isNear(morning + sixDays - 1, { now: morning })).toBe(true);
    expect(isNear(morning + sixDays, { now: morning })).toBe(false);
    expect(isNear(morning, { now: morning })).toBe(false);
    expect(formatShortWeekday(morning, { zone: 'UTC' })).toBe('Sun');
  });

  it('a calendar leaf has its month and day', () =>
    expect(dayOnLeaf(at, { zone: 'UTC', now })).toEqual({ month: 'Nov', day: 22, year: undefined }));

  it('an offset that came with the page is used', () => {
    zoneOffsetsMs.set(`Mars/Airy ${at}`, 37 * 60_000);
    expect(formatTime(at, { zone: 'Mars/Airy' })).toBe('19:07');
  });

  it('midnight is 00:00', () => expect(formatTime(Date.UTC(2026, 0, 1), { zone: 'UTC' })).toBe('00:00'));

  it('a 12-hour clock says AM or PM, and only once if start and end share it', () => {
    const twelve = { zone: 'UTC', hour12: true, now };
    const clock = (hour: number, minute = 0) => formatTime(Date.UTC(2026, 0, 1, hour, minute), twelve);
    expect([clock(0), clock(9, 5), clock(12, 30), clock(23, 45)]).toEqual([
      '12:00\u{a0}AM',
      '9:05\u{a0}AM',
      '12:30\u{a0}PM',
      '11:45\u{a0}PM',
    ]);
    expect(formatShortDateTime(at, twelve)).toBe('Sun 22 Nov, 6:30\u{a0}PM');
    const times = (from: number, to: number) =>
      formatTimes(Date.UTC(2026, 0, 1, from), Date.UTC(2026, 0, 1, to), twelve);
    expect([times(18, 20), times(11, 13), times(23, 25)]).toEqual([
      '6:00–8:00\u{a0}PM',
      '11:00\u{a0}AM–1:00\u{a0}PM',
      '11:00\u{a0}PM–1:00\u{a0}AM',
    ]);
  });

  it('a zone that the browser does not know still gives a time', () =>
    expect(formatTime(at, { zone: 'Mars/Olympus' })).toMatch(/^\d\d:\d\d$/));

  it('a zone is named by its city', () => expect(zoneCity('America/Argentina/Buenos_Aires')).toBe('Buenos Aires'));
});

describe('countdown', () => {
  it('a countdown has whole seconds up to the end and never goes below zero', () => {
    expect(formatCountdown(552_000)).toBe('9:12');
    expect(formatCountdown(1)).toBe('0:01');
    expect(formatCountdown(0)).toBe('0:00');
    expect(formatCountdown(-5000)).toBe('0:00');
    expect(formatCountdown(3_900_000)).toBe('1:05:00');
  });

  it('a countdown splits into units', () =>
    expect(countdownParts(90_061_000)).toEqual({ days: 1, hours: 1, minutes: 1, seconds: 1 }));
});
