import type { Account } from '@frontrow/core/kernel/actor.ts';
import { documentsLimit, handLimit, readLimit, roomLimit } from '../../http/limits/limits.ts';
import { FileAnswer } from '../../http/routes/prepared-answer.ts';
import { type AnyRoute, type Call, route } from '../../http/routes/route.ts';
import { type ChangedPoll, closePoll, createPoll, openPoll, readPolls, voteInPoll } from './polls.ts';
import {
  answerOnStage,
  askQuestion,
  type ChangedQuestion,
  questionFromMessage,
  readQuestions,
  updateQuestion,
  voteForQuestion,
} from './questions.ts';
import { exportRoom, roomExportCsv } from './room-export.ts';
import type { RoomsDeps } from './rooms-deps.ts';

type PollCall = `POST /events/streaming/polls/${'create' | 'open' | 'vote' | 'close'}`;

function pollChange<N extends PollCall>(
  deps: RoomsDeps,
  call: N,
  work: (actor: Account, body: Call<N, 'member'>['body']) => Promise<ChangedPoll>,
): AnyRoute {
  return route<PollCall, 'member'>({
    call,
    who: 'member',
    limit: roomLimit,
    handle: async ({ actor, body, idempotencyKey: key }) => {
      const { eventUuid, poll } = await deps.idempotency.run({ scope: `${call}:${actor.id}`, key, body }, () =>
        work(actor, body as Call<N, 'member'>['body']),
      );
      return { current_state: (await deps.snapshot(eventUuid, actor.id)).current_state, poll };
    },
  });
}

const pollRoutes = (deps: RoomsDeps): AnyRoute[] => [
  route({
    call: 'GET /events/streaming/polls/:uuid',
    who: 'member',
    limit: readLimit,
    handle: ({ actor, params }) => readPolls(deps, actor, params.uuid),
  }),
  pollChange(deps, 'POST /events/streaming/polls/create', (actor, body) =>
    createPoll(deps, actor, body.event_uuid, {
      text: body.text,
      choices: body.choices,
      multiple: body.multiple,
      anonymous: body.anonymous,
      resultsLive: body.results_live,
      closesAfterSeconds: body.closes_after_seconds,
    }),
  ),
  pollChange(deps, 'POST /events/streaming/polls/open', (actor, { poll_id: id }) => openPoll(deps, actor, id)),
  pollChange(deps, 'POST /events/streaming/polls/vote', (actor, { poll_id: id, choices }) =>
    voteInPoll(deps, actor, id, choices),
  ),
  pollChange(deps, 'POST /events/streaming/polls/close', (actor, { poll_id: id }) => closePoll(deps, actor, id)),
];

type QuestionCall =
  `POST /events/streaming/questions/${'ask' | 'from_message' | 'vote' | 'update' | 'answer_on_stage'}`;

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
      return { current_state: (await deps.snapshot(eventUuid, actor.id)).current_state, question };
    },
  });
}

/** Questions and polls of the audience. */
export const audienceRoutes = (deps: RoomsDeps): AnyRoute[] => [
  ...pollRoutes(deps),
  route({
    call: 'GET /events/:uuid/room_export',
    who: 'account',
    limit: documentsLimit,
    handle: async ({ actor, params, query }) => {
      const exported = await exportRoom(deps, actor, params.uuid);
      if (query.format === 'json') return exported;
      const body = Buffer.from(roomExportCsv(exported));
      return new FileAnswer({ name: `room-${params.uuid}.csv`, type: 'text/csv; charset=utf-8', body });
    },
  }),
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
  questionChange(
    deps,
    'POST /events/streaming/questions/from_message',
    (actor, { event_uuid: uuid, message_id: seq }) => questionFromMessage(deps, actor, uuid, seq),
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
