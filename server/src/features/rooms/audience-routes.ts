import type { Account } from '@frontrow/core/kernel/actor.ts';
import { handLimit, readLimit, roomLimit } from '../../http/limits/limits.ts';
import { type AnyRoute, type Call, route } from '../../http/routes/route.ts';
import {
  answerOnStage,
  askQuestion,
  type ChangedQuestion,
  readQuestions,
  updateQuestion,
  voteForQuestion,
} from './questions.ts';
import type { RoomsDeps } from './rooms-deps.ts';

type QuestionCall = `POST /events/streaming/questions/${'ask' | 'vote' | 'update' | 'answer_on_stage'}`;

function questionChange<N extends QuestionCall>(
  deps: RoomsDeps,
  call: N,
  work: (actor: Account, body: Call<N, 'member'>['body']) => Promise<ChangedQuestion>,
  limit = roomLimit,
): AnyRoute {
  return route<QuestionCall, 'member'>({
    call,
    who: 'member',
    limit,
    handle: async ({ actor, body, idempotencyKey: key }) => {
      const { eventUuid, question } = await deps.idempotency.run({ scope: `${call}:${actor.id}`, key, body }, () =>
        work(actor, body as Call<N, 'member'>['body']),
      );
      return { current_state: (await deps.snapshot(eventUuid)).current_state, question };
    },
  });
}

/** Questions of the audience. */
export const audienceRoutes = (deps: RoomsDeps): AnyRoute[] => [
  route({
    call: 'GET /events/streaming/questions/:uuid',
    who: 'member',
    limit: readLimit,
    handle: ({ actor, params, query }) => readQuestions(deps, actor, params.uuid, query.cursor),
  }),
  questionChange(
    deps,
    'POST /events/streaming/questions/ask',
    (actor, { event_uuid: uuid, text }) => askQuestion(deps, actor, uuid, text),
    handLimit,
  ),
  questionChange(deps, 'POST /events/streaming/questions/vote', (actor, { question_id: id, voted }) =>
    voteForQuestion(deps, actor, id, voted),
  ),
  questionChange(deps, 'POST /events/streaming/questions/update', (actor, { question_id: id, state, pinned }) =>
    updateQuestion(deps, actor, id, { state, pinned }),
  ),
  questionChange(deps, 'POST /events/streaming/questions/answer_on_stage', (actor, { question_id: id }) =>
    answerOnStage(deps, actor, id),
  ),
];
