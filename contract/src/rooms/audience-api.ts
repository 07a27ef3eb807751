import { questionStates } from '@frontrow/core/rooms/questions.ts';
import { z } from 'zod';
import { type EndpointTable, epochMs, eventUuid } from '../kernel/endpoint.ts';
import { stateAnswer, wirePerson } from './api.ts';

const questionId = z.uuid().toLowerCase();

/** A question of the audience. */
export const wireQuestion = z.object({
  question_id: questionId,
  /** Empty once it is dismissed, except for the host and event admins. */
  text: z.string(),
  state: z.enum(questionStates),
  /** Shown above the others. */
  pinned: z.boolean(),
  votes: z.number(),
  asked_at: epochMs,
  user: wirePerson,
});
/** The same, as the caller sees it. */
export const wireOwnQuestion = wireQuestion.extend({ voted: z.boolean() });
const questionAnswer = stateAnswer.extend({ question: wireOwnQuestion });

export const audienceApi = {
  'GET /events/streaming/questions/:uuid': {
    summary: 'Questions of the audience: pinned ones first, then open ones by votes, then answered ones',
    params: z.object({ uuid: eventUuid }),
    query: z.object({ cursor: z.string().max(200).optional() }),
    answer: z.object({ questions: z.array(wireOwnQuestion), next_cursor: z.string().nullable() }),
  },
  'POST /events/streaming/questions/ask': {
    summary: 'Ask a question, also before the event',
    body: z.object({ event_uuid: eventUuid, text: z.string().max(4000) }),
    answer: questionAnswer,
  },
  'POST /events/streaming/questions/vote': {
    summary: 'Vote for a question, or withdraw the vote',
    body: z.object({ question_id: questionId, voted: z.boolean() }),
    answer: questionAnswer,
  },
  'POST /events/streaming/questions/update': {
    summary: 'Mark a question as answered, dismiss or reopen it, pin it',
    body: z.object({
      question_id: questionId,
      state: z.enum(questionStates).optional(),
      pinned: z.boolean().optional(),
    }),
    answer: questionAnswer,
  },
  'POST /events/streaming/questions/answer_on_stage': {
    summary: 'Give the turn to the person who asked, if they are in the room',
    body: z.object({ question_id: questionId }),
    answer: questionAnswer,
  },
} as const satisfies EndpointTable;

export type WireQuestion = z.infer<typeof wireQuestion>;
export type WireOwnQuestion = z.infer<typeof wireOwnQuestion>;
