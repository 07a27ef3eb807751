import { charCount } from '../events/limits.ts';
import { minutes, seconds } from '../kernel/instant.ts';
import { seenLine } from '../kernel/text.ts';
import { refuse } from '../refuse.ts';
import {
  type PersonFacts,
  requireModerator,
  requireNotTimedOut,
  requireReachable,
  type RoomFacts,
} from './room-rules.ts';

export const announcementCharsMax = 200;
/** How long an announcement stays over the picture. In the chat it stays as a line. */
export const announcementShownMs = seconds(30);
export const timeOutMinutesDefault = 5;
export const timeOutMinutesMax = 120;

/** The text that is kept: one line, no invisible characters. Throws `announcement_empty`, `announcement_too_long`. */
export function announcementText(raw: string): string {
  const text = seenLine(raw);
  if (text === '') throw refuse('announcement_empty', {}, { field: 'text' });
  if (charCount(text) > announcementCharsMax)
    throw refuse('announcement_too_long', { maximum: announcementCharsMax }, { field: 'text' });
  return text;
}

/**
 * The host and event admins announce, also while the chat is off. Throws `moderators_only`, `not_in_meetings`,
 * `room_closed`, `room_taken_down`, `timed_out`.
 */
export function requireMayAnnounce(room: RoomFacts, actor: PersonFacts): void {
  requireModerator(room, actor);
  if (!actor.isHost) requireNotTimedOut(actor);
}

/**
 * Who may time out whom: as with blocking, nobody the host or themselves, and only the host event admins. 0 minutes end
 * a time-out. Throws also `time_out_minutes`.
 */
export function decideTimeOut(
  room: RoomFacts,
  actor: PersonFacts,
  target: PersonFacts,
  wanted: number,
): { readonly lastsMs: number } | 'end' | 'keep' {
  requireModerator(room, actor);
  requireReachable(actor, target);
  if (wanted < 0 || wanted > timeOutMinutesMax)
    throw refuse('time_out_minutes', { minimum: 1, maximum: timeOutMinutesMax }, { field: 'minutes' });
  if (wanted > 0) return { lastsMs: minutes(wanted) };
  return target.timedOutMs > 0 ? 'end' : 'keep';
}

/**
 * Who may remove everything that somebody wrote: moderators what viewers wrote, and the host also what event admins
 * wrote. Unlike a single message, nobody removes all of their own. Throws what `requireModerator` throws, and
 * `target_protected`.
 */
export function requireMayRemoveAll(room: RoomFacts, actor: PersonFacts, author: PersonFacts): void {
  requireModerator(room, actor);
  requireReachable(actor, author);
}
