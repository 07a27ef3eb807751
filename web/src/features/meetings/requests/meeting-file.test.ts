import { expect, it } from 'vitest';
import { meetingFile } from './meeting-file.ts';

const at = Date.UTC(2026, 10, 22, 18, 30);
const request = { request_uuid: 'a1', starts_at: at, ends_at: at + 1_800_000, changed_at: at - 1000 };

it('the calendar entry has its times in UTC, and the join link', () => {
  const file = meetingFile(request, {
    title: 'With Nora, at last; yes',
    room: 'https://x/streaming/a1',
    page: 'https://x/p',
  });
  const lines = file.split('\r\n');
  expect(lines).toContain('DTSTART:20261122T183000Z');
  expect(lines).toContain('DTEND:20261122T190000Z');
  expect(lines).toContain('SUMMARY:With Nora\\, at last\\; yes');
  expect(lines).toContain('LOCATION:https://x/streaming/a1');
  expect(lines.at(-2)).toBe('END:VCALENDAR');
  expect(file).not.toMatch(/[^\r]\n/);
});

it('no line is longer than calendars read, and no character is cut in two', () => {
  const title = 'é'.repeat(200);
  const file = meetingFile(request, { title, room: '/r', page: '/p' });
  for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}`);
});
