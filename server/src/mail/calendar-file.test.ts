import { writtenTitle } from '@frontrow/core/events/title-in.ts';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { type CalendarEntry, calendarText, organizerOf } from './calendar-file.ts';

const fileOf = (title: string, host = 'Mei Tanaka', more: Partial<CalendarEntry> = {}): string =>
  calendarText({
    eventUuid: '0b7c3f3e-6f1e-4a55-9d2f-3f9f6f0a7c11',
    title: writtenTitle(title),
    host,
    startsAt: Date.UTC(2026, 10, 22, 18, 30),
    tz: 'Europe/Madrid',
    eventUrl: 'https://frontrow.test/event/0b7c3f3e-6f1e-4a55-9d2f-3f9f6f0a7c11',
    organizer: 'hello@frontrow.test',
    sequence: 0,
    changedAt: Date.UTC(2026, 9, 1, 8),
    ...more,
  });

/** As another library reads it: strict, so that it throws on what is no iCalendar. */
function readBy(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file) as unknown[]);
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  const component = calendar.getFirstSubcomponent('vevent')!;
  const event = new ICAL.Event(component);
  return {
    method: calendar.getFirstPropertyValue('method'),
    organizer: component.getFirstProperty('organizer'),
    stamp: (component.getFirstPropertyValue('dtstamp') as ICAL.Time).toJSDate().getTime(),
    status: component.getFirstPropertyValue('status'),
    alarms: component.getAllSubcomponents('valarm').length,
    event,
  };
}

const titles = [
  'Slow ramen',
  'Bass, loops; and C:\\more "live"',
  '👩‍🎤 ようこそ '.repeat(12),
  'x'.repeat(120),
  'first\nsecond\r\nthird',
  'a bell \u0007 and a NUL \u0000 in it',
];

/** Reads a property the way a calendar does: unfold, then unescape. */
function valueOf(file: string, name: string): string | undefined {
  const line = file
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .find((each) => each.startsWith(`${name}:`));
  return line
    ?.slice(name.length + 1)
    .replaceAll(/\\(.)/gu, (_, letter: string) => (letter.toLowerCase() === 'n' ? '\n' : letter));
}

describe.each(titles)('the file of %j follows RFC 5545:', (title) => {
  const file = fileOf(title);

  test('every line ends with CRLF, the last one too, and no CR or LF stands alone', () => {
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  test('no line is longer than 75 bytes, and none is cut inside a character', () => {
    for (const line of file.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line.isWellFormed()).toBe(true);
    }
  });

  test('the only control character is the tab', () => {
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[^\P{Cc}\t]/u);
  });

  test('a calendar reads the title back', () => {
    const expected = title.replaceAll('\r\n', '\n').replaceAll(/[\u0000\u0007]/g, ' ');
    expect(valueOf(file, 'SUMMARY')).toBe(expected);
    expect(readBy(file).event.summary).toBe(expected);
    expect(file.match(/^BEGIN:VEVENT\r$/gm)).toHaveLength(1);
  });
});

test('neither a title nor a name can add a property or its own parameter', () => {
  const file = fileOf('Ramen\r\nATTENDEE:mailto:eve@example.com', 'Mei"\r\nORGANIZER;X="a":mailto:eve@example.com');
  expect(file.replaceAll('\r\n ', '').match(/^(ATTENDEE|ORGANIZER).*/gm)).toEqual([
    `ORGANIZER;CN="Mei' ORGANIZER;X='a':mailto:eve@example.com":mailto:hello@frontrow.test`,
  ]);
  expect(readBy(file).organizer?.getFirstValue()).toBe('mailto:hello@frontrow.test');
});

describe.each([
  'Europe/Madrid',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'UTC',
])('another library reads an event in %s', (tz) => {
  test.each([
    ['published', {}, 'PUBLISH', 'CONFIRMED', 1],
    ['cancelled', { cancelled: true, sequence: 2 }, 'CANCEL', 'CANCELLED', 0],
  ] as const)('a %s event is read with its time, organizer, stamp and state', (_what, more, method, status, alarms) => {
    for (const month of [0, 2, 3, 6, 9, 10]) {
      const startsAt = Date.UTC(2027, month, 28, 18, 30);
      const read = readBy(fileOf('Slow ramen', 'Mei', { tz, startsAt, ...more }));
      expect(read.event.startDate.toJSDate().getTime()).toBe(startsAt);
      expect(read.event.endDate.toJSDate().getTime()).toBe(startsAt + 3_600_000);
      expect(read.organizer?.getFirstValue()).toBe('mailto:hello@frontrow.test');
      expect(read.organizer?.getParameter('cn')).toBe('Mei');
      expect(read.stamp).toBe(Date.UTC(2026, 9, 1, 8));
      expect([read.method, read.status, read.alarms]).toEqual([method, status, alarms]);
    }
  });
});

describe.each([
  ['first', Date.UTC(2026, 9, 25, 0), '20261025T000000Z'],
  ['second', Date.UTC(2026, 9, 25, 1), '20261025T010000Z'],
] as const)(
  'the %s 02:00 of the night with two is written in UTC, because calendars disagree on which',
  (_, at, written) => {
    const [before, after] = [Date.UTC(2026, 9, 24, 20), Date.UTC(2026, 9, 25, 3)];

    test.each([
      ['ends', before, at, ['DTSTART:20261024T200000Z', `DTEND:${written}`]],
      ['starts', at, after, [`DTSTART:${written}`, 'DTEND:20261025T030000Z']],
    ])('of an event that %s then', (_what, startsAt, endsAt, lines) => {
      const file = fileOf('Slow ramen', 'Mei', { startsAt, endsAt });
      expect(file.slice(file.indexOf('BEGIN:VEVENT')).match(/^DT(START|END).*(?=\r)/gm)).toEqual(lines);
      const { event } = readBy(file);
      expect([event.startDate, event.endDate].map((time) => time.toJSDate().getTime())).toEqual([startsAt, endsAt]);
    });
  },
);

test('an event that lasts through the hour that clocks repeat keeps its zone', () => {
  const [startsAt, endsAt] = [Date.UTC(2026, 9, 24, 20), Date.UTC(2026, 9, 25, 2)];
  const file = fileOf('Slow ramen', 'Mei', { startsAt, endsAt });
  expect(file).toContain('DTSTART;TZID=Europe/Madrid:20261024T220000\r\nDTEND;TZID=Europe/Madrid:20261025T030000\r\n');
  expect(readBy(file).event.endDate.toJSDate().getTime()).toBe(endsAt);
});

test.each([
  ['Frontrow <hello@frontrow.test>', 'hello@frontrow.test'],
  ['"Frontrow, Ltd" <hello@bühne.example>', 'hello@xn--bhne-0ra.example'],
  ['hello@frontrow.test', 'hello@frontrow.test'],
])('the organizer of emails from %s is %s', (mailFrom, organizer) => {
  expect(organizerOf({ mailFrom })).toBe(organizer);
});
