import type { RefusalRow } from './refusal.ts';

/** Refusals that any call may give. */
export const kernelRefusals = {
  bad_input: { status: 400, message: '{detail}' },
  not_found: { status: 404, message: 'Sorry, we could not find that.' },
  login_required: { status: 401, message: 'Please log in to do that.' },
  token_invalid: { status: 401, message: 'Your session has ended. Please log in again.' },
  forbidden: { status: 403, message: 'You are not allowed to do that.' },
  contact_message_missing: { status: 400, message: 'Enter a message.' },
  contact_message_too_long: { status: 400, message: 'Your message can be at most {maximum} characters.' },
  too_many_requests: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  body_too_large: { status: 413, message: 'This request is too large.' },
  headers_too_large: { status: 431, message: 'The headers of this request are too large.' },
  expectation_unmet: { status: 417, message: 'This server does not support the request’s Expect header.' },
  request_too_slow: { status: 408, message: 'The request took too long to arrive. Please try again.' },
  upload_too_slow: {
    status: 400,
    message: 'The upload took too long. Please use a smaller file or a faster connection.',
  },
  storage_full: { status: 503, message: 'We can’t store uploads right now. Please try again later.' },
  unsupported_media_type: { status: 415, message: 'This content type is not supported.' },
  webhook_signature_wrong: { status: 400, message: 'The signature is not valid.' },
  idempotency_key_reused: { status: 422, message: 'This Idempotency-Key was already used for a different request.' },
  request_in_progress: { status: 409, message: 'This request is already being processed.' },
  temporarily_unavailable: {
    status: 503,
    message: 'A service we depend on is not responding. Please try again in a moment.',
  },
} as const satisfies Record<string, RefusalRow>;
