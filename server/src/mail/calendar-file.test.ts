import { describe, expect, test } from 'vitest';
import { calendarText } from './calendar-file.ts';

const fileOf = (title: string, host = 'Mei Tanaka'): string =>
  calendarText({
    eventUuid: '0b7c3f3e-6f1e-4a55-9d2f-3f9f6f0a7c11',
    title,
    host,
    startsAt: Date.UTC(2026, 10, 22, 18, 30),
    tz: 'Europe/Madrid',
    eventUrl: 'https://frontrow.test/event/0b7c3f3e-6f1e-4a55-9d2f-3f9f6f0a7c11',
  });

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
    expect(file.match(/^BEGIN:VEVENT\r$/gm)).toHaveLength(1);
  });
});

test('a title cannot add a property of its own', () => {
  const file = fileOf('Ramen\r\nATTENDEE:mailto:eve@example.com', 'Mei\r\nORGANIZER:mailto:eve@example.com');
  expect(file.replaceAll('\r\n ', '')).not.toMatch(/^(ATTENDEE|ORGANIZER)/m);
});
