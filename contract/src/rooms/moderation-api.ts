import { timeOutMinutesDefault } from '@frontrow/core/rooms/moderation.ts';
import { z } from 'zod';
import { type EndpointTable, epochMs, eventUuid, username } from '../kernel/endpoint.ts';
import { stateAnswer } from './api.ts';

/** What a moderator, or the host, did. */
export const roomActions = [
  'announced',
  'pinned',
  'unpinned',
  'message_removed',
  'messages_removed',
  'blocked',
  'unblocked',
  'timed_out',
  'time_out_ended',
  'viewer_removed',
  'viewer_readmitted',
  'admin_promoted',
  'admin_downgraded',
  'guest_speaker_made',
  'cohost_made',
  'role_ended',
  'stage_guest_on',
  'stage_guest_off',
  'chat_on',
  'chat_off',
  'reactions_on',
  'reactions_off',
  'hands_on',
  'hands_off',
  'open_mic_on',
  'open_mic_off',
  'captions_on',
  'captions_off',
  'slow_mode',
  'word_filter',
  'hands_lowered',
  'turn_given',
  'turn_stopped',
  'question_answered',
  'question_dismissed',
  'question_reopened',
  'question_from_message',
] as const;

/** One line of the log of who did what. */
const wireRoomAction = z.object({
  seq: z.number(),
  at: epochMs,
  /** Who did it. */
  actor: z.string(),
  action: z.enum(roomActions),
  /** Whom it concerned. */
  username: z.string().nullable(),
  /** The message, announcement or question it was about. */
  text: z.string().nullable(),
  /** Minutes of a time-out, seconds of slow mode, words of the filter. */
  value: z.number().nullable(),
});

const messageId = z.number().int().positive();

export const roomModerationApi = {
  'POST /events/streaming/announce': {
    summary: 'Show a text to everyone in the room for a while, and keep it as a marked line of the chat',
    body: z.object({ event_uuid: eventUuid, text: z.string().max(4000) }),
    answer: stateAnswer,
  },
  'POST /events/streaming/pin_message': {
    summary: 'Show one message above the chat instead of the previous one; null shows none',
    body: z.object({ event_uuid: eventUuid, message_id: messageId.nullable() }),
    answer: stateAnswer,
  },
  'POST /events/streaming/time_out': {
    summary: 'Stop a viewer from writing, asking, reacting and raising a hand for some minutes; 0 ends it',
    body: z.object({ event_uuid: eventUuid, username, minutes: z.number().int().default(timeOutMinutesDefault) }),
    answer: stateAnswer,
  },
  'POST /events/streaming/messages_remove_all': {
    summary: 'Remove every message and every question of one person',
    body: z.object({ event_uuid: eventUuid, username }),
    answer: stateAnswer,
  },
  'POST /events/streaming/toggle_reactions': {
    summary: 'Reactions on or off',
    body: z.object({ event_uuid: eventUuid, enabled: z.boolean() }),
    answer: stateAnswer,
  },
  'POST /events/streaming/word_filter': {
    summary: 'Words and phrases that viewers cannot write; the list replaces the previous one',
    body: z.object({ event_uuid: eventUuid, words: z.array(z.string().max(1000)).max(500) }),
    answer: stateAnswer.extend({ words: z.array(z.string()) }),
  },
  'GET /events/streaming/moderation/:uuid': {
    summary: 'The word filter, and the log of who did what, newest first, for the host and event admins',
    params: z.object({ uuid: eventUuid }),
    query: z.object({ cursor: z.coerce.number().int().positive().optional() }),
    answer: z.object({
      words: z.array(z.string()),
      actions: z.array(wireRoomAction),
      next_cursor: z.number().nullable(),
    }),
  },
  'POST /events/streaming/report': {
    summary:
      'Report a message, a person in the room, or the event, to the app admins. A reason that is not one of ' +
      '`POST /reports` is kept as a note',
    body: z.object({
      event_uuid: eventUuid,
      username: username.optional(),
      message_id: messageId.optional(),
      reason: z.string().min(1).max(5_000),
      note: z.string().max(5_000).optional(),
    }),
    answer: stateAnswer,
  },
} as const satisfies EndpointTable;

export type WireRoomAction = z.infer<typeof wireRoomAction>;
