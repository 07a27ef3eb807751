import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { days, hours, minutes } from '../kernel/instant.ts';
import { slotsAheadMs } from './limits.ts';
import { askedTimeProblem, calendarOf, freeSlots, type HostCalendar, type OfferedTimes } from './slots.ts';

const at = (wall: string, zone = 'UTC'): number =>
  Temporal.PlainDateTime.from(wall).toZonedDateTime(zone).epochMilliseconds;
const free: HostCalendar = { taken: [], meetings: [] };
const offer = (more: Partial<OfferedTimes> = {}): OfferedTimes => ({
  zone: 'UTC',
  lengths: [30],
  hours: [],
  exceptions: [],
  bufferMinutes: 0,
  noticeHours: 0,
  weeklyMax: null,
  ...more,
});
const daily = (from: number, to: number) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, fromMinute: from * 60, toMinute: to * 60 }));

/** Slots of one day, as the clock of a zone shows them. */
function shown(given: OfferedTimes, day: string, { zone = given.zone, calendar = free, now = 0 } = {}): string[] {
  const from = at(`${day}T00:00`, zone);
  const to = at(`${Temporal.PlainDate.from(day).add({ days: 1 }).toString()}T00:00`, zone);
  return freeSlots(given, { from, to }, calendar, now || from - days(3)).map(({ startsAt, minutes: length }) => {
    const wall = Temporal.Instant.fromEpochMilliseconds(startsAt).toZonedDateTimeISO(zone);
    return `${wall.toPlainTime().toString({ smallestUnit: 'minute' })}${wall.offset} ${length}`;
  });
}
const times = (list: string[]): string[] => [...new Set(list.map((line) => line.slice(0, 5)))];

describe('opening hours', () => {
  test('a slot begins at every quarter of an hour from which its length ends in time', () => {
    const monday = offer({ lengths: [45, 15], hours: [{ weekday: 1, fromMinute: 545, toMinute: 615 }] });
    // 09:05 to 10:15: the first quarter that is whole begins at 09:15.
    expect(shown(monday, '2026-06-01')).toEqual([
      '09:15+00:00 15',
      '09:15+00:00 45',
      '09:30+00:00 15',
      '09:30+00:00 45',
      '09:45+00:00 15',
      '10:00+00:00 15',
    ]);
    expect(shown(monday, '2026-06-02')).toEqual([]);
  });

  test('hours that touch are one, over midnight too', () => {
    const night = offer({
      lengths: [60],
      hours: [
        { weekday: 1, fromMinute: 1380, toMinute: 1410 },
        { weekday: 1, fromMinute: 1410, toMinute: 1440 },
        { weekday: 2, fromMinute: 0, toMinute: 30 },
      ],
    });
    expect(times(shown(night, '2026-06-01'))).toEqual(['23:00', '23:15', '23:30']);
    expect(shown(night, '2026-06-02')).toEqual([]);
  });

  test('a day that differs has its own hours, or none', () => {
    const hoursOfDays = offer({
      lengths: [30],
      hours: daily(9, 10),
      exceptions: [
        { day: '2026-06-01', fromMinute: null, toMinute: null },
        { day: '2026-06-02', fromMinute: 840, toMinute: 870 },
        { day: '2026-06-02', fromMinute: 900, toMinute: 930 },
      ],
    });
    expect(shown(hoursOfDays, '2026-06-01')).toEqual([]);
    expect(times(shown(hoursOfDays, '2026-06-02'))).toEqual(['14:00', '15:00']);
    expect(times(shown(hoursOfDays, '2026-06-03'))).toEqual(['09:00', '09:15', '09:30']);
  });
});

