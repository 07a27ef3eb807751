import type { RefusalRow } from '../kernel/refusal.ts';

/** Refusals of private meetings. */
export const meetingsRefusals = {
  request_not_found: { status: 404, message: 'Sorry, we could not find that request.' },
  meetings_not_offered: { status: 409, message: 'This host does not offer private meetings right now.' },
  own_meeting: { status: 403, message: 'You cannot ask yourself for a meeting.' },
  slot_not_offered: { status: 409, message: 'This host is not available at that time. Please choose another one.' },
  length_not_offered: { status: 400, message: 'This host does not offer meetings of that length.' },
  time_taken: { status: 409, message: 'That time is taken. Please choose another one.' },
  time_past: { status: 409, message: 'That time has passed. Please choose a later one.' },
  time_too_far: { status: 409, message: 'That is too far ahead. Please choose a time within the next 8 weeks.' },
  request_open: { status: 409, message: 'You already have an open request to this host.' },
  requests_full: { status: 409, message: 'You have {maximum} open requests. Wait for an answer, or cancel one.' },
  request_moved: { status: 409, message: 'This request has changed meanwhile. Please look at it again.' },
  nothing_modified: { status: 400, message: 'Please choose another time, length or price.' },
  request_message_required: { status: 400, message: 'Please write a message.' },
  request_message_too_long: { status: 400, message: 'A message has at most {maximum} characters.' },
  meeting_not_payable: { status: 409, message: 'This meeting cannot be paid right now.' },
  room_not_open: { status: 409, message: 'The room opens {minutes} minutes before the meeting.' },
  meeting_not_confirmed: { status: 409, message: 'This meeting is not paid yet.' },
  time_added_full: { status: 409, message: 'This meeting cannot be made any longer.' },
  not_in_meetings: { status: 409, message: 'A private meeting has no audience.' },
  host_not_late: { status: 409, message: 'The host still has time to arrive.' },
} as const satisfies Record<string, RefusalRow>;
