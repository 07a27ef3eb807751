import type { WireOwnQuestion, WireQuestion } from '@frontrow/contract/rooms/audience-api.ts';

export interface Question {
  readonly id: string;
  readonly text: string;
  readonly state: WireQuestion['state'];
  readonly pinned: boolean;
  /** Its author is on stage for it. */
  readonly answering: boolean;
  readonly votes: number;
  /** This person voted for it. */
  readonly voted: boolean;
  readonly askedAt: number;
  readonly username: string;
  readonly avatar: string | null;
}

/** The questions that were loaded so far. */
export interface Questions {
  readonly list: readonly Question[];
  /** Where the next page begins; null once all are here. */
  readonly next: string | null;
}

export const questionOf = (wire: WireQuestion | WireOwnQuestion): Question => ({
  id: wire.question_id,
  text: wire.text,
  state: wire.state,
  pinned: wire.pinned,
  answering: wire.answering === true,
  votes: wire.votes,
  voted: 'voted' in wire && wire.voted,
  askedAt: wire.asked_at,
  username: wire.user.username,
  avatar: wire.user.user_avatar,
});

const rank = { open: 0, answered: 1, dismissed: 2 } as const;

/** The server's order: the one that is answered now, pinned ones, then open ones by votes, then answered ones. */
const inOrder = (a: Question, b: Question): number =>
  Number(b.answering) - Number(a.answering) ||
  Number(b.pinned) - Number(a.pinned) ||
  rank[a.state] - rank[b.state] ||
  b.votes - a.votes ||
  (a.id < b.id ? -1 : 1);

/**
 * The list with these questions as they are now. An update for everyone says neither whether this person voted nor what
 * a dismissed question was: what is known of both stays. Only moderators keep dismissed ones.
 */
export function withQuestions(
  known: readonly Question[],
  changed: readonly (WireQuestion | WireOwnQuestion)[],
  moderates: boolean,
): Question[] {
  const questions = new Map(known.map((question) => [question.id, question]));
  for (const wire of changed) {
    const before = questions.get(wire.question_id);
    const next = questionOf(wire);
    questions.set(next.id, {
      ...next,
      voted: 'voted' in wire ? wire.voted : (before?.voted ?? false),
      text: next.text === '' ? (before?.text ?? '') : next.text,
    });
  }
  return [...questions.values()]
    .filter((question) => question.state !== 'dismissed' || (moderates && question.text !== ''))
    .toSorted(inOrder);
}
