import { describe, expect, test } from 'vitest';
import { minutes } from '../kernel/instant.ts';
import { Refusal } from '../kernel/refusal.ts';
import {
  announcementCharsMax,
  announcementText,
  decideTimeOut,
  requireMayAnnounce,
  requireMayRemoveAll,
  timeOutMinutesMax,
} from './moderation.ts';
import { requireNotTimedOut, type PersonFacts, type RoomFacts } from './room-rules.ts';

const room: RoomFacts = {
  closed: false,
  takenDown: false,
  isLive: true,
  isInteractive: true,
  isMeeting: false,
  chatEnabled: false,
  raiseHandEnabled: true,
  openMic: false,
  speakerId: undefined,
  stageGuestId: undefined,
};
const viewer: PersonFacts = {
  id: 7,
  isHost: false,
  isAdmin: false,
  roomRole: 'viewer',
  isBanned: false,
  isRemoved: false,
  timedOutMs: 0,
  handRaised: false,
  isPresent: true,
};
const host = { ...viewer, id: 1, isHost: true };
const admin = { ...viewer, id: 8, isAdmin: true };
const otherAdmin = { ...admin, id: 9 };
const said = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error instanceof Refusal ? error.code : error;
  }
};

test('an announcement is one line of 1 to 200 characters', () => {
  expect(announcementText(' Break\n until  8 ')).toBe('Break until 8');
  expect(said(() => announcementText('\u200B '))).toBe('announcement_empty');
  expect(announcementText('x'.repeat(announcementCharsMax))).toHaveLength(announcementCharsMax);
  expect(said(() => announcementText('x'.repeat(announcementCharsMax + 1)))).toBe('announcement_too_long');
});

test('the host and event admins announce while the event runs, also with the chat off', () => {
  expect(said(() => requireMayAnnounce(room, host))).toBeUndefined();
  expect(said(() => requireMayAnnounce(room, admin))).toBeUndefined();
  expect(said(() => requireMayAnnounce(room, { ...admin, timedOutMs: 1 }))).toBe('timed_out');
  expect(said(() => requireMayAnnounce(room, viewer))).toBe('moderators_only');
  expect(said(() => requireMayAnnounce({ ...room, isMeeting: true }, host))).toBe('not_in_meetings');
  expect(said(() => requireMayAnnounce({ ...room, closed: true }, host))).toBe('room_closed');
});

describe('a time-out', () => {
  test.each([
    ['by the host of a viewer', host, viewer, 5, { lastsMs: minutes(5) }],
    ['by the host of an event admin', host, admin, timeOutMinutesMax, { lastsMs: minutes(timeOutMinutesMax) }],
    ['by an event admin of a viewer', admin, viewer, 1, { lastsMs: minutes(1) }],
    ['by an event admin of another', admin, otherAdmin, 5, 'target_protected'],
    ['of oneself', admin, admin, 5, 'target_protected'],
    ['of the host', admin, host, 5, 'target_protected'],
    ['by a viewer', viewer, { ...viewer, id: 3 }, 5, 'moderators_only'],
    ['that is too long', host, viewer, timeOutMinutesMax + 1, 'time_out_minutes'],
    ['of less than nothing', host, viewer, -1, 'time_out_minutes'],
    ['that is ended', admin, { ...viewer, timedOutMs: 1 }, 0, 'end'],
    ['that is ended twice', admin, viewer, 0, 'keep'],
  ])('a time-out %s is given, ended or refused', (_name, actor, target, wanted, decided) =>
    expect(said(() => decideTimeOut(room, actor, target, wanted))).toEqual(decided),
  );

  test('a time-out says in words how long it lasts', () => {
    const sentence = (timedOutMs: number): string => {
      try {
        requireNotTimedOut({ timedOutMs });
        return '';
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(sentence(0)).toBe('');
    expect(sentence(1)).toContain('again in 1 minute.');
    expect(sentence(minutes(1) + 1)).toContain('again in 2 minutes.');
  });
});

test('moderators remove all that a viewer wrote, and only the host what an event admin wrote', () => {
  expect(said(() => requireMayRemoveAll(room, admin, viewer))).toBeUndefined();
  expect(said(() => requireMayRemoveAll(room, host, admin))).toBeUndefined();
  for (const author of [host, admin, otherAdmin])
    expect(said(() => requireMayRemoveAll(room, admin, author))).toBe('target_protected');
  expect(said(() => requireMayRemoveAll(room, viewer, admin))).toBe('moderators_only');
});
