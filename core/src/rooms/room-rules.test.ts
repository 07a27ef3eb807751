import { describe, expect, test } from 'vitest';
import { minutes } from '../kernel/instant.ts';
import { Refusal } from '../kernel/refusal.ts';
import { grantsOf, sourcesOf, grantsFor } from './grants.ts';
import {
  admitViewer,
  decideBlock,
  decideHand,
  decidePromotion,
  decideRemoval,
  decideReturn,
  decideSession,
  decideStart,
  decideTurn,
  isTakenDown,
  requireNotRemoved,
  requireMayRemoveMessage,
  requireMayWrite,
  type PersonFacts,
  type RoomFacts,
} from './room-rules.ts';

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
const closed = { ...room, closed: true };
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
const waiting = { ...viewer, handRaised: true };
const host = { ...viewer, id: 1, isHost: true, isPresent: false };
const admin = { ...viewer, id: 8, isAdmin: true };
const removed = { ...viewer, isPresent: false, isRemoved: true };
const away = { ...viewer, isPresent: false };

const said = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error instanceof Refusal ? error.code : error;
  }
};

describe('start', () => {
  const event = { isOwner: true, state: 0 as const, startsAt: minutes(60), takenDown: false };
  test.each([
    ['a start a millisecond too early is refused', event, minutes(45) - 1, 'start_too_early'],
    ['a start 15 minutes before is accepted', event, minutes(45), 'start'],
    ['a late start is accepted', event, minutes(90), 'start'],
    ['a live event starts again', { ...event, state: 1 as const }, minutes(61), 'again'],
    ['a finished event does not start', { ...event, state: 2 as const }, minutes(61), 'start_refused'],
    ['only the host starts an event', { ...event, isOwner: false }, minutes(61), 'start_refused'],
  ])('%s', (_name, which, now, answer) => expect(said(() => decideStart(which, now))).toBe(answer));
});

test.each([
  [0, true, 'join_not_live'],
  [1, true, undefined],
  [1, false, 'join_refused'],
  [2, true, 'room_closed'],
] as const)('entering a room in state %s with ticket %s is answered: %s', (state, ticket, answer) =>
  expect(said(() => admitViewer({ state, takenDown: false }, ticket))).toBe(answer),
);

test('an event that was taken down is refused as that everywhere, also to people whose ticket was refunded', () => {
  const down = { ...closed, takenDown: true };
  const event = { state: 2 as const, takenDown: true };
  const answers = [
    () => admitViewer(event, true),
    () => admitViewer(event, false),
    () => decideStart({ ...event, isOwner: true, startsAt: 0 }, 0),
    () => decideHand(down, viewer, true),
    () => decideTurn(down, host, waiting),
    () => requireMayWrite(down, viewer),
  ].map(said);
  expect(new Set(answers)).toEqual(new Set(['room_taken_down']));
  expect(said(() => decideStart({ ...event, isOwner: false, startsAt: 0 }, 0))).toBe('start_refused');
  expect([
    isTakenDown({ startedAt: 1, cancelledAt: 2 }),
    isTakenDown({ startedAt: undefined, cancelledAt: 2 }),
  ]).toEqual([true, false]);
});

describe('a hand', () => {
  test.each([
    ['a hand goes up', room, viewer, true, 'raise'],
    ['a raised hand stays up', room, waiting, true, 'keep'],
    ['a hand goes down', room, waiting, false, 'lower'],
    ['a lowered hand stays down', room, viewer, false, 'keep'],
    ['a lowered hand toggles up', room, viewer, undefined, 'raise'],
    ['a raised hand toggles down', room, waiting, undefined, 'lower'],
    ['no hand goes up while hands are off', { ...room, raiseHandEnabled: false }, viewer, true, 'hands_disabled'],
    ['a person with the turn raises no hand', { ...room, speakerId: 7 }, viewer, true, 'has_turn'],
    ['a blocked person raises no hand', room, { ...viewer, isBanned: true }, true, 'banned'],
    ['a person outside the room raises no hand', room, away, true, 'not_in_room'],
    ['no hand goes up after the finish', closed, viewer, true, 'room_closed'],
    ['the host raises no hand', room, host, true, 'forbidden'],
  ] as const)('%s', (_name, where, who, wanted, answer) =>
    expect(said(() => decideHand(where, who, wanted))).toBe(answer),
  );
});

