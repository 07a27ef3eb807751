import type { RefusalRow } from './refusal.ts';

/** Refusals that any call may give. */
export const kernelRefusals = {
  bad_input: { status: 400, message: '{detail}' },
  not_found: { status: 404, message: 'Sorry, we could not find that.' },
  login_required: { status: 401, message: 'Please log in to do that.' },
  token_invalid: { status: 401, message: 'Your session has ended. Please log in again.' },
  forbidden: { status: 403, message: 'You are not allowed to do that.' },
  too_many_requests: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  body_too_large: { status: 413, message: 'That is too large to send.' },
  headers_too_large: { status: 431, message: 'The headers of that request are too large.' },
  expectation_unmet: { status: 417, message: 'That request expects something this server does not do.' },
  request_too_slow: { status: 408, message: 'That request took too long to arrive.' },
  upload_too_slow: {
    status: 400,
    message: 'The upload took too long. Please use a smaller file or a faster connection.',
  },
  storage_full: { status: 503, message: 'There is no room for uploads right now. Please try again later.' },
  unsupported_media_type: { status: 415, message: 'That content type is not supported.' },
  webhook_signature_wrong: { status: 400, message: 'The signature is not valid.' },
  idempotency_key_reused: { status: 422, message: 'This Idempotency-Key was already used for a different request.' },
  request_in_progress: { status: 409, message: 'This request is already being processed.' },
  temporarily_unavailable: {
    status: 503,
    message: 'Something we depend on is not answering. Please try again in a moment.',
  },
} as const satisfies Record<string, RefusalRow>;
