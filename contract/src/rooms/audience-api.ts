import { pollSecondsMax, pollSecondsMin } from '@frontrow/core/rooms/polls.ts';
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
  /** Its author is on stage for it: it stays open until the turn ends, or a moderator says that it is answered. */
  answering: z.literal(true).optional(),
});
/** The same, as the caller sees it. */
export const wireOwnQuestion = wireQuestion.extend({ voted: z.boolean() });
const questionAnswer = stateAnswer.extend({ question: wireOwnQuestion });

const pollId = z.uuid().toLowerCase();

/** A poll, as everyone in the room sees it. */
export const wirePoll = z.object({
  poll_id: pollId,
  text: z.string(),
  state: z.enum(['prepared', 'open', 'closed']),
  multiple: z.boolean(),
  anonymous: z.boolean(),
  /** Results are shown while it is open, not only once it is closed. */
  results_live: z.boolean(),
  closes_after_seconds: z.number().nullable(),
  /** `votes` is null while results are hidden. */
  choices: z.array(z.object({ text: z.string(), votes: z.number().nullable() })),
  /** How many people voted. */
  voters: z.number(),
  opened_at: epochMs.nullable(),
  closes_at: epochMs.nullable(),
  closed_at: epochMs.nullable(),
});
/** The same, as the caller sees it: who voted for what is for the host alone, and only where it is not anonymous. */
export const wireOwnPoll = wirePoll.extend({
  choices: z.array(
    z.object({ text: z.string(), votes: z.number().nullable(), usernames: z.array(z.string()).optional() }),
  ),
  my_choices: z.array(z.number()),
});
/** What happened in a room, for its host. */
export const wireRoomExport = z.object({
  event_uuid: z.string(),
  /** `pinned`: it was shown above the chat. */
  messages: z.array(
    z.object({
      at: epochMs,
      username: z.string(),
      text: z.string(),
      announcement: z.boolean(),
      pinned: z.boolean(),
    }),
  ),
  questions: z.array(
    z.object({ at: epochMs, username: z.string(), text: z.string(), state: z.enum(questionStates), votes: z.number() }),
  ),
  polls: z.array(
    wireOwnPoll.pick({
      text: true,
      state: true,
      multiple: true,
      anonymous: true,
      choices: true,
      voters: true,
      opened_at: true,
      closed_at: true,
    }),
  ),
  turns: z.array(z.object({ at: epochMs, username: z.string() })),
  /** What was said on stage, from captions. `offset_ms`: since the event went live. */
  transcript: z.array(z.object({ at: epochMs, offset_ms: z.number(), username: z.string(), text: z.string() })),
});
const pollAnswer = stateAnswer.extend({ poll: wireOwnPoll });

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
  'POST /events/streaming/questions/from_message': {
    summary: 'Turn a chat message into a question of its author; the same message again answers the same question',
    body: z.object({ event_uuid: eventUuid, message_id: z.number().int().positive() }),
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
  'GET /events/streaming/polls/:uuid': {
    summary: 'Polls of an event; prepared ones for the host alone',
    params: z.object({ uuid: eventUuid }),
    answer: z.object({ polls: z.array(wireOwnPoll) }),
  },
  'POST /events/streaming/polls/create': {
    summary: 'Prepare a poll, before the event or during it',
    body: z.object({
      event_uuid: eventUuid,
      text: z.string().max(4000),
      choices: z.array(z.string().max(1000)).max(50),
      multiple: z.boolean(),
      anonymous: z.boolean(),
      closes_after_seconds: z.number().int().min(pollSecondsMin).max(pollSecondsMax).optional(),
      results_live: z.boolean().default(true),
    }),
    answer: pollAnswer,
  },
  'POST /events/streaming/polls/open': {
    summary: 'Open a poll: people vote from now on. One is open at a time',
    body: z.object({ poll_id: pollId }),
    answer: pollAnswer,
  },
  'POST /events/streaming/polls/vote': {
    summary: 'Vote for one choice, or several where the poll allows it; voting again changes the vote',
    body: z.object({ poll_id: pollId, choices: z.array(z.number().int().min(0).max(50)).max(50) }),
    answer: pollAnswer,
  },
  'POST /events/streaming/polls/close': {
    summary: 'Close a poll',
    body: z.object({ poll_id: pollId }),
    answer: pollAnswer,
  },
  'GET /events/:uuid/room_export': {
    summary: 'Chat, questions, polls, turns and the transcript of an event, for its host; with `format=csv` as a file',
    params: z.object({ uuid: eventUuid }),
    query: z.object({ format: z.enum(['json', 'csv']).default('json') }),
    answer: wireRoomExport,
  },
} as const satisfies EndpointTable;

export type WireQuestion = z.infer<typeof wireQuestion>;
export type WireRoomExport = z.infer<typeof wireRoomExport>;
export type WirePoll = z.infer<typeof wirePoll>;
export type WireOwnPoll = z.infer<typeof wireOwnPoll>;
export type WireOwnQuestion = z.infer<typeof wireOwnQuestion>;
