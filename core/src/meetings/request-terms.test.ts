import { expect, test } from 'vitest';
import { days, hours, minutes } from '../kernel/instant.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type MeetingTerms, requestText, requireMeetingTime, requireModified } from './request-terms.ts';

const codeOf = (work: () => unknown): unknown => {
  try {
    return work() ?? 'fine';
  } catch (error) {
    return error instanceof Refusal ? error.code : error;
  }
};
const text = (typed: string, required = false) => codeOf(() => requestText(typed, { required, field: 'message' }));

test('a text is kept without invisible characters, with its lines', () => {
  expect(text('  Hello\r\nyou\u202E ')).toBe('Hello\nyou');
  expect(text('\u200B \u202E')).toBe('');
  expect(text('\u200B \u202E', true)).toBe('request_message_required');
});

test('a text may have 500 code points and not 501', () => {
  expect(text('😀'.repeat(500))).toBe('😀'.repeat(500));
  expect(text('😀'.repeat(501))).toBe('request_message_too_long');
});

test('a time is a full minute to come, within eight weeks', () => {
  const now = hours(1000);
  const time = (startsAt: number) => codeOf(() => requireMeetingTime(startsAt, now));
  expect(time(now)).toBe('time_past');
  expect(time(now + minutes(1))).toBe('fine');
  expect(time(now + minutes(1) + 1)).toBe('bad_input');
  expect(time(now + days(56))).toBe('fine');
  expect(time(now + days(56) + minutes(1))).toBe('time_too_far');
});

test('a proposal changes something', () => {
  const terms: MeetingTerms = { startsAt: 0, minutes: 30, priceMinor: 2000 };
  const modified = (more: Partial<MeetingTerms>) => codeOf(() => requireModified(terms, { ...terms, ...more }));
  expect(modified({})).toBe('nothing_modified');
  expect([{ startsAt: 1 }, { minutes: 15 as const }, { priceMinor: 0 }].map(modified)).toEqual([
    'fine',
    'fine',
    'fine',
  ]);
});
