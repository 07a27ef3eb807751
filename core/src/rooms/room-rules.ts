import { startWindowMs } from '../events/limits.ts';
import type { Instant } from '../kernel/instant.ts';
import type { Refusal } from '../kernel/refusal.ts';
import { refuse } from '../refuse.ts';

/** What the rules need to know about the room. */
export interface RoomFacts {
  readonly closed: boolean;
  /** Closed by an app admin against the host (docs/decisions/0016). */
  readonly takenDown: boolean;
  readonly chatEnabled: boolean;
  readonly raiseHandEnabled: boolean;
  readonly openMic: boolean;
  readonly speakerId: number | undefined;
}

/** What the rules need to know about one person in it. Present means holding a seat lease (decisions 27); the host needs none. */
export interface PersonFacts {
  readonly id: number;
  readonly isHost: boolean;
  readonly isAdmin: boolean;
  readonly isBanned: boolean;
  /** Taken out of this event's room and not let back in. */
  readonly isRemoved: boolean;
  readonly handRaised: boolean;
  readonly isPresent: boolean;
}

/** Only a live event is taken down; whoever cancels earlier cancels an event nobody was in. */
export const isTakenDown = (event: { startedAt: Instant | undefined; cancelledAt: Instant | undefined }): boolean =>
  event.startedAt !== undefined && event.cancelledAt !== undefined;

/** What is told at a door that stays closed, and to whoever is still in the room behind it. */
export const whyOver = ({ takenDown }: { takenDown: boolean }): Refusal =>
  refuse(takenDown ? 'room_taken_down' : 'room_closed');

function mustBeOpen(room: RoomFacts): void {
  if (room.closed) throw whyOver(room);
}

/** `start` moves the event, `again` is the host coming back to the live one. Throws `start_refused`, `start_too_early`. */
export function decideStart(
  event: { isOwner: boolean; state: 0 | 1 | 2; startsAt: Instant; takenDown: boolean },
  now: Instant,
): 'start' | 'again' {
  if (event.isOwner && event.takenDown) throw whyOver(event);
  if (!event.isOwner || event.state === 2) throw refuse('start_refused');
  if (event.state === 1) return 'again';
  if (now < event.startsAt - startWindowMs) throw refuse('start_too_early');
  return 'start';
}

/** Throws unless the door is open for this person: a ticket, and an event that is live (spec §6). */
export function admitViewer(event: { state: 0 | 1 | 2; takenDown: boolean }, hasTicket: boolean): void {
  // Its tickets are given back, so that nobody has one any more.
  if (event.takenDown) throw whyOver(event);
  if (!hasTicket) throw refuse('join_refused');
  if (event.state === 2) throw whyOver(event);
  if (event.state === 0) throw refuse('join_not_live');
}

/** Whoever was taken out stays out of this event until let back in; the ticket stays theirs. */
export function mayComeBack(me: Pick<PersonFacts, 'isRemoved'>): void {
  if (me.isRemoved) throw refuse('removed_from_event');
}

/** Only the host, and only while the room is open. */
export function ownerActs(room: RoomFacts, actor: { isHost: boolean }): void {
  if (!actor.isHost) throw refuse('host_only');
  mustBeOpen(room);
}

function moderatorActs(room: RoomFacts, actor: PersonFacts): void {
  if (!actor.isHost && !actor.isAdmin) throw refuse('moderators_only');
  mustBeOpen(room);
}

function personActs(room: RoomFacts, actor: PersonFacts): void {
  mustBeOpen(room);
  if (!actor.isHost && !actor.isPresent) throw refuse('not_in_room');
}

/** A hand goes up only while hands are on and without a turn (spec §4); raising twice keeps the place in the queue. */
export function decideHand(room: RoomFacts, me: PersonFacts, wanted: boolean | undefined): 'raise' | 'lower' | 'keep' {
  personActs(room, me);
  if (me.isHost) throw refuse('forbidden');
  const raised = wanted ?? !me.handRaised;
  if (!raised) return me.handRaised ? 'lower' : 'keep';
  if (me.isBanned) throw refuse('banned');
  if (!room.raiseHandEnabled) throw refuse('hands_disabled');
  if (room.speakerId === me.id) throw refuse('has_turn');
  return me.handRaised ? 'keep' : 'raise';
}