describe('what is taken', () => {
  const day = '2026-06-01';
  const busy = (from: string, to: string): HostCalendar => ({
    taken: [{ from: at(`${day}T${from}`), to: at(`${day}T${to}`) }],
    meetings: [],
  });
  const nineToEleven = offer({ lengths: [30], hours: daily(9, 11) });

  test('a taken time is not free, and what touches it is', () => {
    expect(times(shown(nineToEleven, day, { calendar: busy('09:30', '10:15') }))).toEqual(['09:00', '10:15', '10:30']);
  });

  test('the buffer is kept before and after a taken time', () => {
    const given = { ...nineToEleven, bufferMinutes: 15 };
    expect(times(shown(given, day, { calendar: busy('09:45', '10:15') }))).toEqual(['09:00', '10:30']);
    expect(times(shown(given, day, { calendar: busy('09:44', '10:16') }))).toEqual([]);
  });

  test('times over each other, in any order, hide what each of them takes', () => {
    const calendar: HostCalendar = {
      taken: [
        { from: at(`${day}T10:00`), to: at(`${day}T10:15`) },
        { from: at(`${day}T09:00`), to: at(`${day}T10:30`) },
      ],
      meetings: [],
    };
    expect(times(shown(nineToEleven, day, { calendar }))).toEqual(['10:30']);
  });

  test('a full week of the host has no more slots, and the next one has', () => {
    const given = offer({ zone: 'Pacific/Auckland', hours: daily(9, 10), weeklyMax: 2 });
    // Sunday evening in UTC is the host's Monday: of the week of the 8th.
    const calendar: HostCalendar = {
      taken: [],
      meetings: [at('2026-06-07T21:00'), at('2026-06-10T09:00', given.zone), at('2026-06-07T09:00', given.zone)],
    };
    expect(shown(given, '2026-06-08', { calendar })).toEqual([]);
    expect(shown(given, '2026-06-14', { calendar })).toEqual([]);
    expect(shown(given, '2026-06-07', { calendar })).toHaveLength(3);
    expect(shown(given, '2026-06-15', { calendar })).toHaveLength(3);
    expect(shown({ ...given, weeklyMax: 3 }, '2026-06-08', { calendar })).toHaveLength(3);
  });
});

describe('notice and reach', () => {
  const given = offer({ hours: daily(9, 10), noticeHours: 24 });
  const nine = at('2026-06-02T09:00');

  test('a slot begins no sooner than the notice, and never now', () => {
    expect(times(shown(given, '2026-06-02', { now: nine - hours(24) }))[0]).toBe('09:00');
    expect(times(shown(given, '2026-06-02', { now: nine - hours(24) + 1 }))[0]).toBe('09:15');
    expect(times(shown({ ...given, noticeHours: 0 }, '2026-06-02', { now: nine }))[0]).toBe('09:15');
  });

  test('no slot is beyond eight weeks or outside the window', () => {
    const window = { from: nine, to: nine + days(400) };
    const all = freeSlots(given, window, free, nine - hours(24));
    expect(all[0]?.startsAt).toBe(nine);
    expect(all.at(-1)!.startsAt).toBeLessThan(nine - hours(24) + slotsAheadMs);
    expect(all).toHaveLength(55 * 3);
    expect(freeSlots(given, { from: nine + 1, to: nine + minutes(15) }, free, 0 + nine - days(2))).toEqual([]);
    expect(freeSlots(given, { from: nine, to: nine }, free, nine - days(2))).toEqual([]);
  });
});

