import { describe, expect, test } from 'vitest';
import { minutes } from '../kernel/instant.ts';
import { Refusal } from '../kernel/refusal.ts';
import { decideBackstage, decideRole, decideStageGuest, requireBackstage, takesFreePlace } from './roles.ts';
import type { PersonFacts, RoomFacts } from './room-rules.ts';

const room: RoomFacts = {
  closed: false,
  takenDown: false,
  isLive: true,
  isInteractive: true,
  isMeeting: false,
  chatEnabled: true,
  raiseHandEnabled: true,
  openMic: false,
  speakerId: undefined,
  stageGuestId: undefined,
};
const viewer: PersonFacts & { hasTicket: boolean } = {
  id: 7,
  isHost: false,
  isAdmin: false,
  roomRole: 'viewer',
  isBanned: false,
  isRemoved: false,
  timedOutMs: 0,
  handRaised: false,
  isPresent: true,
  hasTicket: true,
};
const host = { ...viewer, id: 1, isHost: true, hasTicket: false };
const cohost = { ...viewer, id: 2, isAdmin: true, roomRole: 'cohost' as const };
const guest = { ...viewer, id: 3, roomRole: 'guest' as const };
const other = { ...guest, id: 4 };

const said = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error instanceof Refusal ? error.code : error;
  }
};

describe('roles', () => {
  test.each([
    ['the host makes a guest speaker', host, viewer, 'guest', 'set'],
    ['the host makes a co-host', host, guest, 'cohost', 'set'],
    ['the host takes a role', host, cohost, 'viewer', 'set'],
    ['a repeated call changes nothing', host, guest, 'guest', 'keep'],
    ['a co-host makes a guest speaker', cohost, viewer, 'guest', 'set'],
    ['a co-host ends the role of a guest speaker', cohost, guest, 'viewer', 'set'],
    ['a co-host steps down', cohost, cohost, 'viewer', 'set'],
    ['a co-host makes no co-host', cohost, viewer, 'cohost', 'host_only'],
    ['a co-host takes nothing from another', cohost, { ...cohost, id: 9 }, 'viewer', 'host_only'],
    ['a guest speaker gives no role', guest, viewer, 'guest', 'host_only'],
    ['an event admin gives no role', { ...viewer, isAdmin: true }, guest, 'viewer', 'host_only'],
    ['the host has no role', cohost, host, 'guest', 'target_protected'],
    ['a blocked person gets no role', host, { ...viewer, isBanned: true }, 'guest', 'target_protected'],
    ['a removed person gets no role', host, { ...viewer, isRemoved: true }, 'guest', 'target_protected'],
    ['a person without a ticket gets no role', host, { ...viewer, hasTicket: false }, 'guest', 'role_needs_ticket'],
  ] as const)('%s', (_, actor, target, role, answer) =>
    expect(said(() => decideRole(room, actor, target, role))).toBe(answer),
  );
  test('roles exist only in open interactive rooms', () => {
    expect(said(() => decideRole({ ...room, closed: true }, host, viewer, 'guest'))).toBe('room_closed');
    expect(said(() => decideRole({ ...room, isInteractive: false }, host, viewer, 'guest'))).toBe('interactive_only');
    expect(said(() => decideRole({ ...room, isMeeting: true }, host, viewer, 'guest'))).toBe('not_in_meetings');
  });
});

describe('the place of a guest on stage', () => {
  const taken = { ...room, stageGuestId: other.id };
  test.each([
    ['the host puts a guest speaker on stage', room, host, guest, true, 'take'],
    ['the host puts a guest speaker on stage in place of another', taken, host, guest, true, 'take'],
    ['a co-host goes on stage', room, cohost, cohost, true, 'take'],
    ['a guest speaker takes the free place', room, guest, guest, true, 'take'],
    ['a guest speaker does not take the place of another', taken, guest, guest, true, 'guest_place_taken'],
    ['a guest speaker leaves the place', { ...room, stageGuestId: guest.id }, guest, guest, false, 'leave'],
    ['leaving twice changes nothing', room, guest, guest, false, 'keep'],
    ['a guest speaker puts no one on stage', room, guest, other, true, 'host_only'],
    ['a viewer does not go on stage', room, viewer, viewer, true, 'host_only'],
    ['a viewer without a role is not put on stage', room, host, viewer, true, 'not_a_speaker'],
    [
      'a person who is away is not put on stage',
      room,
      host,
      { ...guest, isPresent: false },
      true,
      'target_not_in_room',
    ],
    ['no one goes on stage after the end', { ...room, closed: true }, guest, guest, true, 'room_closed'],
  ] as const)('%s', (_, facts, actor, target, onStage, answer) =>
    expect(said(() => decideStageGuest(facts, actor, target, onStage))).toBe(answer),
  );
  test('a guest speaker who enters takes a free place, and a co-host or a second guest does not', () => {
    expect(takesFreePlace(room, guest)).toBe(true);
    expect(takesFreePlace(room, cohost)).toBe(false);
    expect(takesFreePlace(taken, guest)).toBe(false);
    expect(takesFreePlace(room, { ...guest, isPresent: false })).toBe(false);
  });
});

describe('the backstage', () => {
  const event = { state: 0, startsAt: minutes(60), isInteractive: true, takenDown: false } as const;
  const early = minutes(30) - 1;
  const open = minutes(30);
  test('the backstage opens 30 minutes before the start for people with a role, and for no one else', () => {
    expect(said(() => requireBackstage(event, guest, early))).toBe('backstage_not_open');
    expect(said(() => requireBackstage(event, guest, open))).toBeUndefined();
    expect(said(() => requireBackstage(event, cohost, open))).toBeUndefined();
    expect(said(() => requireBackstage(event, viewer, open))).toBe('join_not_live');
    expect(said(() => requireBackstage({ ...event, isInteractive: false }, guest, open))).toBe('join_not_live');
  });
  test('the backstage is opened by the host, who does not go live with it', () => {
    const owned = { ...event, isOwner: true };
    expect(said(() => decideBackstage(owned, early))).toBe('backstage_not_open');
    expect(decideBackstage(owned, open)).toBe('prepare');
    expect(decideBackstage({ ...owned, state: 1 }, open)).toBe('again');
    expect(said(() => decideBackstage({ ...owned, state: 2 }, open))).toBe('room_closed');
    expect(said(() => decideBackstage({ ...owned, isOwner: false }, open))).toBe('host_only');
    expect(said(() => decideBackstage({ ...owned, isInteractive: false }, open))).toBe('interactive_only');
  });
});
