import { describe, expect, test } from 'vitest';
import {
  mayBeRecorded,
  requireModeratable,
  requireRecordable,
  requireReplayOwner,
  requireReplayWatcher,
} from './recording-rules.ts';

const stranger = { isHost: false, isAppAdmin: false, hasTicket: false, isBanned: false };
const over = { state: 2, takenDown: false, access: 'tickets', takenDownBecause: undefined } as const;

describe('recording', () => {
  const upcoming = { isMeeting: false, state: 0, takenDown: false } as const;
  const withRecorder = { enabled: true, hasRecorder: true };

  test('recording is switched by the host of any public event, before and during it', () => {
    const [host, other] = [{ isHost: true }, { isHost: false }];
    for (const state of [0, 1] as const)
      expect(() => requireRecordable({ ...upcoming, state }, host, withRecorder)).not.toThrow();
    expect(() => requireRecordable(upcoming, other, withRecorder)).toThrow(/Only the host/);
    expect(() => requireRecordable({ ...upcoming, state: 2 }, host, withRecorder)).toThrow(/finished/);
    expect(() => requireRecordable({ ...upcoming, isMeeting: true }, host, withRecorder)).toThrow(/Private meetings/);
  });

  test('recording is switched on only where a recorder runs, and off anywhere', () => {
    const change = (enabled: boolean) => () =>
      requireRecordable(upcoming, { isHost: true }, { enabled, hasRecorder: false });
    expect(change(true)).toThrow(/no recorder/);
    expect(change(false)).not.toThrow();
  });

  test('viewers are recorded only once they have agreed', () => {
    expect(mayBeRecorded({ isHost: true, agreed: false })).toBe(true);
    expect(mayBeRecorded({ isHost: false, agreed: true })).toBe(true);
    expect(mayBeRecorded({ isHost: false, agreed: false })).toBe(false);
  });
});

describe('a replay', () => {
  test('a replay is closed to people without a ticket and until the event ends', () => {
    expect(() => requireReplayWatcher(over, stranger)).toThrow(/ticket holders/);
    for (const state of [0, 1] as const)
      expect(() => requireReplayWatcher({ ...over, state }, { ...stranger, hasTicket: true })).toThrow(
        /after the event ends/,
      );
  });

  test('a replay is open to its host, app admins and ticket holders', () => {
    for (const who of ['isHost', 'isAppAdmin', 'hasTicket'] as const)
      expect(() => requireReplayWatcher(over, { ...stranger, [who]: true })).not.toThrow();
  });

  test('only app admins may watch the replay of an event that was taken down', () => {
    const down = { ...over, takenDown: true } as const;
    for (const who of ['isHost', 'hasTicket'] as const)
      expect(() => requireReplayWatcher(down, { ...stranger, [who]: true })).toThrow(/taken this event down/);
    expect(() => requireReplayWatcher(down, { ...stranger, isAppAdmin: true })).not.toThrow();
  });

  test('only app admins may watch a replay that was taken down, and only its host sees why', () => {
    const down = { ...over, access: 'free', takenDownBecause: 'It shows a film' } as const;
    for (const who of [stranger, { ...stranger, hasTicket: true }])
      expect(() => requireReplayWatcher(down, who)).toThrow(/broke our rules/);
    expect(() => requireReplayWatcher(down, { ...stranger, isHost: true })).toThrow(/It shows a film/);
    expect(requireReplayWatcher(down, { ...stranger, isAppAdmin: true })).toBe('full');
  });

  test('a replay is taken down and restored after the end, once each, while there is a recording', () => {
    const up = { isOver: true, hasRecording: true, takenDownBecause: undefined };
    const down = { ...up, takenDownBecause: 'It shows a film' };
    expect(() => requireModeratable(up, 'take down')).not.toThrow();
    expect(() => requireModeratable(down, 'restore')).not.toThrow();
    expect(() => requireModeratable(down, 'take down')).toThrow(/already/);
    expect(() => requireModeratable(up, 'restore')).toThrow(/isn’t taken down/);
    expect(() => requireModeratable({ ...up, isOver: false }, 'take down')).toThrow(/after the event ends/);
    for (const step of ['take down', 'restore'] as const)
      expect(() => requireModeratable({ ...down, hasRecording: false }, step)).toThrow(/no replay/);
  });

  test('a replay shows its beginning to everyone while it is for sale, and all of it where it is free', () => {
    expect(requireReplayWatcher({ ...over, access: 'sale' }, stranger)).toBe('preview');
    expect(requireReplayWatcher({ ...over, access: 'sale' }, { ...stranger, hasTicket: true })).toBe('full');
    expect(requireReplayWatcher({ ...over, access: 'free' }, stranger)).toBe('full');
    expect(() => requireReplayWatcher({ ...over, state: 1, access: 'free' }, stranger)).toThrow(/ticket holders/);
  });

  test('a replay is closed to people whom the host blocked, but not to app admins', () => {
    for (const access of ['tickets', 'sale', 'free'] as const)
      expect(() => requireReplayWatcher({ ...over, access }, { ...stranger, hasTicket: true, isBanned: true })).toThrow(
        /blocked/,
      );
    expect(requireReplayWatcher(over, { ...stranger, isAppAdmin: true, isBanned: true })).toBe('full');
  });

  test('a replay is deleted by its host alone', () => {
    expect(() => requireReplayOwner({ isHost: false })).toThrow(/Only the host/);
    expect(() => requireReplayOwner({ isHost: true })).not.toThrow();
  });
});
