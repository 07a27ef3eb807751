import { expect, test } from 'vitest';
import { Refusal } from '../kernel/refusal.ts';
import { requireSlowMode, slowModeChoices } from './messages.ts';

const viewer = { isHost: false, isAdmin: false };
const wroteAt = 1_000_000;
const said = (seconds: number, ms: number, me = viewer, last: number | undefined = wroteAt): unknown => {
  try {
    return requireSlowMode(seconds, me, { wroteAt: last, now: wroteAt + ms });
  } catch (error) {
    return error instanceof Refusal ? [error.code, error.retryAfter] : error;
  }
};

test.each(slowModeChoices.filter((seconds) => seconds > 0))(
  'a message in slow mode of %i s is refused until exactly then',
  (seconds) => {
    expect(said(seconds, 0)).toEqual(['chat_slow', seconds]);
    expect(said(seconds, seconds * 1000 - 1)).toEqual(['chat_slow', 1]);
    expect(said(seconds, seconds * 1000)).toBeUndefined();
  },
);

test('moderators, people who wrote nothing yet, and everyone while slow mode is off do not wait', () => {
  expect(said(30, 0, { isHost: true, isAdmin: false })).toBeUndefined();
  expect(said(30, 0, { isHost: false, isAdmin: true })).toBeUndefined();
  expect(() => requireSlowMode(30, viewer, { wroteAt: undefined, now: wroteAt })).not.toThrow();
  expect(said(0, 0)).toBeUndefined();
  // Also for a clock that is a second behind the message.
  expect(said(0, -1000)).toBeUndefined();
});
