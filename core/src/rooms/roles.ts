import type { Instant } from '../kernel/instant.ts';
import { refuse } from '../refuse.ts';
import { backstageOpensMs } from './limits.ts';
import {
  endedRefusal,
  type PersonFacts,
  requireInteractive,
  requireRoomRunner,
  type RoomFacts,
  type RoomRole,
} from './room-rules.ts';

/** A person with a role may go on stage as guest. */
export const isSpeaker = ({ roomRole }: { readonly roomRole: RoomRole }): boolean => roomRole !== 'viewer';

/**
 * Who may give or take a role. The host decides about co-hosts; co-hosts make viewers guest speakers and end that. A
 * role needs a ticket, so everyone with a role counts as one of the event's seats. Throws `host_only`,
 * `interactive_only`, `room_closed`, `target_protected`, `role_needs_ticket`.
 */
export function decideRole(
  room: RoomFacts,
  actor: PersonFacts,
  target: PersonFacts & { readonly hasTicket: boolean },
  role: RoomRole,
): 'set' | 'keep' {
  requireRoomRunner(room, actor);
  requireInteractive(room);
  if (target.isHost) throw refuse('target_protected');
  const isOfCohosts = role === 'cohost' || target.roomRole === 'cohost';
  // A co-host may step down; only the host can make them co-host again.
  const resigns = target.id === actor.id && role === 'viewer';
  if (isOfCohosts && !actor.isHost && !resigns) throw refuse('host_only');
  if (role === target.roomRole) return 'keep';
  if (role === 'viewer') return 'set';
  if (target.isBanned || target.isRemoved) throw refuse('target_protected');
  if (!target.hasTicket) throw refuse('role_needs_ticket');
  return 'set';
}

/**
 * Who takes the one place of a guest on stage, or leaves it. Host and co-hosts put anyone with a role there, in place
 * of the current guest; a guest speaker takes it only while it is free. Throws `host_only`, `interactive_only`,
 * `room_closed`, `not_a_speaker`, `target_not_in_room`, `guest_place_taken`.
 */
export function decideStageGuest(
  room: RoomFacts,
  actor: PersonFacts,
  target: PersonFacts,
  onStage: boolean,
): 'take' | 'leave' | 'keep' {
  const runs = actor.isHost || actor.roomRole === 'cohost';
  if (!runs && (actor.id !== target.id || !isSpeaker(actor))) throw refuse('host_only');
  if (room.closed) throw endedRefusal(room);
  requireInteractive(room);
  const isThere = room.stageGuestId === target.id;
  if (!onStage) return isThere ? 'leave' : 'keep';
  if (isThere) return 'keep';
  if (!isSpeaker(target)) throw refuse('not_a_speaker');
  if (!target.isPresent) throw refuse('target_not_in_room');
  if (!runs && room.stageGuestId !== undefined) throw refuse('guest_place_taken');
  return 'take';
}

/** A guest speaker who is in the room takes a free place on stage. A co-host goes there only when they choose to. */
export const takesFreePlace = (
  room: Pick<RoomFacts, 'isInteractive' | 'stageGuestId'>,
  person: { readonly roomRole: RoomRole; readonly isPresent: boolean },
): boolean => room.isInteractive && room.stageGuestId === undefined && person.roomRole === 'guest' && person.isPresent;

/** The backstage of an interactive event that is not live yet. */
export interface BackstageFacts {
  readonly state: 0 | 1 | 2;
  readonly startsAt: Instant;
  readonly isInteractive: boolean;
  readonly takenDown: boolean;
}

const isBackstageOpen = ({ startsAt }: Pick<BackstageFacts, 'startsAt'>, now: Instant): boolean =>
  now >= startsAt - backstageOpensMs;

/** Entering before the event is live, with a role. Throws `join_not_live`, `backstage_not_open`. */
export function requireBackstage(
  event: BackstageFacts,
  me: { readonly roomRole: RoomRole; readonly isRemoved: boolean },
  now: Instant,
): void {
  if (!event.isInteractive || !isSpeaker(me)) throw refuse('join_not_live');
  if (!isBackstageOpen(event, now)) throw refuse('backstage_not_open', { minutes: backstageOpensMs / 60_000 });
}

/**
 * The host opens the backstage, or returns to the live event. Throws `host_only`, `interactive_only`, `room_closed`,
 * `room_taken_down`, `backstage_not_open`.
 */
export function decideBackstage(
  event: BackstageFacts & { readonly isOwner: boolean },
  now: Instant,
): 'prepare' | 'again' {
  if (!event.isOwner) throw refuse('host_only');
  requireInteractive(event);
  if (event.state === 2) throw endedRefusal(event);
  if (event.state === 1) return 'again';
  if (!isBackstageOpen(event, now)) throw refuse('backstage_not_open', { minutes: backstageOpensMs / 60_000 });
  return 'prepare';
}
