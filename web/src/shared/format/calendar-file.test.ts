import { expect, it } from 'vitest';
import { calendarFile } from './calendar-file.ts';

const file = calendarFile({
  uid: 'e1',
  title: 'Bass, loops; and “more”',
  text: `one\ntwo ${'ö'.repeat(80)}`,
  url: 'https://x.example/event/e1',
  start: Date.UTC(2026, 10, 22, 17, 30),
  stamp: 0,
});

it('writes UTC times and escapes text', () => {
  expect(file).toContain('DTSTART:20261122T173000Z\r\n');
  expect(file).toContain('SUMMARY:Bass\\, loops\\; and “more”\r\n');
  expect(file).toContain('DESCRIPTION:one\\ntwo');
});

it('keeps lines within 75 octets and ends them all', () => {
  for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
});