describe('a turn', () => {
  test.each([
    ['a turn is given to a person who waits', room, host, waiting, 'give'],
    ['a turn goes to the next person', { ...room, speakerId: 9 }, host, waiting, 'give'],
    ['a turn is stopped by the speaker’s name', { ...room, speakerId: 7 }, host, viewer, 'stop'],
    ['a turn is stopped without a name', { ...room, speakerId: 7 }, host, undefined, 'stop'],
    ['a turn that no one has is not stopped', room, host, undefined, 'keep'],
    ['a person without a raised hand gets no turn', room, host, viewer, 'hand_not_raised'],
    ['a person who left gets no turn', room, host, { ...waiting, isPresent: false }, 'target_not_in_room'],
    ['an admin gives no turn', room, admin, waiting, 'host_only'],
    ['no turn is given after the finish', closed, host, waiting, 'room_closed'],
    ['the host gets no turn', room, host, host, 'target_protected'],
  ] as const)('%s', (_name, where, who, target, answer) =>
    expect(said(() => decideTurn(where, who, target))).toBe(answer),
  );

  const speaking = { ...room, speakerId: 7 };
  test.each([
    ['is given to a waiting viewer', room, waiting, true, 'give'],
    ['stays with the speaker when it is given again', speaking, viewer, true, 'keep'],
    ['needs a viewer to be given to', speaking, undefined, true, 'target_not_in_room'],
    ['is stopped for the speaker', speaking, viewer, false, 'stop'],
    ['is stopped without a name', speaking, undefined, false, 'stop'],
    ['stays stopped when it is stopped again', room, viewer, false, 'keep'],
    ['of another viewer is not stopped', { ...room, speakerId: 9 }, viewer, false, 'keep'],
  ] as const)('a turn, asked for with `enabled`, %s', (_name, where, target, enabled, answer) =>
    expect(said(() => decideTurn(where, host, target, enabled))).toBe(answer),
  );
});

describe('moderation', () => {
  const other = { ...viewer, id: 9 };
  test.each([
    ['the host blocks a viewer', host, viewer, true, 'block'],
    ['an admin blocks a viewer', admin, viewer, true, 'block'],
    ['a second block changes nothing', host, { ...viewer, isBanned: true }, true, 'keep'],
    ['the host unblocks a viewer', host, { ...viewer, isBanned: true }, false, 'unblock'],
    ['a block is toggled off', host, { ...viewer, isBanned: true }, undefined, 'unblock'],
    ['a viewer blocks no one', other, viewer, true, 'moderators_only'],
    ['no one blocks the host', admin, host, true, 'target_protected'],
    ['no one blocks themselves', admin, admin, true, 'target_protected'],
    ['an admin blocks no admin', admin, { ...other, isAdmin: true }, true, 'target_protected'],
    ['the host blocks an admin', host, admin, true, 'block'],
  ] as const)('%s', (_name, who, target, enabled, answer) =>
    expect(said(() => decideBlock(room, who, target, enabled))).toBe(answer),
  );

  test.each([
    ['the owner promotes a viewer', host, viewer, true, true, 'promote'],
    ['the owner ends the role of an admin', host, admin, true, false, 'downgrade'],
    ['a second promotion changes nothing', host, admin, true, true, 'keep'],
    ['an admin does not promote', admin, viewer, true, true, 'host_only'],
    ['a person without a ticket is not promoted', host, viewer, false, true, 'target_not_in_room'],
    ['a blocked person is not promoted', host, { ...viewer, isBanned: true }, true, true, 'target_protected'],
    ['a removed person is not promoted', host, removed, true, true, 'target_protected'],
    ['the host is not promoted', host, host, true, true, 'target_protected'],
  ] as const)('%s', (_name, who, target, ticket, enabled, answer) =>
    expect(said(() => decidePromotion(room, who, target, ticket, enabled))).toBe(answer),
  );

  test('moderators remove people, but not the host or each other, until the person is readmitted', () => {
    expect(said(() => decideRemoval(room, host, viewer))).toBe('remove');
    expect(said(() => decideRemoval(room, admin, viewer))).toBe('remove');
    expect(said(() => decideRemoval(room, host, away))).toBe('remove');
    expect(said(() => decideRemoval(room, host, removed))).toBe('keep');
    expect(said(() => decideRemoval(room, other, viewer))).toBe('moderators_only');
    expect(said(() => decideRemoval(room, admin, host))).toBe('target_protected');
    expect(said(() => decideRemoval(room, admin, { ...other, isAdmin: true }))).toBe('target_protected');
    expect(said(() => decideRemoval(closed, host, viewer))).toBe('room_closed');
    expect(said(() => requireNotRemoved(removed))).toBe('removed_from_event');
    expect(said(() => requireNotRemoved(viewer))).toBeUndefined();
  });

  test('moderators readmit only people who were removed', () => {
    expect(said(() => decideReturn(room, host, removed))).toBe('admit');
    expect(said(() => decideReturn(room, admin, removed))).toBe('admit');
    expect(said(() => decideReturn(room, host, viewer))).toBe('keep');
    expect(said(() => decideReturn(room, other, removed))).toBe('moderators_only');
    expect(said(() => decideReturn(room, removed, removed))).toBe('moderators_only');
    expect(said(() => decideReturn(closed, host, removed))).toBe('room_closed');
  });

  test('an event admin never removes the owner’s messages', () => {
    expect(said(() => requireMayRemoveMessage(room, admin, viewer))).toBeUndefined();
    expect(said(() => requireMayRemoveMessage(room, admin, admin))).toBeUndefined();
    expect(said(() => requireMayRemoveMessage(room, admin, host))).toBe('target_protected');
    expect(said(() => requireMayRemoveMessage(room, viewer, viewer))).toBe('moderators_only');
  });
});

