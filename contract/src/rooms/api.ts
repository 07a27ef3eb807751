import { slowModeChoices } from '@frontrow/core/chat/messages.ts';
import { roomRoles } from '@frontrow/core/rooms/room-rules.ts';
import { turnLengths } from '@frontrow/core/rooms/turn-queue.ts';
import { z } from 'zod';
import { type EndpointTable, epochMs, eventUuid, nothing, username } from '../kernel/endpoint.ts';

export const wirePerson = z.object({ username: z.string(), user_avatar: z.string().nullable() });
const person = wirePerson;

export const wireChatMessage = z.object({
  seq: z.number(),
  message: z.string(),
  at: epochMs,
  /** The sender's own id of the message: a message sent again is recognized by it. */
  client_id: z.string(),
  /** Of the host or an event admin, to everyone. */
  announcement: z.boolean(),
  user: z.object({
    user_avatar: z.string().nullable(),
    user_username: z.string(),
    user_ide: z.number(),
    user_role: z.union([z.literal(0), z.literal(1)]),
  }),
});
const warmUpState = z.enum(['warming_up', 'ready', 'declined']);

/** The room's state. Hands are in the order in which they are called, the same for everyone (rule R4). */
export const wireCurrentState = z.object({
  influencer: person,
  /** Viewers in the room: all of an interactive event, the first 100 of a broadcast. */
  viewers: z.array(person),
  /** How many viewers are in the room. */
  viewers_count: z.number(),
  banned_viewers: z.array(z.string()),
  /** Who cannot write, ask, react or raise a hand for some minutes. */
  timed_out_viewers: z.array(z.object({ username: z.string(), until: epochMs })),
  /** Removed for the rest of the event, unless readmitted. */
  removed_viewers: z.array(person),
  /** Event admins, and co-hosts, who may do everything that event admins do. */
  admin_users: z.array(z.string()),
  /** Co-hosts and guest speakers, also those who are not in the room. */
  roles: z.array(person.extend({ role: z.enum(['guest', 'cohost']) })),
  /** Who is on stage without a turn: one guest at a time. */
  stage_guest: person.nullable(),
  raised_hands: z.array(
    person.extend({
      raised_at: epochMs,
      question: z.string().nullable(),
      /** Called first, whatever the order is. */
      pinned: z.boolean(),
      /** How long this person has been on stage in this event. */
      spoken_seconds: z.number(),
    }),
  ),
  speaking_viewer: person.extend({ since: epochMs }).nullable(),
  /** The current turn, where it has a time limit: it ends automatically. `seconds` is its whole length. */
  turn: z.object({ username: z.string(), ends_at: epochMs, seconds: z.number() }).nullable(),
  /** How many seconds a turn lasts that begins now; 0 is no limit. */
  turn_length: z.number(),
  /** People who have spoken least are called first. */
  new_voices_first: z.boolean(),
  /** The host and event admins see and hear the next speaker before the audience does. */
  screening: z.boolean(),
  /**
   * Who gets ready for the next turn, for the host and event admins only; null for everyone else. `declined`: there is
   * no one else to ask. After `answer_by` someone else is asked.
   */
  next_turn: z.object({ username: z.string(), state: warmUpState, answer_by: epochMs.nullable() }).nullable(),
  /** This person is asked to get ready for the next turn. */
  warm_up: z.object({ state: warmUpState, answer_by: epochMs.nullable() }).nullable(),
  open_mic: z.boolean(),
  chat_enabled: z.boolean(),
  raised_hand_enabled: z.boolean(),
  reactions_enabled: z.boolean(),
  /** What people on stage say is shown as text, once they agree to it. */
  captions_enabled: z.boolean(),
  /** What the host or an event admin announced, while it is shown. */
  announcement: z
    .object({ seq: z.number(), text: z.string(), username: z.string(), at: epochMs, until: epochMs })
    .nullable(),
  /** Shown above the chat. */
  pinned_message: wireChatMessage.nullable(),
  /** How long a viewer waits between two messages; 0 is off. */
  slow_mode_seconds: z.number(),
  /** Where the picture of a broadcast comes from; null in an interactive room. */
  source: z.enum(['encoder', 'camera']).nullable(),
  /** What is known of a broadcast's encoder, whichever the source is; null in an interactive room. */
  ingest_state: z.enum(['waiting', 'preview', 'live', 'lost']).nullable(),
  /** How many more viewers could watch by WebRTC; only in broadcasts with viewers beyond them, who watch by HLS. */
  webrtc_places: z.number().optional(),
  /** How many viewers can watch at the same time, where the host's video reaches no one by HLS and more may come. */
  webrtc_only: z.number().optional(),
  /** The event is being recorded right now. */
  recording: z.boolean(),
  /** The host wants it recorded while it is live. */
  recording_enabled: z.boolean(),
  event_state: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  /** The event is finished because it was cancelled or taken down. */
  event_cancelled: z.boolean().optional(),
  started_at: epochMs.nullable(),
  /** Of a private meeting only. `viewers` names its viewer then, while they are here. */
  meeting: z
    .object({
      viewer: person,
      starts_at: epochMs,
      /** Later once the host added time. */
      ends_at: epochMs,
      host_here: z.boolean(),
      viewer_here: z.boolean(),
      /** App admins in the room: they are never hidden here. */
      admins: z.array(person),
    })
    .optional(),
  /** How many questions of the audience wait for an answer. */
  open_questions: z.number(),
  /** The open question whose author is on stage for it. */
  answering: z.object({ question_id: z.string(), text: z.string(), user: person }).optional(),
  /** The poll that people vote in now. */
  open_poll: z.string().nullable(),
  /** The number of the last change that this state includes. */
  seq: z.number(),
});

