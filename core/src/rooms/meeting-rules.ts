import type { Instant } from '../kernel/instant.ts';
import { refuse } from '../refuse.ts';
import { endWithAddedTime } from '../meetings/meeting-times.ts';
import { roomOpensMs } from '../meetings/limits.ts';
import type { Capabilities } from './capabilities.ts';
import { endedRefusal } from './room-rules.ts';

/** Who somebody is in the room of a private meeting. An app admin is never hidden there: both see that they came. */
export type MeetingPart = 'host' | 'viewer' | 'admin';

interface Parties {
  readonly hostId: number;
  readonly viewerId: number;
}

/** Undefined: for this person there is no such meeting. */
export function meetingPart(meeting: Parties, person: { id: number; isAdmin: boolean }): MeetingPart | undefined {
  if (person.id === meeting.hostId) return 'host';
  if (person.id === meeting.viewerId) return 'viewer';
  return person.isAdmin ? 'admin' : undefined;
}

/** The same, but everybody else hears that there is no such event. */
export function requireMeetingPart(meeting: Parties, person: { id: number; isAdmin: boolean }): MeetingPart {
  const part = meetingPart(meeting, person);
  if (!part) throw refuse('event_not_found');
  return part;
}

export interface MeetingFacts {
  readonly state: 0 | 1 | 2;
  readonly startsAt: Instant;
  readonly endsAt: Instant;
  readonly takenDown: boolean;
  /** The viewer has the seat: it is paid, or costs nothing. */
  readonly isConfirmed: boolean;
}

/**
 * Either of the two may come first, which opens the room (`start`); an app admin opens none. Throws `room_closed`,
 * `room_taken_down`, `meeting_not_confirmed`, `room_not_open`, `join_not_live`.
 */
export function decideMeetingEntry(meeting: MeetingFacts, part: MeetingPart, now: Instant): 'start' | 'again' {
  // First: the money of such a meeting went back, so nobody has a seat.
  if (meeting.state === 2) throw endedRefusal(meeting);
  if (!meeting.isConfirmed) throw refuse('meeting_not_confirmed');
  if (now < meeting.startsAt - roomOpensMs) throw refuse('room_not_open', { minutes: roomOpensMs / 60_000 });
  if (now >= meeting.endsAt) throw endedRefusal(meeting);
  if (meeting.state === 1) return 'again';
  if (part === 'admin') throw refuse('join_not_live');
  return 'start';
}

/**
 * When the meeting ends once its host has added time. Whether the time after it is free is not decided here. Throws
 * `host_only`, `not_live`, `room_closed`, `time_added_full`.
 */
export function decideAddedTime(
  meeting: Omit<MeetingFacts, 'isConfirmed'>,
  actor: { isHost: boolean },
  now: Instant,
): Instant {
  if (!actor.isHost) throw refuse('host_only');
  if (meeting.state === 0) throw refuse('not_live');
  if (meeting.state === 2 || now >= meeting.endsAt) throw endedRefusal(meeting);
  const later = endWithAddedTime(meeting);
  if (later === undefined) throw refuse('time_added_full');
  return later;
}

const nothing: Capabilities = {
  seesControls: false,
  seesDevices: false,
  mayChat: false,
  chatClosed: false,
  chatWaits: false,
  mayVote: false,
  mayAsk: false,
  seesReactions: false,
  mayReact: false,
  seesHand: false,
  mayRaiseHand: false,
  mayLowerHand: false,
  mayUseMicrophone: false,
  mayUseCamera: false,
  mayShareScreen: false,
  mayToggle: false,
  mayChooseSpeaker: false,
  maySeeViewers: false,
  mayModerate: false,
  mayPromote: false,
  mayBeStageGuest: false,
  mayInviteGuests: false,
  mayMakeCohosts: false,
  mayRunPolls: false,
  mayFinish: false,
  mayGoLive: false,
  maySelectSource: false,
};

/** Both have the same rights. Nobody raises a hand, moderates or finishes: the meeting ends by its time. */
export function meetingCapabilities(part: MeetingPart, finished: boolean): Capabilities {
  const isParty = part !== 'admin';
  const may = isParty && !finished;
  return {
    ...nothing,
    seesControls: isParty,
    seesDevices: isParty,
    mayChat: may,
    chatClosed: !isParty,
    mayUseMicrophone: may,
    mayUseCamera: may,
    mayShareScreen: may,
  };
}