describe('nights when the clocks change', () => {
  // Madrid: forward on 29 March 2026 at 02:00, back on 25 October at 03:00. New York: 8 March, 1 November at 02:00.
  const night = (zone: string) => offer({ zone, lengths: [60], hours: daily(1, 4) });

  test('the hour that is skipped has no slots, and a meeting may cross it', () => {
    expect(shown(night('Europe/Madrid'), '2026-03-29')).toEqual([
      '01:00+01:00 60',
      '01:15+01:00 60',
      '01:30+01:00 60',
      '01:45+01:00 60',
      '03:00+02:00 60',
    ]);
    expect(times(shown(night('America/New_York'), '2026-03-08'))).toEqual([
      '01:00',
      '01:15',
      '01:30',
      '01:45',
      '03:00',
    ]);
  });

  test('hours that end or begin in the skipped hour end or begin with it', () => {
    const zone = 'Europe/Madrid';
    const until = offer({ zone, lengths: [30], hours: [{ weekday: 7, fromMinute: 60, toMinute: 150 }] });
    expect(times(shown(until, '2026-03-29'))).toEqual(['01:00', '01:15', '01:30']);
    const after = offer({ zone, lengths: [30], hours: [{ weekday: 7, fromMinute: 150, toMinute: 210 }] });
    expect(times(shown(after, '2026-03-29'))).toEqual(['03:00']);
  });

  test('the hour that is repeated has its slots twice', () => {
    const slots = shown(night('Europe/Madrid'), '2026-10-25');
    expect(slots).toHaveLength(4 + 4 + 4 + 1);
    expect(slots.filter((line) => line.startsWith('02:30'))).toEqual(['02:30+02:00 60', '02:30+01:00 60']);
    expect(shown(night('America/New_York'), '2026-11-01').filter((line) => line.startsWith('01:00'))).toEqual([
      '01:00-04:00 60',
      '01:00-05:00 60',
    ]);
  });

  test('hours within the repeated hour are two, apart from each other', () => {
    const zone = 'Europe/Madrid';
    const half = offer({ zone, lengths: [30, 60], hours: [{ weekday: 7, fromMinute: 120, toMinute: 150 }] });
    expect(shown(half, '2026-10-25')).toEqual(['02:00+02:00 30', '02:00+01:00 30']);
  });

  test('the viewer’s own clock may change, and shows the same moments', () => {
    const tokyo = offer({ zone: 'Asia/Tokyo', lengths: [60], hours: daily(9, 12) });
    // 09:00 to 12:00 in Tokyo is the night in which Madrid's clocks go forward, 01:00 to 05:00 there.
    expect(shown(tokyo, '2026-03-29', { zone: 'Europe/Madrid' })[0]).toBe('01:00+01:00 60');
    expect(shown(tokyo, '2026-03-29', { zone: 'Europe/Madrid' }).at(-1)).toBe('04:00+02:00 60');
    expect(shown(tokyo, '2026-10-25', { zone: 'Europe/Madrid' })).toContain('02:00+02:00 60');
    expect(shown(tokyo, '2026-10-25', { zone: 'Europe/Madrid' })).toContain('02:00+01:00 60');
  });

  test('a clock may jump by half an hour, or at midnight', () => {
    const lordHowe = offer({ zone: 'Australia/Lord_Howe', lengths: [30], hours: daily(1, 3) });
    // Forward by 30 minutes on 4 October 2026 at 02:00.
    expect(times(shown(lordHowe, '2026-10-04'))).toEqual(['01:00', '01:15', '01:30', '01:45', '02:30']);
    const santiago = offer({ zone: 'America/Santiago', lengths: [30], hours: daily(0, 2) });
    // Forward on 6 September 2026 at midnight: that day begins at 01:00.
    expect(times(shown(santiago, '2026-09-06'))[0]).toBe('01:00');
  });
});

test('the host’s Monday is Sunday across the date line', () => {
  const kiritimati = offer({ zone: 'Pacific/Kiritimati', hours: [{ weekday: 1, fromMinute: 600, toMinute: 630 }] });
  expect(shown(kiritimati, '2026-05-31', { zone: 'Pacific/Pago_Pago' })).toEqual(['09:00-11:00 30']);
  expect(shown(kiritimati, '2026-06-01', { zone: 'Pacific/Pago_Pago' })).toEqual([]);
});

test('the calendar to load consists of whole weeks of the host', () => {
  const zone = 'Pacific/Auckland';
  const known = calendarOf(zone, { from: at('2026-06-10T09:00', zone), to: at('2026-06-14T23:00', zone) });
  expect(known).toEqual({ from: at('2026-06-08T00:00', zone), to: at('2026-06-15T00:00', zone) });
});

describe('a time that is asked for', () => {
  const now = at('2026-06-01T00:00');
  const given = offer({ lengths: [30], hours: daily(9, 10), noticeHours: 2, bufferMinutes: 10, weeklyMax: 1 });
  const ask = (startsAt: number, length = 30, calendar = free) =>
    askedTimeProblem(given, { startsAt, minutes: length }, calendar, now);

  test('a requested time need not be a slot, but has to be possible', () => {
    expect(ask(now + hours(2))).toBeUndefined();
    expect(ask(now + hours(2) - 1)).toBe('slot_not_offered');
    expect(ask(now + hours(2), 45)).toBe('length_not_offered');
  });

  test('a requested time overlaps neither a taken time nor its buffer', () => {
    const taken = { taken: [{ from: now + hours(5), to: now + hours(6) }], meetings: [] };
    expect(ask(now + hours(5) - minutes(40), 30, taken)).toBeUndefined();
    expect(ask(now + hours(5) - minutes(40) + 1, 30, taken)).toBe('time_taken');
    expect(ask(now + hours(6) + minutes(10) - 1, 30, taken)).toBe('time_taken');
    expect(ask(now + hours(6) + minutes(10), 30, taken)).toBeUndefined();
  });

  test('a requested time is not in a week that is full', () => {
    expect(ask(now + days(2), 30, { taken: [], meetings: [now + days(6)] })).toBe('slot_not_offered');
    expect(ask(now + days(8), 30, { taken: [], meetings: [now + days(6)] })).toBeUndefined();
  });
});