test('people who are present and not blocked may write while the chat is on, and the owner always', () => {
  expect(said(() => requireMayWrite(room, viewer))).toBeUndefined();
  expect(said(() => requireMayWrite(room, away))).toBe('not_in_room');
  expect(said(() => requireMayWrite(room, { ...viewer, isBanned: true }))).toBe('banned');
  expect(said(() => requireMayWrite({ ...room, chatEnabled: false }, viewer))).toBe('chat_disabled');
  expect(said(() => requireMayWrite({ ...room, chatEnabled: false }, host))).toBeUndefined();
  expect(said(() => requireMayWrite(closed, host))).toBe('room_closed');
});

test('a ticket has one live session', () => {
  expect(decideSession(undefined, 'a', false)).toBe('same');
  expect(decideSession('a', 'a', false)).toBe('same');
  expect(said(() => decideSession('a', 'b', false))).toBe('session_moved');
  expect(said(() => decideSession('a', undefined, false))).toBe('session_moved');
  expect(decideSession('a', 'b', true)).toBe('move');
});

test('every combination of facts has its grants, and they say what may be published', () => {
  for (let bits = 0; bits < 256; bits++) {
    const on = (bit: number): boolean => (bits & (1 << bit)) > 0;
    const facts = {
      closed: on(0),
      isHost: on(1),
      isBanned: on(2),
      hasTurn: on(3),
      openMic: on(4),
      isInteractive: on(5),
      isMet: on(6),
      isStageGuest: on(7),
    };
    const grants = grantsFor(facts);
    const sources = sourcesOf[grants];
    const hasAll = facts.isHost || facts.isMet;
    expect(sources.includes('screen')).toBe(hasAll && !facts.closed);
    const mayTakePart = facts.isInteractive && !facts.isBanned;
    const isOnStage = facts.hasTurn || facts.isStageGuest;
    expect(sources.includes('camera')).toBe(!facts.closed && (hasAll || (isOnStage && mayTakePart)));
    expect(sources.includes('microphone')).toBe(
      !facts.closed && (hasAll || (mayTakePart && (isOnStage || facts.openMic))),
    );
    expect(grantsOf(grants !== 'none', sources)).toBe(grants);
  }
  expect(grantsOf(false, sourcesOf['mic,cam'])).toBe('mic,cam');
  expect(grantsOf(true, ['camera'])).toBeUndefined();
  expect(grantsOf(false, ['camera'])).toBeUndefined();
});
