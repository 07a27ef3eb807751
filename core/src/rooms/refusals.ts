import type { RefusalRow } from '../kernel/refusal.ts';

const startFailed =
  'There was an error starting the streaming. ' +
  'Check the event date is correct and check your permissions for this browser.';
const joinFailed =
  'There was an error joining the streaming. ' +
  'Check if the event has started and check your permissions for this browser.';
const blocked =
  'You have been blocked from this event. ' +
  'You will not be able to send messages using the chat until an admnistrator will unblock you again.';

/** Refusals of the room. The sentences are the product's own words and do not change. */
export const roomsRefusals = {
  start_refused: {
    status: 403,
    message: startFailed,
  },
  start_too_early: {
    status: 409,
    message: startFailed,
  },
  join_refused: {
    status: 403,
    message: joinFailed,
  },
  join_not_live: {
    status: 409,
    message: joinFailed,
  },
  room_closed: { status: 410, message: 'This event has finished.' },
  room_taken_down: {
    status: 410,
    message: 'Frontrow has taken this event down. If you paid for a ticket, you get everything back.',
  },
  not_live: { status: 409, message: 'This event is not live.' },
  room_full: { status: 409, message: 'The room is full right now.' },
  room_limited: {
    status: 409,
    message:
      'The room is full: it admits fewer people now than have a ticket. ' +
      'Please try again in a moment, or take everything back that you paid, price and fee.',
  },
  video_preparing: { status: 503, message: 'Video is being prepared. Please try again in a moment.' },
  video_down: { status: 503, message: 'Video is not answering right now. The chat goes on; we keep trying.' },
  host_only: { status: 403, message: 'Only the host of this event can do that.' },
  moderators_only: { status: 403, message: 'Only the host and event admins can do that.' },
  removed_from_event: { status: 403, message: 'The host removed you from this event.' },
  not_in_room: { status: 403, message: 'Join the event first.' },
  target_not_in_room: { status: 404, message: 'That viewer is not in the room.' },
  target_protected: { status: 403, message: 'That cannot be done to this person.' },
  hands_disabled: { status: 409, message: 'Raising hands is switched off.' },
  has_turn: { status: 409, message: 'You already have the turn.' },
  hand_not_raised: { status: 409, message: 'That viewer has not raised a hand.' },
  turn_not_timed: { status: 409, message: 'This turn has no time limit.' },
  turn_too_long: { status: 409, message: 'A timed turn can last 60 minutes at most.' },
  question_too_long: { status: 400, message: 'A question can have {maximum} characters at most.' },
  banned: {
    status: 403,
    message: blocked,
  },
  chat_disabled: { status: 409, message: 'Chat disabled' },
  message_empty: { status: 400, message: 'Write a message first.' },
  message_too_long: { status: 400, message: 'A message has at most 200 characters.' },
  chat_flood: { status: 429, message: 'You are writing very fast. Please wait a moment.' },
  chat_slow: { status: 429, message: 'Slow mode is on: everybody may write once in {seconds} seconds.' },
  chat_busy: { status: 429, message: 'Everybody is writing at once. Please try again in a moment.' },
  broadcast_only: { status: 409, message: 'That is for broadcasts.' },
  reaction_unknown: { status: 400, message: 'That is not a reaction that can be sent.' },
  message_not_found: { status: 404, message: 'That message is gone already.' },
  session_moved: { status: 409, message: 'You continued this event on another device.' },
} as const satisfies Record<string, RefusalRow>;
