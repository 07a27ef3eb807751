import type { WireOwnPoll, WireOwnQuestion } from '@frontrow/contract/rooms/audience-api.ts';
import type { WireCurrentState } from '@frontrow/contract/rooms/api.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import {
  decideClosePoll,
  decideOpenPoll,
  isPollOver,
  pollClosesAt,
  pollTexts,
  pollVote,
} from '@frontrow/core/rooms/polls.ts';
import type { AudienceFacts, AudiencePerson } from '@frontrow/core/rooms/questions.ts';
import type { LiveUpdate, RoomDeps } from '../model/room-deps.ts';

/** What the host prepared for the event: read once, and changed in this browser alone. */
export interface Seed {
  readonly questions: readonly WireOwnQuestion[];
  readonly polls: readonly WireOwnPoll[];
}

type Answer = { current_state: WireCurrentState };
type Body = Readonly<Record<string, unknown>>;

interface Stage extends Pick<RoomDeps, 'me' | 'now' | 'after' | 'newId'> {
  readonly people: readonly string[];
  readonly changed: () => Answer;
  readonly push: (update: (numbers: { event_uuid: string; seq: number; since: number }) => LiveUpdate) => void;
  /** Gives the turn to someone whose hand need not be up. */
  readonly callToStage: (username: string) => void;
}

const event: AudienceFacts = { state: 1, takenDown: false, isMeeting: false };
const someone: AudiencePerson & { readonly isPresent: boolean } = {
  isHost: false,
  isAdmin: false,
  roomRole: 'viewer',
  hasTicket: true,
  isBanned: false,
  isRemoved: false,
  timedOutMs: 0,
  isPresent: true,
};
const host = { ...someone, isHost: true };
/** Between two votes of the simulated viewers. */
const voteEveryMs = 700;

const answeringIn = (question: WireOwnQuestion | undefined): Pick<WireCurrentState, 'answering'> =>
  question ? { answering: { question_id: question.question_id, text: question.text, user: question.user } } : {};

