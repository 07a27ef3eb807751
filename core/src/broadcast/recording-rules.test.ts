import { describe, expect, test } from 'vitest';
import { requireRecordable, requireReplayOwner, requireReplayWatcher, whyNotRecorded } from './recording-rules.ts';

const feed = { rtmp: true, source: 'encoder', via: undefined } as const;
const stranger = { isHost: false, isAppAdmin: false, hasTicket: false };
const over = { state: 2, takenDown: false } as const;

describe('recording', () => {
  test('can be turned on only for RTMP streams and turned off at any time', () => {
    for (const [more, why] of [
      [{ rtmp: false }, 'no_rtmp'],
      [{ source: 'camera' }, 'camera'],
      [{ via: 'whip' }, 'whip'],
    ] as const) {
      expect(whyNotRecorded({ ...feed, ...more })).toBe(why);
      expect(() => requireRecordable({ ...feed, ...more }, true)).toThrow(/Only RTMP streams/);
      expect(() => requireRecordable({ ...feed, ...more }, false)).not.toThrow();
    }
    for (const via of [undefined, 'rtmp'] as const) {
      expect(whyNotRecorded({ ...feed, via })).toBeNull();
      expect(() => requireRecordable({ ...feed, via }, true)).not.toThrow();
    }
  });
});

describe('a replay', () => {
  test('is closed to people without a ticket and until the event ends', () => {
    expect(() => requireReplayWatcher(over, stranger)).toThrow(/ticket holders/);
    for (const state of [0, 1] as const)
      expect(() => requireReplayWatcher({ ...over, state }, { ...stranger, hasTicket: true })).toThrow(
        /after the event ends/,
      );
  });

  test('is open to its host, app admins and ticket holders', () => {
    for (const who of ['isHost', 'isAppAdmin', 'hasTicket'] as const)
      expect(() => requireReplayWatcher(over, { ...stranger, [who]: true })).not.toThrow();
  });

  test('of an event that was taken down is for app admins alone', () => {
    const down = { state: 2, takenDown: true } as const;
    for (const who of ['isHost', 'hasTicket'] as const)
      expect(() => requireReplayWatcher(down, { ...stranger, [who]: true })).toThrow(/taken this event down/);
    expect(() => requireReplayWatcher(down, { ...stranger, isAppAdmin: true })).not.toThrow();
  });

  test('is deleted by its host alone', () => {
    expect(() => requireReplayOwner({ isHost: false })).toThrow(/Only the host/);
    expect(() => requireReplayOwner({ isHost: true })).not.toThrow();
  });
});