const chatDelivery = z.enum(['socket', 'files']);

/** What somebody who may enter is given. */
export const wireRoomToken = z.object({
  token: z.string(),
  url: z.string(),
  room: z.string(),
  identity: z.string(),
  /** `hls`: the video engine has no place, so `token` and `url` are empty, and the playlist is played. */
  delivery: z.enum(['webrtc', 'hls']),
  /** `files`: what happens in the room is read from `/events/:uuid/chat`, and the socket is for people who write. */
  chat: chatDelivery,
  current_state: wireCurrentState,
  messages: z.array(wireChatMessage),
});
export const stateAnswer = z.object({ current_state: wireCurrentState });
/** One live session per ticket: `session_id` names it, `take_over` moves it here (rule R8). */
export const roomEntry = z.object({
  platform: z.string().max(20).default('web'),
  event_uuid: eventUuid,
  session_id: z.uuid().toLowerCase().optional(),
  take_over: z.boolean().optional(),
  /** The browser was in the room, and comes back without being asked: it takes the room from no other device. */
  returning: z.boolean().optional(),
});
const toggle = z.object({ event_uuid: eventUuid, enabled: z.boolean() });
const aimed = z.object({ event_uuid: eventUuid, username });

export const roomsApi = {
  'POST /events/streaming/start_streaming': {
    summary: 'Go live, or come back to the live event, as its host',
    body: roomEntry,
    answer: wireRoomToken,
  },
  'POST /events/streaming/open_backstage': {
    summary: 'Enter the room of an interactive event as its host without going live, up to 30 minutes before the start',
    body: roomEntry,
    answer: wireRoomToken,
  },
  'POST /events/streaming/join_streaming': {
    summary: 'Take a seat and a room token; again to renew it',
    body: roomEntry,
    answer: wireRoomToken,
  },
  'POST /events/streaming/leave_streaming': {
    summary: 'Give the seat back. With `session_id` only where the seat is still there',
    body: z.object({ event_uuid: eventUuid, session_id: z.uuid().toLowerCase().optional() }),
    answer: nothing,
  },
  'POST /events/streaming/read_by_files': {
    summary:
      'Read the chat of a broadcast as files again, where its sockets are needed. The own one is closed after it',
    body: z.object({ event_uuid: eventUuid, session_id: z.uuid().toLowerCase().optional() }),
    answer: z.object({ chat: chatDelivery }),
  },
  'GET /events/streaming/streaming_state/:uuid': {
    summary: 'State of the room and the latest 100 messages',
    params: z.object({ uuid: eventUuid }),
    answer: stateAnswer.extend({ messages: z.array(wireChatMessage) }),
  },
  'POST /events/streaming/set_recording': {
    summary: 'Record the event while it is live, or stop; before or during it. Everyone in the room sees it',
    body: toggle,
    /** Whether a recorder runs. Without one nothing can be switched on. */
    answer: stateAnswer.extend({ available: z.boolean() }),
  },
  'POST /events/streaming/recording_consent': {
    summary: 'Whether you agree to be recorded. Until you do, your sound and picture are left out',
    body: toggle,
    answer: stateAnswer,
  },
  'POST /events/streaming/toggle_open_mic': { summary: 'Everybody may speak', body: toggle, answer: stateAnswer },
  'POST /events/streaming/toggle_chat_enabled': { summary: 'Chat on or off', body: toggle, answer: stateAnswer },
  'POST /events/streaming/slow_mode': {
    summary: 'How many seconds a viewer waits between two messages; 0 is off',
    body: z.object({ event_uuid: eventUuid, seconds: z.literal(slowModeChoices) }),
    answer: stateAnswer,
  },
  'POST /events/streaming/toggle_raise_hand': { summary: 'Raising hands on or off', body: toggle, answer: stateAnswer },
  'POST /events/streaming/raise_hand': {
    summary: 'Raise or lower your hand; without `raised` it toggles. `question` comes with the hand, or later',
    body: z.object({
      event_uuid: eventUuid,
      raised: z.boolean().optional(),
      question: z.string().max(4000).optional(),
    }),
    answer: stateAnswer,
  },
  'POST /events/streaming/lower_hands': {
    summary: 'Lower the hand of one viewer, or all hands',
    body: z.object({ event_uuid: eventUuid, username: username.optional() }),
    answer: stateAnswer,
  },
  'POST /events/streaming/pin_hand': {
    summary: 'Call this viewer first; one hand is pinned at a time',
    body: aimed.extend({ pinned: z.boolean() }),
    answer: stateAnswer,
  },
  'POST /events/streaming/order_hands': {
    summary: 'Call people who have spoken least first, or in the order of their hands',
    body: z.object({ event_uuid: eventUuid, new_voices_first: z.boolean() }),
    answer: stateAnswer,
  },
  'POST /events/streaming/set_turn_length': {
    summary: 'How many seconds a turn lasts, from the next one on; 0 is no limit, also for the current turn',
    body: z.object({ event_uuid: eventUuid, seconds: z.literal(turnLengths) }),
    answer: stateAnswer,
  },
  'POST /events/streaming/extend_turn': {
    summary: 'Make the current turn a minute longer',
    body: z.object({ event_uuid: eventUuid }),
    answer: stateAnswer,
  },
  'POST /events/streaming/allow_mic': {
    summary:
      "Give the turn to a waiting viewer; the speaker's own or an empty username stops it. With `enabled` the call says " +
      'what is wanted, and repeating it changes nothing: true gives, false stops the turn of this viewer and no other',
    body: z.object({
      event_uuid: eventUuid,
      username: z.string().max(40).default(''),
      enabled: z.boolean().optional(),
    }),
    answer: stateAnswer,
  },
  'POST /events/streaming/screen_next': {
    summary: 'Screening on or off: the host and event admins see and hear the next speaker before the audience does',
    body: toggle,
    answer: stateAnswer,
  },
  'POST /events/streaming/ask_next': {
    summary: 'Ask the first in the queue to get ready now; `instead_of` skips the person who was asked',
    body: z.object({ event_uuid: eventUuid, instead_of: username.optional() }),
    answer: stateAnswer,
  },
  'POST /events/streaming/answer_warm_up': {
    summary: 'The next speaker is ready, or does not want to speak now and keeps the place in the queue',
    body: z.object({ event_uuid: eventUuid, ready: z.boolean() }),
    answer: stateAnswer,
  },
  'POST /events/streaming/preview_next': {
    summary:
      'A token for the preview of the next speaker: for that person to send it, for host and event admins to watch',
    body: z.object({ event_uuid: eventUuid }),
    answer: z.object({
      token: z.string(),
      url: z.string(),
      room: z.string(),
      identity: z.string(),
      username: z.string(),
    }),
  },
  'POST /events/streaming/vp8_video': {
    summary:
      'As a browser without H.264: ask for a copy of the encoder’s video in VP8, every five seconds while you watch. ' +
      'Once it is `ready` there is a token for its room at the video engine',
    body: z.object({ event_uuid: eventUuid }),
    answer: z.object({
      state: z.enum(['not_allowed', 'unavailable', 'starting', 'busy', 'ready']),
      token: z.string(),
      url: z.string(),
    }),
  },
  'POST /events/streaming/messages_new': {
    summary: 'Say something in the chat',
    body: z.object({
      event_uuid: eventUuid,
      message: z.string().max(4000),
      client_id: z.string().min(1).max(64).optional(),
    }),
    answer: z.object({ message: wireChatMessage }),
  },
  'POST /events/streaming/messages_remove': {
    summary: 'Remove one message',
    body: z.object({ event_uuid: eventUuid, seq: z.number().int() }),
    answer: nothing,
  },
  'POST /events/streaming/toggle_banned': {
    summary: 'Block or unblock a viewer; without `enabled` it toggles',
    body: aimed.extend({ enabled: z.boolean().optional() }),
    answer: stateAnswer,
  },
  'POST /events/streaming/toggle_admin': {
    summary: 'Promote to or downgrade from event admin',
    body: aimed.extend({ enabled: z.boolean().optional() }),
    answer: stateAnswer,
  },
  'POST /events/streaming/set_role': {
    summary: 'Make someone with a ticket a guest speaker or a co-host, or a viewer again; also before the event',
    body: aimed.extend({ role: z.enum(roomRoles) }),
    answer: stateAnswer,
  },
  'POST /events/invite_speaker': {
    summary: 'Invite a guest speaker or co-host by username or email address; one without a ticket gets a free one',
    body: z.object({ event_uuid: eventUuid, who: z.string().min(1).max(254), role: z.enum(['guest', 'cohost']) }),
    answer: stateAnswer,
  },
  'POST /events/streaming/set_stage_guest': {
    summary: 'Put a guest speaker or co-host on stage, or take them off it; one guest at a time',
    body: aimed.extend({ enabled: z.boolean() }),
    answer: stateAnswer,
  },
  'POST /events/streaming/remove_viewer': {
    summary: 'Remove a viewer from the room for the rest of the event',
    body: aimed,
    answer: stateAnswer,
  },
  'POST /events/streaming/readmit_viewer': {
    summary: 'Readmit a removed viewer',
    body: aimed,
    answer: stateAnswer,
  },
  'POST /events/streaming/react': {
    summary: 'React to a broadcast with an emoji; the room gets the number of each',
    body: z.object({ event_uuid: eventUuid, emoji: z.string().max(16) }),
    answer: nothing,
  },
  'POST /events/streaming/stop_streaming': {
    summary: 'Finish the event for all; it cannot reopen',
    body: z.object({ event_uuid: eventUuid }),
    answer: nothing,
  },
} as const satisfies EndpointTable;

export type WireCurrentState = z.infer<typeof wireCurrentState>;
export type WireChatMessage = z.infer<typeof wireChatMessage>;
export type WireRoomToken = z.infer<typeof wireRoomToken>;
