import type { WireOwnQuestion, WireQuestion } from '@frontrow/contract/rooms/audience-api.ts';
import type { WireCurrentState } from '@frontrow/contract/rooms/api.ts';
import { withQuestions } from '../questions/questions.ts';
import type { Act } from './actions.ts';
import type { RoomScope } from './room-scope.ts';
import { capabilitiesIn } from './room-state.ts';

/** What the audience asks, as screens use it. */
export interface Audience {
  /** Loads the first page, or the next one. False when the server did not answer. */
  loadQuestions(more?: boolean): Promise<boolean>;
  /** True when it was asked. */
  ask(text: string): Promise<boolean>;
  vote(questionId: string, voted: boolean): Promise<void>;
  update(questionId: string, change: { state?: WireQuestion['state']; pinned?: boolean }): Promise<void>;
  answerOnStage(questionId: string): Promise<void>;
}

export interface AudienceModel extends Audience {
  /** These changed. */
  told(questions: readonly WireQuestion[]): void;
  /** Changes may have been missed: what was loaded is loaded again. */
  missed(): void;
}

type Answer = { current_state: WireCurrentState; question: WireOwnQuestion };

export function createAudience({ deps, get, set, isInside, timers }: RoomScope, act: Act): AudienceModel {
  const { call, eventUuid } = deps;
  const merge = (changed: readonly (WireQuestion | WireOwnQuestion)[]): void => {
    const { questions } = get();
    if (!questions) return;
    const { mayModerate } = capabilitiesIn(get(), deps.me);
    set({ questions: { ...questions, list: withQuestions(questions.list, changed, mayModerate) } });
  };
  const change = (name: string, work: () => Promise<Answer>): Promise<void> =>
    act(name, async () => {
      const answer = await work();
      merge([answer.question]);
      return answer;
    });
  const load = async (cursor: string | null): Promise<boolean> => {
    try {
      const page = await call('GET /events/streaming/questions/:uuid', {
        params: { uuid: eventUuid },
        query: cursor === null ? {} : { cursor },
      });
      const { mayModerate } = capabilitiesIn(get(), deps.me);
      const known = cursor === null ? [] : (get().questions?.list ?? []);
      set({ questions: { list: withQuestions(known, page.questions, mayModerate), next: page.next_cursor } });
      return true;
    } catch (error) {
      deps.log('questions not loaded', error);
      return false;
    }
  };
  let isDue = false;
  return {
    loadQuestions: (more = false) => load(more ? (get().questions?.next ?? null) : null),
    ask: async (text) => {
      let isAsked = false;
      await change('ask', async () => {
        const answer = await call('POST /events/streaming/questions/ask', {
          body: { event_uuid: eventUuid, text },
          headers: { 'idempotency-key': deps.newId() },
        });
        isAsked = true;
        return answer;
      });
      return isAsked;
    },
    vote: (questionId, voted) =>
      act(
        `vote ${questionId}`,
        async (wanted) => {
          const answer = await call('POST /events/streaming/questions/vote', {
            body: { question_id: questionId, voted: wanted },
          });
          merge([answer.question]);
          return answer;
        },
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
    told: merge,
    missed: () => {
      if (isDue || !get().questions) return;
      isDue = true;
      // Many browsers miss the same change, and must not all ask at once.
      timers.later(deps.jitterMs(), () => {
        isDue = false;
        if (isInside()) void load(null);
      });
    },
  };
}
