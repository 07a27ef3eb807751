import { startWindowMs } from '../events/limits.ts';
import type { Instant } from '../kernel/instant.ts';
import type { Refusal } from '../kernel/refusal.ts';
import { refuse } from '../refuse.ts';

/** What a person is in a room apart from host and event admin. A guest is a guest speaker. */
export const roomRoles = ['viewer', 'guest', 'cohost'] as const;
export type RoomRole = (typeof roomRoles)[number];

/** What the rules need to know about a room. */
export interface RoomFacts {
  readonly closed: boolean;
  /** An app admin ended the event, not its host (docs/decisions/0016). */
  readonly takenDown: boolean;
  /** Before the event is live only host, co-hosts and guest speakers are in the room. */
  readonly isLive: boolean;
  /** A broadcast has no hands, no turns and no open microphone (rule B2). */
  readonly isInteractive: boolean;
  /** A private meeting is of two: no hands, no turns, no switches and nobody to moderate. */
  readonly isMeeting: boolean;
  readonly chatEnabled: boolean;
  readonly raiseHandEnabled: boolean;
  readonly openMic: boolean;
  readonly speakerId: number | undefined;
  /** Who has the one place of a guest on stage. */
  readonly stageGuestId: number | undefined;
}

/** What the rules need to know about one person in it. Present means holding a seat lease; the host needs none. */
export interface PersonFacts {
  readonly id: number;
  readonly isHost: boolean;
  /** Event admins, and co-hosts, who may do everything that event admins do. */
  readonly isAdmin: boolean;
  readonly roomRole: RoomRole;
  readonly isBanned: boolean;
  /** Removed from this event's room and not readmitted. */
  readonly isRemoved: boolean;
  /** How much longer a time-out lasts; 0 without one. */
  readonly timedOutMs: number;
  readonly handRaised: boolean;
  readonly isPresent: boolean;
}

/** Only a live event is taken down. An event cancelled before its start had nobody in its room. */
export const isTakenDown = (event: { startedAt: Instant | undefined; cancelledAt: Instant | undefined }): boolean =>
  event.startedAt !== undefined && event.cancelledAt !== undefined;

/** Why nobody can enter any more. People who were still in the room are told the same. */
export const endedRefusal = ({ takenDown }: { takenDown: boolean }): Refusal =>
  refuse(takenDown ? 'room_taken_down' : 'room_closed');

function requireOpen(room: Pick<RoomFacts, 'closed' | 'takenDown'>): void {
  if (room.closed) throw endedRefusal(room);
}

/** `start` makes the event live, `again` is the host returning to it. Throws `start_refused`, `start_too_early`. */
export function decideStart(
  event: { isOwner: boolean; state: 0 | 1 | 2; startsAt: Instant; takenDown: boolean },
  now: Instant,
): 'start' | 'again' {
  if (event.isOwner && event.takenDown) throw endedRefusal(event);
  if (!event.isOwner || event.state === 2) throw refuse('start_refused');
  if (event.state === 1) return 'again';
  if (now < event.startsAt - startWindowMs) throw refuse('start_too_early');
  return 'start';
}

/**
 * Entering needs a ticket and a live event; with a role also the open backstage before it (`requireBackstage`). Throws
 * `join_refused`, `join_not_live`, `room_closed`, `room_taken_down`.
 */
export function admitViewer(
  event: { state: 0 | 1 | 2; takenDown: boolean },
  hasTicket: boolean,
  isBackstage = false,
): void {
  // First: the tickets of such an event are refunded, so nobody has one.
  if (event.takenDown) throw endedRefusal(event);
  if (!hasTicket) throw refuse('join_refused');
  if (event.state === 2) throw endedRefusal(event);
  if (event.state === 0 && !isBackstage) throw refuse('join_not_live');
}

/** How many viewers the room admits: all that were sold, but of a broadcast no more than the installation carries. */
export const seatsAdmitted = (event: { kind: 0 | 1; capacity: number }, broadcastViewersMax: number): number =>
  event.kind === 1 ? Math.min(event.capacity, broadcastViewersMax) : event.capacity;

/**
 * A seat for one more. The installation's limit may have been lowered after the sale: then the holder of a ticket is
 * told so, and may take the money back. Throws `room_full`, `room_limited`.
 */
export function requireSeatFree(event: { kind: 0 | 1; capacity: number }, taken: number, limit: number): void {
  if (taken >= event.capacity) throw refuse('room_full');
  if (taken >= seatsAdmitted(event, limit)) throw refuse('room_limited');
}