/** Questions and polls of a rehearsal, by core's rules. */
export function createSimulatedAudience(
  { me, now, after, newId, people, changed, push, callToStage }: Stage,
  seed: Seed,
) {
  const questions = new Map(seed.questions.map((one) => [one.question_id, one]));
  /** Polls without results; who voted for what is in `votes`. */
  const polls = new Map<string, WireOwnPoll>(
    seed.polls.filter(({ state }) => state === 'prepared').map((poll) => [poll.poll_id, { ...poll, my_choices: [] }]),
  );
  const votes = new Map<string, Map<string, readonly number[]>>();

  const shown = (poll: WireOwnPoll): WireOwnPoll => {
    const cast = [...(votes.get(poll.poll_id) ?? [])];
    const isHidden = poll.state === 'prepared' || (poll.state === 'open' && !poll.results_live);
    return {
      ...poll,
      choices: poll.choices.map(({ text }, at) => {
        const names = cast.filter(([, chosen]) => chosen.includes(at)).map(([name]) => name);
        return { text, votes: isHidden ? null : names.length, ...(!poll.anonymous && { usernames: names }) };
      }),
      voters: cast.length,
      my_choices: [...(votes.get(poll.poll_id)?.get(me.username) ?? [])],
    };
  };
  const told = (changes: { questions?: WireOwnQuestion[]; polls?: WireOwnPoll[] }): Answer => {
    const { questions: asked = [], polls: moved = [] } = changes;
    push((numbers) => ({ name: 'audienceChanged', update: { ...numbers, questions: asked, polls: moved } }));
    return changed();
  };
  const nowAnswered = () => [...questions.values()].find(({ answering }) => answering);
  const keepQuestion = (question: WireOwnQuestion) => {
    questions.set(question.question_id, question);
    return { ...told({ questions: [question] }), question };
  };
  /** The turn is over, and with it the question that was answered in it. */
  const endAnswering = (): void => {
    const question = nowAnswered();
    if (question) keepQuestion({ ...question, state: 'answered', pinned: false, answering: undefined });
  };
  const keepPoll = (poll: WireOwnPoll) => {
    polls.set(poll.poll_id, poll);
    const now_ = shown(poll);
    return { ...told({ polls: [now_] }), poll: now_ };
  };
  const questionOf = ({ question_id: id }: Body): WireOwnQuestion => {
    const question = questions.get(String(id));
    if (!question) throw refuse('question_not_found');
    return question;
  };
  const pollOf = (id: unknown): WireOwnPoll => {
    const poll = polls.get(String(id));
    if (!poll) throw refuse('poll_not_found');
    return poll;
  };
  const vote = (pollId: string, who: string, chosen: readonly number[]) => {
    const poll = pollOf(pollId);
    const closesAt = poll.closes_at ?? undefined;
    const pollFacts = { state: poll.state, choices: poll.choices.length, multiple: poll.multiple, closesAt };
    const cast = pollVote(event, who === me.username ? host : someone, pollFacts, { chosen, now: now() });
    votes.set(pollId, new Map([...(votes.get(pollId) ?? []), [who, cast]]));
    return keepPoll(poll);
  };
  const close = (poll: WireOwnPoll) => keepPoll({ ...poll, state: 'closed', closed_at: now() });
  const isOpen = (id: string): boolean => polls.get(id)?.state === 'open';
  /** One viewer after the other votes, the first choices more often. */
  const castVotes = (pollId: string): void => {
    for (const [at, who] of people.entries())
      after((at + 1) * voteEveryMs, () => {
        const { choices } = pollOf(pollId);
        if (isOpen(pollId)) vote(pollId, who, [(at * at) % choices.length]);
      });
  };
  const open = (pollId: unknown) => {
    const poll = pollOf(pollId);
    const isOtherOpen = [...polls.values()].some((one) => one !== poll && one.state === 'open');
    if (decideOpenPoll(event, host, poll.state, isOtherOpen) === 'keep') return keepPoll(poll);
    const closesAt = pollClosesAt(now(), poll.closes_after_seconds ?? undefined);
    const answer = keepPoll({ ...poll, state: 'open', opened_at: now(), closes_at: closesAt ?? null });
    castVotes(poll.poll_id);
    if (closesAt !== undefined)
      after(closesAt - now(), () => {
        const known = pollOf(poll.poll_id);
        if (known.state === 'open' && isPollOver({ closesAt }, now())) close(known);
      });
    return answer;
  };

  const calls: Readonly<Record<string, (body: Body) => unknown>> = {
    'GET /events/streaming/questions/:uuid': () => ({ questions: [...questions.values()], next_cursor: null }),
    'POST /events/streaming/questions/vote': (body) => {
      const question = questionOf(body);
      const voted = body['voted'] === true;
      if (question.voted === voted) return keepQuestion(question);
      return keepQuestion({ ...question, voted, votes: question.votes + (voted ? 1 : -1) });
    },
    'POST /events/streaming/questions/update': (body) => {
      const { state, pinned } = body as Partial<Pick<WireOwnQuestion, 'state' | 'pinned'>>;
      const question = questionOf(body);
      const next = { ...question, state: state ?? question.state, pinned: pinned ?? question.pinned };
      return keepQuestion(next.state === 'open' ? next : { ...next, answering: undefined });
    },
    'POST /events/streaming/questions/answer_on_stage': (body) => {
      const question = questionOf(body);
      callToStage(question.user.username);
      endAnswering();
      return keepQuestion({ ...question, state: 'open', answering: true });
    },
    'GET /events/streaming/polls/:uuid': () => ({ polls: [...polls.values()].map(shown) }),
    'POST /events/streaming/polls/create': (body) => {
      const { text, choices } = pollTexts(String(body['text']), body['choices'] as string[]);
      const { multiple, anonymous, results_live: isLive, closes_after_seconds: seconds } = body;
      return keepPoll({
        poll_id: newId(),
        text,
        state: 'prepared',
        multiple: multiple === true,
        anonymous: anonymous === true,
        results_live: isLive !== false,
        closes_after_seconds: (seconds as number | undefined) ?? null,
        choices: choices.map((choice) => ({ text: choice, votes: null })),
        voters: 0,
        opened_at: null,
        closes_at: null,
        closed_at: null,
        my_choices: [],
      });
    },
    'POST /events/streaming/polls/open': ({ poll_id: id }) => open(id),
    'POST /events/streaming/polls/close': ({ poll_id: id }) => {
      const poll = pollOf(id);
      return decideClosePoll(event, host, poll.state) === 'close' ? close(poll) : keepPoll(poll);
    },
    'POST /events/streaming/polls/vote': ({ poll_id: id, choices }) =>
      vote(String(id), me.username, choices as number[]),
  };

  return {
    calls,
    endAnswering,
    counts: () => ({
      open_questions: [...questions.values()].filter(({ state }) => state === 'open').length,
      ...answeringIn(nowAnswered()),
      open_poll: [...polls.values()].find(({ state }) => state === 'open')?.poll_id ?? null,
    }),
    ask: (username: string, text: string): void => {
      keepQuestion({
        question_id: newId(),
        text,
        state: 'open',
        pinned: false,
        votes: 0,
        voted: false,
        asked_at: now(),
        user: { username, user_avatar: null },
      });
    },
    /** Someone votes for the oldest open question. */
    upvote: (): void => {
      const question = [...questions.values()].find(({ state }) => state === 'open');
      if (question) keepQuestion({ ...question, votes: question.votes + 1 });
    },
  };
}
