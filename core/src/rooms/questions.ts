import { charCount } from '../events/limits.ts';
import { seenLine } from '../kernel/text.ts';
import { refuse } from '../refuse.ts';
import { endedRefusal, requireNotRemoved, requireNotTimedOut, type RoomRole } from './room-rules.ts';

export const questionCharsMax = 140;
/** How many unanswered questions one person can have in an event. */
export const openQuestionsMax = 5;
/** How many questions an event takes in all. */
export const questionsMax = 2_000;
export const questionsPageSize = 50;

export const questionStates = ['open', 'answered', 'dismissed'] as const;
export type QuestionState = (typeof questionStates)[number];

/** The event of a question, which may not have a room yet. */
export interface AudienceFacts {
  readonly state: 0 | 1 | 2;
  readonly takenDown: boolean;
  readonly isMeeting: boolean;
}

/** Somebody who asks, votes or moderates. Nobody has to be in the room: questions are asked before the event, too. */
export interface AudiencePerson {
  readonly isHost: boolean;
  readonly isAdmin: boolean;
  readonly roomRole: RoomRole;
  readonly hasTicket: boolean;
  readonly isBanned: boolean;
  readonly isRemoved: boolean;
  readonly timedOutMs: number;
}

/** The text that is kept: one line, no invisible characters. Throws `question_empty`, `question_too_long`. */
export function questionText(raw: string): string {
  const text = seenLine(raw);
  if (text === '') throw refuse('question_empty', {}, { field: 'text' });
  if (charCount(text) > questionCharsMax)
    throw refuse('question_too_long', { maximum: questionCharsMax }, { field: 'text' });
  return text;
}

/**
 * Questions and polls belong to events with an audience. Throws `not_in_meetings`, `room_closed`, `room_taken_down`.
 */
function requireAudienceNow(event: AudienceFacts): void {
  if (event.isMeeting) throw refuse('not_in_meetings');
  if (event.state === 2) throw endedRefusal(event);
}

/** Host and ticket holders who are neither blocked nor removed. Throws `forbidden`, `banned`, `removed_from_event`. */
export function requireMayTakePart(event: AudienceFacts, me: AudiencePerson): void {
  if (!me.isHost && !me.hasTicket) throw refuse('forbidden');
  requireAudienceNow(event);
  requireNotRemoved(me);
  if (me.isBanned && !me.isHost) throw refuse('banned');
}

/** The host answers questions and asks none. Throws also `questions_full`, `timed_out`, `too_many_questions`. */
export function requireMayAsk(
  event: AudienceFacts,
  me: AudiencePerson,
  asked: { readonly open: number; readonly all: number },
): void {
  if (me.isHost) throw refuse('forbidden');
  requireMayTakePart(event, me);
  requireNotTimedOut(me);
  if (asked.open >= openQuestionsMax) throw refuse('too_many_questions', { maximum: openQuestionsMax });
  if (asked.all >= questionsMax) throw refuse('questions_full');
}

/**
 * A chat message becomes a question of its author: the host and event admins do it with any viewer's, and viewers with
 * their own, which then counts as asked. The host's messages stay messages. Throws `moderators_only`,
 * `target_protected`, and what `requireMayAsk` throws.
 */
export function requireMayAskFromMessage(
  event: AudienceFacts,
  me: AudiencePerson & { readonly id: number },
  author: { readonly id: number; readonly isHost: boolean },
  asked: { readonly open: number; readonly all: number },
): void {
  const moderates = me.isHost || me.isAdmin;
  if (!moderates && me.id !== author.id) throw refuse('moderators_only');
  if (!moderates) return requireMayAsk(event, me, asked);
  requireMayModerateAudience(event, me);
  if (author.isHost) throw refuse('target_protected');
  if (asked.all >= questionsMax) throw refuse('questions_full');
}

/** The host and event admins. Throws `moderators_only`, `room_closed`, `room_taken_down`. */
export function requireMayModerateAudience(event: AudienceFacts, me: AudiencePerson): void {
  if (!me.isHost && !me.isAdmin) throw refuse('moderators_only');
  requireAudienceNow(event);
}
