import { describe, expect, test } from 'vitest';
import { minutes } from '../kernel/instant.ts';
import { Refusal } from '../kernel/refusal.ts';
import { decideAddedTime, decideMeetingEntry, meetingCapabilities, meetingPart } from './meeting-rules.ts';

const startsAt = 1_000_000_000;
const meeting = { state: 0, startsAt, endsAt: startsAt + minutes(30), takenDown: false, isConfirmed: true } as const;
const running = { ...meeting, state: 1 } as const;
const said = (work: () => unknown): string | undefined => {
  try {
    work();
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error);
  }
  return undefined;
};

test('the host, the viewer and app admins have a part in a meeting, and no one else', () => {
  const parties = { hostId: 1, viewerId: 2 };
  expect(meetingPart(parties, { id: 1, isAdmin: true })).toBe('host');
  expect(meetingPart(parties, { id: 2, isAdmin: false })).toBe('viewer');
  expect(meetingPart(parties, { id: 3, isAdmin: true })).toBe('admin');
  expect(meetingPart(parties, { id: 3, isAdmin: false })).toBeUndefined();
});

describe('entering', () => {
  test.each(['host', 'viewer'] as const)(
    'the %s may enter a paid meeting from ten minutes before until the end',
    (part) => {
      const opens = startsAt - minutes(10);
      expect(said(() => decideMeetingEntry(meeting, part, opens - 1))).toBe('room_not_open');
      expect(decideMeetingEntry(meeting, part, opens)).toBe('start');
      expect(decideMeetingEntry(running, part, opens)).toBe('again');
      expect(decideMeetingEntry(meeting, part, meeting.endsAt - 1)).toBe('start');
      expect(said(() => decideMeetingEntry(running, part, meeting.endsAt))).toBe('room_closed');
      expect(said(() => decideMeetingEntry({ ...meeting, isConfirmed: false }, part, startsAt))).toBe(
        'meeting_not_confirmed',
      );
    },
  );
  test('an app admin does not open a meeting, and a meeting that is over stays over', () => {
    expect(said(() => decideMeetingEntry(meeting, 'admin', startsAt))).toBe('join_not_live');
    expect(decideMeetingEntry(running, 'admin', startsAt)).toBe('again');
    const over = { ...meeting, state: 2, isConfirmed: false } as const;
    expect(said(() => decideMeetingEntry(over, 'host', startsAt))).toBe('room_closed');
    expect(said(() => decideMeetingEntry({ ...over, takenDown: true }, 'viewer', startsAt))).toBe('room_taken_down');
  });
});

test('only the host adds time, while the meeting runs, up to two hours', () => {
  const host = { isHost: true };
  expect(said(() => decideAddedTime(running, { isHost: false }, startsAt))).toBe('host_only');
  expect(said(() => decideAddedTime(meeting, host, startsAt))).toBe('not_live');
  expect(decideAddedTime(running, host, meeting.endsAt - 1)).toBe(meeting.endsAt + minutes(10));
  expect(said(() => decideAddedTime(running, host, meeting.endsAt))).toBe('room_closed');
  const long = (length: number) => ({ ...running, endsAt: startsAt + minutes(length) });
  expect(decideAddedTime(long(110), host, startsAt)).toBe(startsAt + minutes(120));
  expect(said(() => decideAddedTime(long(111), host, startsAt))).toBe('time_added_full');
});

test('the screen offers the same to both sides, nothing to an app admin, and no action after the end', () => {
  const both = { mayUseCamera: true, mayUseMicrophone: true, mayShareScreen: true, mayChat: true };
  for (const part of ['host', 'viewer'] as const) {
    const can = meetingCapabilities(part, false);
    expect(can).toMatchObject({ ...both, mayFinish: false, mayModerate: false, mayRaiseHand: false, mayToggle: false });
    const over = meetingCapabilities(part, true);
    expect(over).toMatchObject({ mayUseCamera: false, mayUseMicrophone: false, mayShareScreen: false, mayChat: false });
    expect(Object.values(over).filter(Boolean)).toHaveLength(2);
  }
  expect(meetingCapabilities('admin', false)).toMatchObject({ seesControls: false, mayChat: false });
});
