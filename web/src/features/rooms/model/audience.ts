import type { WireOwnPoll, WireOwnQuestion, WirePoll, WireQuestion } from '@frontrow/contract/rooms/audience-api.ts';
import type { WireCurrentState } from '@frontrow/contract/rooms/api.ts';
import { pollOf, withPolls } from './polls.ts';
import { withQuestions } from './questions.ts';
import { type Act, isDone } from './actions.ts';
import type { Audience } from './room-deps.ts';
import type { RoomScope } from './room-scope.ts';
import { capabilitiesIn } from './room-state.ts';

export interface AudienceModel extends Audience {
  /** These changed. */
  told(changed: { questions: readonly WireQuestion[]; polls: readonly WirePoll[] }): void;
  /** Changes may have been missed: what was loaded is loaded again. */
  missed(): void;
}

/** Updates for everyone name no one. Hosts and co-hosts ask for names at most this often. */
export const namesEveryMs = 2_000;

/** Collects what changes while lists, or answers to a press, are on their way: these may be older. */
function createChanges<T>() {
  const open = new Set<T[]>();
  return {
    heard: (changed: readonly T[]): void => {
      for (const one of open) one.push(...changed);
    },
    /** What `take` is called with, besides the answer, has to be merged into it. */
    async during<A>(asked: Promise<A>, take: (answer: A, changed: readonly T[]) => void): Promise<A> {
      const changed: T[] = [];
      open.add(changed);
      try {
        const answer = await asked;
        take(answer, changed);
        return answer;
      } finally {
        open.delete(changed);
      }
    },
  };
}

type Answer = { current_state: WireCurrentState; question: WireOwnQuestion };

export function createAudience({ deps, store, get, set, isInside, timers }: RoomScope, act: Act): AudienceModel {
  const { call, eventUuid } = deps;
  const changedQuestions = createChanges<WireQuestion | WireOwnQuestion>();
  const changedPolls = createChanges<WirePoll | WireOwnPoll>();
  const merge = (changed: readonly (WireQuestion | WireOwnQuestion)[]): void => {
    changedQuestions.heard(changed);
    const { questions } = get();
    if (!questions) return;
    const { mayModerate } = capabilitiesIn(get(), deps.me);
    set({ questions: { ...questions, list: withQuestions(questions.list, changed, mayModerate) } });
  };
  const merged = (asked: Promise<Answer>): Promise<Answer> =>
    changedQuestions.during(asked, ({ question }, changed) => merge([question, ...changed]));
  const change = (name: string, work: () => Promise<Answer>): Promise<void> => act(name, () => merged(work()));
  const load = async (cursor: string | null): Promise<boolean> => {
    try {
      const list = call('GET /events/streaming/questions/:uuid', {
        params: { uuid: eventUuid },
        query: cursor === null ? {} : { cursor },
      });
      await changedQuestions.during(list, ({ questions: loaded, next_cursor: next }, changed) => {
        // The list began again while this page was loaded: there would be a gap above it.
        if (cursor !== null && get().questions?.next !== cursor) return;
        const { mayModerate } = capabilitiesIn(get(), deps.me);
        const known = cursor === null ? [] : (get().questions?.list ?? []);
        set({ questions: { list: withQuestions(known, [...loaded, ...changed], mayModerate), next } });
      });
      return true;
    } catch (error) {
      deps.log('questions not loaded', error);
      return false;
    }
  };
  const mergePolls = (changed: readonly (WirePoll | WireOwnPoll)[]): void => {
    changedPolls.heard(changed);
    const { polls } = get();
    if (polls) set({ polls: withPolls(polls, changed) });
  };
  const loadPolls = async (): Promise<boolean> => {
    try {
      const list = call('GET /events/streaming/polls/:uuid', { params: { uuid: eventUuid } });
      await changedPolls.during(list, ({ polls: loaded }, changed) =>
        set({ polls: withPolls(loaded.map(pollOf), changed) }),
      );
      return true;
    } catch (error) {
      deps.log('polls not loaded', error);
      return false;
    }
  };
  /** True when the server did it. */
  const changePoll = (
    name: string,
    work: () => Promise<{ current_state: WireCurrentState; poll: WireOwnPoll }>,
  ): Promise<boolean> =>
    isDone(act, name, () => changedPolls.during(work(), ({ poll }, changed) => mergePolls([poll, ...changed])));
  let isPollDue = false;
  /** Everyone is notified of the poll that is open, also where the polls were never looked at. */
  const noteOpenPoll = (): void => {
    const { live, polls } = get();
    if (isPollDue || !isInside() || !live?.openPoll || polls) return;
    isPollDue = true;
    timers.later(deps.jitterMs(), () => {
      isPollDue = false;
      if (isInside() && !get().polls) void loadPolls();
    });
  };
  store.subscribe(({ live, phase }, before) => {
    if (live?.openPoll !== before.live?.openPoll || phase !== before.phase) noteOpenPoll();
  });
  let areNamesDue = false;
  const askForNames = (changed: readonly WirePoll[]): void => {
    const runs = get().polls !== null && capabilitiesIn(get(), deps.me).mayRunPolls;
    if (areNamesDue || !runs || changed.every(({ anonymous }) => anonymous)) return;
    areNamesDue = true;
    timers.later(namesEveryMs, () => {
      areNamesDue = false;
      if (isInside()) void loadPolls();
    });
  };
  let isDue = false;
  return {
    loadQuestions: (more = false) => load(more ? (get().questions?.next ?? null) : null),
    ask: (text) =>
      isDone(act, 'ask', () =>
        merged(
          call('POST /events/streaming/questions/ask', {
            body: { event_uuid: eventUuid, text },
            headers: { 'idempotency-key': deps.newId() },
          }),
        ),
      ),
    vote: (questionId, voted) =>
      act(
        `vote ${questionId}`,
        (wanted) =>
          merged(call('POST /events/streaming/questions/vote', { body: { question_id: questionId, voted: wanted } })),
        voted,
      ),
    update: (questionId, wish) =>
      change(`question ${questionId}`, () =>
        call('POST /events/streaming/questions/update', { body: { question_id: questionId, ...wish } }),
      ),
    answerOnStage: (questionId) =>
      change('turn', () =>
        call('POST /events/streaming/questions/answer_on_stage', { body: { question_id: questionId } }),
      ),
    loadPolls,
    createPoll: (draft) =>
      changePoll('createPoll', () =>
        call('POST /events/streaming/polls/create', {
          body: { event_uuid: eventUuid, ...draft },
          headers: { 'idempotency-key': deps.newId() },
        }),
      ),
    openPoll: async (pollId) => {
      await changePoll('poll', () => call('POST /events/streaming/polls/open', { body: { poll_id: pollId } }));
    },
    closePoll: async (pollId) => {
      await changePoll('poll', () => call('POST /events/streaming/polls/close', { body: { poll_id: pollId } }));
    },
    voteInPoll: (pollId, choices) =>
      changePoll('pollVote', () =>
        call('POST /events/streaming/polls/vote', { body: { poll_id: pollId, choices: [...choices] } }),
      ),
    told: ({ questions, polls }) => {
      merge(questions);
      mergePolls(polls);
      askForNames(polls);
    },
    missed: () => {
      noteOpenPoll();
      const { questions, polls } = get();
      if (isDue || (!questions && !polls)) return;
      isDue = true;
      // Many browsers miss the same change, and must not all ask at once.
      timers.later(deps.jitterMs(), () => {
        isDue = false;
        if (!isInside()) return;
        if (questions) void load(null);
        if (polls) void loadPolls();
      });
    },
  };
}
