import type { BodyOf } from '@frontrow/contract/api.ts';
import type { Capabilities } from '@frontrow/core/rooms/capabilities.ts';
import type { WireOwnPoll, WirePoll } from '@frontrow/contract/rooms/audience-api.ts';

export interface PollChoice {
  readonly text: string;
  /** Null while results are hidden. */
  readonly votes: number | null;
  /** For the host of a poll that is not anonymous. */
  readonly usernames: readonly string[];
}

export interface Poll {
  readonly id: string;
  readonly text: string;
  readonly state: WirePoll['state'];
  readonly multiple: boolean;
  readonly anonymous: boolean;
  readonly choices: readonly PollChoice[];
  readonly voters: number;
  readonly closesAt: number | null;
  readonly closedAt: number | null;
  /** What this person voted for. */
  readonly mine: readonly number[];
}

/** A poll that the host prepares. */
export type PollDraft = Omit<BodyOf<'POST /events/streaming/polls/create'>, 'event_uuid'>;

export const pollOf = (wire: WirePoll | WireOwnPoll): Poll => ({
  id: wire.poll_id,
  text: wire.text,
  state: wire.state,
  multiple: wire.multiple,
  anonymous: wire.anonymous,
  choices: wire.choices.map((choice) => ({
    text: choice.text,
    votes: choice.votes,
    usernames: 'usernames' in choice ? (choice.usernames ?? []) : [],
  })),
  voters: wire.voters,
  closesAt: wire.closes_at,
  closedAt: wire.closed_at,
  mine: 'my_choices' in wire ? wire.my_choices : [],
});

/**
 * The list with these polls as they are now. An update for everyone does not say what this person voted for, nor any
 * names: what is known of both stays.
 */
export function withPolls(known: readonly Poll[], changed: readonly (WirePoll | WireOwnPoll)[]): Poll[] {
  const polls = new Map(known.map((poll) => [poll.id, poll]));
  for (const wire of changed) {
    const next = pollOf(wire);
    const before = polls.get(next.id);
    polls.set(
      next.id,
      'my_choices' in wire || !before
        ? next
        : {
            ...next,
            mine: before.mine,
            choices: next.choices.map((choice, n) => ({ ...choice, usernames: before.choices[n]?.usernames ?? [] })),
          },
    );
  }
  return [...polls.values()];
}

/** Shares of the people who voted, in whole percent; null while results are hidden. */
export const sharesOf = ({ choices, voters }: Poll): (number | null)[] =>
  choices.map(({ votes }) => (votes === null ? null : voters === 0 ? 0 : Math.round((votes / voters) * 100)));

/** Whether an open poll shows its ballot at first. People who run polls see the results, and a button to vote. */
export const asksToVote = ({ mine }: Poll, runsPolls: boolean): boolean => mine.length === 0 && !runsPolls;

/** The open poll that a person may vote in, did not vote in and has not seen; null for people who run polls. */
export function pollToNote(
  polls: readonly Poll[],
  can: Pick<Capabilities, 'mayVote' | 'mayRunPolls'>,
  { openPoll, seenPoll }: { openPoll: string | null; seenPoll: string | null },
): Poll | null {
  if (!can.mayVote || openPoll === seenPoll) return null;
  return polls.find((poll) => poll.id === openPoll && asksToVote(poll, can.mayRunPolls)) ?? null;
}

/** The choices with the most votes; none without votes or while results are hidden. */
export function leadingIn({ choices }: Poll): ReadonlySet<number> {
  const most = Math.max(...choices.map((choice) => choice.votes ?? 0));
  return new Set(most === 0 ? [] : choices.flatMap(({ votes }, n) => (votes === most ? [n] : [])));
}