/** A removed person cannot return until they are readmitted. They keep their ticket. Throws `removed_from_event`. */
export function requireNotRemoved(me: Pick<PersonFacts, 'isRemoved'>): void {
  if (me.isRemoved) throw refuse('removed_from_event');
}

/** A time-out stops writing, asking, reacting and raising a hand. Throws `timed_out`, which says for how long. */
export function requireNotTimedOut({ timedOutMs }: Pick<PersonFacts, 'timedOutMs'>): void {
  if (timedOutMs <= 0) return;
  const minutes = Math.ceil(timedOutMs / 60_000);
  throw refuse(
    'timed_out',
    { wait: minutes === 1 ? '1 minute' : `${minutes} minutes` },
    { retryAfter: Math.ceil(timedOutMs / 1000) },
  );
}

/** Only the host, and only while the room is open. */
export function requireOwner(room: RoomFacts, actor: { isHost: boolean }): void {
  if (!actor.isHost) throw refuse('host_only');
  requireAudience(room);
  requireOpen(room);
}

/** Throws `not_in_meetings`. */
export function requireAudience(room: Pick<RoomFacts, 'isMeeting'>): void {
  if (room.isMeeting) throw refuse('not_in_meetings');
}

/** Throws `interactive_only`. */
export function requireInteractive(room: Pick<RoomFacts, 'isInteractive'>): void {
  if (!room.isInteractive) throw refuse('interactive_only');
}

/** The host, and co-hosts, who run the room with them. */
export type RoomRunner = Pick<PersonFacts, 'isHost' | 'roomRole'>;

/** Switches, hands and turns are for the host and co-hosts, while the room is open. Throws `host_only`. */
export function requireRoomRunner(room: RoomFacts, actor: RoomRunner): void {
  requireOwner(room, { isHost: actor.isHost || actor.roomRole === 'cohost' });
}

/** Open microphone, hands and turns exist in interactive rooms only. */
export function requireHandsRunner(room: RoomFacts, actor: RoomRunner): void {
  requireRoomRunner(room, actor);
  requireInteractive(room);
}

/** Hands are lowered by the host and by event admins: a question with a hand is moderated like the chat. */
export function requireHandsModerator(room: RoomFacts, actor: PersonFacts): void {
  requireModerator(room, actor);
  requireInteractive(room);
}

/** Throws `moderators_only`, `not_in_meetings`, `room_closed`, `room_taken_down`. */
export function requireModerator(
  room: Pick<RoomFacts, 'closed' | 'takenDown' | 'isMeeting'>,
  actor: Pick<PersonFacts, 'isHost' | 'isAdmin'>,
): void {
  if (!actor.isHost && !actor.isAdmin) throw refuse('moderators_only');
  requireAudience(room);
  requireOpen(room);
}

/** The host, or somebody with a seat, while the room is open. */
export function requirePresent(
  room: Pick<RoomFacts, 'closed' | 'takenDown'>,
  actor: Pick<PersonFacts, 'isHost' | 'isPresent'>,
): void {
  requireOpen(room);
  if (!actor.isHost && !actor.isPresent) throw refuse('not_in_room');
}

/** Nobody waits for a turn or writes backstage. Throws `not_live`. */
function requireLive(room: Pick<RoomFacts, 'isLive'>): void {
  if (!room.isLive) throw refuse('not_live');
}

/** Raising needs hands on and no turn (rule R4). Raising twice keeps the place in the queue. */
export function decideHand(room: RoomFacts, me: PersonFacts, wanted: boolean | undefined): 'raise' | 'lower' | 'keep' {
  requirePresent(room, me);
  requireInteractive(room);
  requireAudience(room);
  requireLive(room);
  if (me.isHost) throw refuse('forbidden');
  const raised = wanted ?? !me.handRaised;
  if (!raised) return me.handRaised ? 'lower' : 'keep';
  if (me.isBanned) throw refuse('banned');
  requireNotTimedOut(me);
  if (!room.raiseHandEnabled) throw refuse('hands_disabled');
  if (room.speakerId === me.id) throw refuse('has_turn');
  if (room.stageGuestId === me.id) throw refuse('on_stage');
  return me.handRaised ? 'keep' : 'raise';
}

/**
 * The host or a co-host gives the turn to a present viewer whose hand is raised. Naming no one, or the speaker, stops
 * the turn. With `enabled` a repeated call changes nothing, so that a second press, or a retry after a lost answer, is
 * safe.
 */