/** The host gives the turn to somebody who waits and is there; naming nobody or the speaker stops it (decisions 27). */
export function decideTurn(
  room: RoomFacts,
  actor: { isHost: boolean },
  target: PersonFacts | undefined,
): 'give' | 'stop' | 'keep' {
  ownerActs(room, actor);
  if (target === undefined || target.id === room.speakerId) return room.speakerId === undefined ? 'keep' : 'stop';
  if (target.isHost) throw refuse('target_protected');
  if (!target.isPresent) throw refuse('target_not_in_room');
  if (target.isBanned || !target.handRaised) throw refuse('hand_not_raised');
  return 'give';
}

/** Blocking drops hand, turn and event-admin (decisions 28); nobody blocks the host, oneself, and an event admin no other one. */
export function decideBan(
  room: RoomFacts,
  actor: PersonFacts,
  target: PersonFacts,
  enabled: boolean | undefined,
): 'ban' | 'unban' | 'keep' {
  moderatorActs(room, actor);
  if (target.isHost || target.id === actor.id || (target.isAdmin && !actor.isHost)) throw refuse('target_protected');
  const banned = enabled ?? !target.isBanned;
  if (banned === target.isBanned) return 'keep';
  return banned ? 'ban' : 'unban';
}

/** Only the owner promotes, and only a ticketed, unblocked viewer (spec §5, §6). */
export function decidePromotion(
  room: RoomFacts,
  actor: { isHost: boolean },
  target: PersonFacts,
  hasTicket: boolean,
  enabled: boolean | undefined,
): 'promote' | 'downgrade' | 'keep' {
  ownerActs(room, actor);
  if (target.isHost) throw refuse('target_protected');
  const promoted = enabled ?? !target.isAdmin;
  if (promoted === target.isAdmin) return 'keep';
  if (!promoted) return 'downgrade';
  if (target.isBanned || target.isRemoved) throw refuse('target_protected');
  if (!hasTicket) throw refuse('target_not_in_room');
  return 'promote';
}

/**
 * Taking somebody out of the room: a moderator's right over viewers, the host's over event admins too. It holds for the rest of
 * the event, also for somebody who just went out by themselves.
 */
export function decideRemoval(room: RoomFacts, actor: PersonFacts, target: PersonFacts): 'remove' | 'keep' {
  moderatorActs(room, actor);
  if (target.isHost || target.id === actor.id || (target.isAdmin && !actor.isHost)) throw refuse('target_protected');
  return target.isRemoved ? 'keep' : 'remove';
}

/** Letting somebody back in who was taken out: whoever may take out may let back in. */
export function decideReturn(room: RoomFacts, actor: PersonFacts, target: PersonFacts): 'admit' | 'keep' {
  moderatorActs(room, actor);
  return target.isRemoved ? 'admit' : 'keep';
}

/** Chat is for those who are there and not blocked, and while it is on; the owner writes always (spec §5, §6). */
export function mayWrite(room: RoomFacts, me: PersonFacts): void {
  personActs(room, me);
  if (me.isHost) return;
  if (me.isBanned) throw refuse('banned');
  if (!room.chatEnabled) throw refuse('chat_disabled');
}

/** Moderators remove messages, never the owner's (spec §5); an event admin not those of another one. */
export function mayRemoveMessage(room: RoomFacts, actor: PersonFacts, author: PersonFacts): void {
  moderatorActs(room, actor);
  if (author.isHost && !actor.isHost) throw refuse('target_protected');
  if (author.isAdmin && author.id !== actor.id && !actor.isHost) throw refuse('target_protected');
}

/** One live session per ticket (decisions 22): another device needs to say that it takes over. */
export function decideSession(
  held: string | undefined,
  asking: string | undefined,
  takeOver: boolean,
): 'same' | 'move' {
  if (held === undefined || held === asking) return 'same';
  if (!takeOver) throw refuse('session_moved');
  return 'move';
}
