import { describe, expect, test } from 'vitest';
import { mayBeRecorded, requireRecordable, requireReplayOwner, requireReplayWatcher } from './recording-rules.ts';

const stranger = { isHost: false, isAppAdmin: false, hasTicket: false };
const over = { state: 2, takenDown: false } as const;

describe('recording', () => {
  const upcoming = { isMeeting: false, state: 0, takenDown: false } as const;

  test('is switched by the host of any public event, before and during it', () => {
    for (const state of [0, 1] as const)
      expect(() => requireRecordable({ ...upcoming, state }, { isHost: true })).not.toThrow();
    expect(() => requireRecordable(upcoming, { isHost: false })).toThrow(/Only the host/);
    expect(() => requireRecordable({ ...upcoming, state: 2 }, { isHost: true })).toThrow(/finished/);
    expect(() => requireRecordable({ ...upcoming, isMeeting: true }, { isHost: true })).toThrow(/Private meetings/);
  });

  test('includes viewers only once they have agreed', () => {
    expect(mayBeRecorded({ isHost: true, agreed: false })).toBe(true);
    expect(mayBeRecorded({ isHost: false, agreed: true })).toBe(true);
    expect(mayBeRecorded({ isHost: false, agreed: false })).toBe(false);
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