export function decideTurn(
  room: RoomFacts,
  actor: RoomRunner,
  target: PersonFacts | undefined,
  enabled?: boolean,
): 'give' | 'stop' | 'keep' {
  requireHandsRunner(room, actor);
  if (target === undefined && enabled === true) throw refuse('target_not_in_room');
  const isSpeaking = target !== undefined && target.id === room.speakerId;
  if (target === undefined || (isSpeaking && enabled !== true)) return room.speakerId === undefined ? 'keep' : 'stop';
  if (isSpeaking || enabled === false) return 'keep';
  if (target.isHost) throw refuse('target_protected');
  if (!target.isPresent) throw refuse('target_not_in_room');
  if (target.id === room.stageGuestId) throw refuse('on_stage');
  if (target.isBanned || !target.handRaised) throw refuse('hand_not_raised');
  return 'give';
}

/** The host, oneself, and event admins to each other are out of a moderator's reach. Throws `target_protected`. */
export function requireReachable(actor: PersonFacts, target: PersonFacts): void {
  if (target.isHost || target.id === actor.id || (target.isAdmin && !actor.isHost)) throw refuse('target_protected');
}

/** Who may block whom (rule R6): no one blocks the host or themselves, and only the host blocks event admins. */
export function decideBlock(
  room: RoomFacts,
  actor: PersonFacts,
  target: PersonFacts,
  enabled: boolean | undefined,
): 'block' | 'unblock' | 'keep' {
  requireModerator(room, actor);
  requireReachable(actor, target);
  const banned = enabled ?? !target.isBanned;
  if (banned === target.isBanned) return 'keep';
  return banned ? 'block' : 'unblock';
}

/** Only the owner promotes, and only a viewer who has a ticket and is neither blocked nor removed. */
export function decidePromotion(
  room: RoomFacts,
  actor: { isHost: boolean },
  target: PersonFacts,
  hasTicket: boolean,
  enabled: boolean | undefined,
): 'promote' | 'downgrade' | 'keep' {
  requireOwner(room, actor);
  if (target.isHost) throw refuse('target_protected');
  const promoted = enabled ?? !target.isAdmin;
  if (promoted === target.isAdmin) return 'keep';
  if (target.roomRole === 'cohost') throw refuse('cohost_moderates');
  if (!promoted) return 'downgrade';
  if (target.isBanned || target.isRemoved) throw refuse('target_protected');
  if (!hasTicket) throw refuse('target_not_in_room');
  return 'promote';
}

/**
 * Who may remove whom: moderators remove viewers, and only the host removes event admins. A removal holds for the rest
 * of the event, also for somebody who had already left.
 */
export function decideRemoval(room: RoomFacts, actor: PersonFacts, target: PersonFacts): 'remove' | 'keep' {
  requireModerator(room, actor);
  requireReachable(actor, target);
  return target.isRemoved ? 'keep' : 'remove';
}

/** Every moderator may readmit a removed person. */
export function decideReturn(room: RoomFacts, actor: PersonFacts, target: PersonFacts): 'admit' | 'keep' {
  requireModerator(room, actor);
  return target.isRemoved ? 'admit' : 'keep';
}

/** Writing needs presence, no block, and the chat on. The owner may always write. */
export function requireMayWrite(room: RoomFacts, me: PersonFacts): void {
  requirePresent(room, me);
  // The host of a broadcast may welcome people from the control room.
  if (room.isInteractive) requireLive(room);
  if (me.isHost) return;
  if (me.isBanned) throw refuse('banned');
  requireNotTimedOut(me);
  if (!room.chatEnabled) throw refuse('chat_disabled');
}

/** Moderators remove messages, but never the owner's. Only the host removes those of an event admin. */
export function requireMayRemoveMessage(room: RoomFacts, actor: PersonFacts, author: PersonFacts): void {
  requireModerator(room, actor);
  if (author.isHost && !actor.isHost) throw refuse('target_protected');
  if (author.isAdmin && author.id !== actor.id && !actor.isHost) throw refuse('target_protected');
}

/** One live session per ticket (rule R8): another device has to ask to take over. */
export function decideSession(
  held: string | undefined,
  asking: string | undefined,
  takeOver: boolean,
): 'same' | 'move' {
  if (held === undefined || held === asking) return 'same';
  if (!takeOver) throw refuse('session_moved');
  return 'move';
}
