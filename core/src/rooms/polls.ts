import { charCount } from '../events/limits.ts';
import { type Instant, seconds } from '../kernel/instant.ts';
import { machine } from '../kernel/machine.ts';
import { seenLine } from '../kernel/text.ts';
import { refuse } from '../refuse.ts';
import { type AudienceFacts, type AudiencePerson, requireMayTakePart } from './questions.ts';
import { endedRefusal } from './room-rules.ts';

export const pollTextCharsMax = 140;
export const pollChoiceCharsMax = 80;
export const pollChoicesMin = 2;
export const pollChoicesMax = 8;
/** How many polls an event has at most, prepared ones included. */
export const pollsMax = 50;
/** How long a poll that closes automatically is open. */
export const pollSecondsMin = 10;
export const pollSecondsMax = 3600;

export type PollState = 'prepared' | 'open' | 'closed';
export const pollMachine = machine<PollState, 'open' | 'close'>('poll', 'prepared', {
  prepared: { open: 'open' },
  open: { close: 'closed' },
  closed: {},
});

const line = (raw: string, maximum: number, field: string): string => {
  const text = seenLine(raw);
  if (text === '') throw refuse('poll_text_empty', {}, { field });
  if (charCount(text) > maximum) throw refuse('poll_text_too_long', { maximum }, { field });
  return text;
};

/**
 * Question and choices as they are kept. Throws `poll_text_empty`, `poll_text_too_long`, `poll_choices_number`,
 * `poll_choices_same`.
 */
export function pollTexts(text: string, choices: readonly string[]): { text: string; choices: string[] } {
  if (choices.length < pollChoicesMin || choices.length > pollChoicesMax)
    throw refuse('poll_choices_number', { minimum: pollChoicesMin, maximum: pollChoicesMax }, { field: 'choices' });
  const kept = choices.map((choice) => line(choice, pollChoiceCharsMax, 'choices'));
  if (new Set(kept).size < kept.length) throw refuse('poll_choices_same', {}, { field: 'choices' });
  return { text: line(text, pollTextCharsMax, 'text'), choices: kept };
}

/**
 * Polls are made by the host and co-hosts, before the event or during it. Throws `host_only`, `room_closed`,
 * `polls_full`.
 */
export function requireMayCreatePoll(event: AudienceFacts, me: AudiencePerson, polls: number): void {
  requirePollHost(event, me);
  if (polls >= pollsMax) throw refuse('polls_full', { maximum: pollsMax });
}

function requirePollHost(event: AudienceFacts, me: AudiencePerson): void {
  if (!me.isHost && me.roomRole !== 'cohost') throw refuse('host_only');
  if (event.isMeeting) throw refuse('not_in_meetings');
  if (event.state === 2) throw endedRefusal(event);
}

/**
 * One poll is open at a time, while the event is live. Opening an open poll changes nothing. Throws `host_only`,
 * `not_live`, `poll_closed`, `other_poll_open`.
 */
export function decideOpenPoll(
  event: AudienceFacts,
  me: AudiencePerson,
  state: PollState,
  isOtherOpen: boolean,
): 'open' | 'keep' {
  requirePollHost(event, me);
  if (event.state === 0) throw refuse('not_live');
  if (state === 'open') return 'keep';
  if (!pollMachine.can(state, 'open')) throw refuse('poll_closed');
  if (isOtherOpen) throw refuse('other_poll_open');
  return 'open';
}

/** Closing a closed poll changes nothing. Throws `host_only`, `poll_not_open`. */
export function decideClosePoll(event: AudienceFacts, me: AudiencePerson, state: PollState): 'close' | 'keep' {
  requirePollHost(event, me);
  if (state === 'closed') return 'keep';
  if (!pollMachine.can(state, 'close')) throw refuse('poll_not_open');
  return 'close';
}

export interface PollFacts {
  readonly state: PollState;
  readonly choices: number;
  readonly multiple: boolean;
  readonly closesAt: Instant | undefined;
}

/**
 * What somebody votes for, without repetitions. The host may vote; people may change their vote while the poll is
 * open. Throws `poll_not_open`, `poll_choice_unknown`, `poll_one_choice`, and what taking part throws.
 */
export function pollVote(
  event: AudienceFacts,
  me: AudiencePerson & { readonly isPresent: boolean },
  poll: PollFacts,
  { chosen, now }: { readonly chosen: readonly number[]; readonly now: Instant },
): number[] {
  requireMayTakePart(event, me);
  if (!me.isHost && !me.isPresent) throw refuse('not_in_room');
  if (poll.state !== 'open' || isPollOver(poll, now)) throw refuse('poll_not_open');
  const votes = [...new Set(chosen)].toSorted((a, b) => a - b);
  if (votes.length === 0 || votes.some((choice) => choice >= poll.choices))
    throw refuse('poll_choice_unknown', {}, { field: 'choices' });
  if (!poll.multiple && votes.length > 1) throw refuse('poll_one_choice', {}, { field: 'choices' });
  return votes;
}

export const isPollOver = ({ closesAt }: { readonly closesAt: Instant | undefined }, now: Instant): boolean =>
  closesAt !== undefined && closesAt <= now;

export const pollClosesAt = (openedAt: Instant, closesAfterSeconds: number | undefined): Instant | undefined =>
  closesAfterSeconds === undefined ? undefined : openedAt + seconds(closesAfterSeconds);
