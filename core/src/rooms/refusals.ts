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
    message: 'Frontrow has taken this event down. If you paid for a ticket, you’ll get a full refund.',
  },
  not_live: { status: 409, message: 'This event is not live.' },
  room_full: { status: 409, message: 'The room is full right now.' },
  room_limited: { status: 409, message: 'The room is at capacity. Try again shortly, or request a full refund.' },
  video_preparing: { status: 503, message: 'Video is being prepared. Please try again in a moment.' },
  video_down: { status: 503, message: 'Video is unavailable. Chat still works while we reconnect.' },
  host_only: { status: 403, message: 'Only the host of this event can do that.' },
  moderators_only: { status: 403, message: 'Only the host and event admins can do that.' },
  removed_from_event: { status: 403, message: 'You were removed from this event.' },
  not_in_room: { status: 403, message: 'Join the event first.' },
  target_not_in_room: { status: 404, message: 'That viewer is not in the room.' },
  target_protected: { status: 403, message: 'You can’t do that to this person.' },
  hands_disabled: { status: 409, message: 'Raising hands is turned off.' },
  has_turn: { status: 409, message: 'You already have the turn.' },
  hand_not_raised: { status: 409, message: 'That viewer has not raised their hand.' },
  screening_off: { status: 409, message: 'Screening is turned off.' },
  not_next: { status: 409, message: 'You’re no longer next. You keep your place in the queue.' },
  no_next: { status: 409, message: 'No one is getting ready right now.' },
  on_stage: { status: 409, message: 'This person is already on stage.' },
  role_needs_ticket: { status: 409, message: 'This person has no ticket. Invite them first.' },
  not_a_speaker: { status: 409, message: 'Only guest speakers and co-hosts can go on stage without a turn.' },
  guest_place_taken: { status: 409, message: 'Another guest is on stage. You can go on stage when they leave it.' },
  cohost_moderates: { status: 409, message: 'A co-host can always moderate. Remove their role instead.' },
  backstage_not_open: { status: 409, message: 'The room opens {minutes} minutes before the start.' },
  turn_not_timed: { status: 409, message: 'This turn has no time limit.' },
  turn_too_long: { status: 409, message: 'A timed turn can last at most 60 minutes.' },
  question_too_long: { status: 400, message: 'A question can have at most {maximum} characters.' },
  question_empty: { status: 400, message: 'Write a question first.' },
  question_not_found: { status: 404, message: 'This question no longer exists.' },
  too_many_questions: {
    status: 409,
    message: 'You can have {maximum} unanswered questions at a time. Wait until one is answered.',
  },
  poll_not_found: { status: 404, message: 'This poll no longer exists.' },
  poll_not_open: { status: 409, message: 'This poll isn’t open.' },
  poll_closed: { status: 409, message: 'This poll is closed and can’t be opened again.' },
  other_poll_open: { status: 409, message: 'Close the open poll first.' },
  poll_text_empty: { status: 400, message: 'Write a question and its answers first.' },
  poll_text_too_long: { status: 400, message: 'This text can have at most {maximum} characters.' },
  poll_choices_number: { status: 400, message: 'A poll needs {minimum} to {maximum} answers.' },
  poll_choices_same: { status: 400, message: 'Each answer must be different.' },
  poll_choice_unknown: { status: 400, message: 'Choose one of the answers.' },
  poll_one_choice: { status: 400, message: 'Choose one answer only.' },
  polls_full: { status: 409, message: 'An event can have at most {maximum} polls.' },
  questions_full: { status: 409, message: 'This event can’t take any more questions.' },
  banned: {
    status: 403,
    message: blocked,
  },
  timed_out: {
    status: 403,
    message: 'You’ve been timed out. You can write, ask, react and raise your hand again in {wait}.',
  },
  time_out_minutes: { status: 400, message: 'A time-out can last from {minimum} to {maximum} minutes.' },
  announcement_empty: { status: 400, message: 'Write an announcement first.' },
  announcement_too_long: { status: 400, message: 'An announcement can have at most {maximum} characters.' },
  word_filtered: { status: 409, message: 'The host doesn’t allow the word “{word}” here. Please rephrase.' },
  filter_full: { status: 409, message: 'The word filter can have at most {maximum} words.' },
  filter_word_too_long: { status: 400, message: 'A filtered word can have at most {maximum} characters.' },
  filter_word_empty: { status: 400, message: '“{word}” has no letters or digits to filter.' },
  chat_disabled: { status: 409, message: 'Chat disabled' },
  message_empty: { status: 400, message: 'Write a message first.' },
  message_too_long: { status: 400, message: 'A message can have at most 200 characters.' },
  chat_flood: { status: 429, message: 'You’re sending messages too fast. Please wait a moment.' },
  chat_slow: { status: 429, message: 'Slow mode is on. You can send one message every {seconds} seconds.' },
  chat_busy: { status: 429, message: 'The chat is very busy. Please try again in a moment.' },
  broadcast_only: { status: 409, message: 'This is only available in broadcasts.' },
  reactions_disabled: { status: 409, message: 'The host has turned reactions off.' },
  reaction_unknown: { status: 400, message: 'This reaction is not available.' },
  message_not_found: { status: 404, message: 'This message has already been removed.' },
  captions_off: { status: 409, message: 'Captions are turned off.' },
  caption_empty: { status: 400, message: 'A caption needs some text.' },
  caption_too_long: { status: 400, message: 'A caption can have at most {maximum} characters.' },
  captions_failed: { status: 503, message: 'Captions stopped working. Switch them on again.' },
  captions_no_server: { status: 409, message: 'This installation has no transcription server.' },
  not_on_stage: { status: 403, message: 'Only people on stage are captioned.' },
  session_moved: { status: 409, message: 'You joined this event on another device.' },
} as const satisfies Record<string, RefusalRow>;
