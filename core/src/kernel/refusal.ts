/** One expected "no": the HTTP status it answers with and the sentence people read ({name} is filled from params). */
export interface RefusalRow {
  readonly status:
    | 400
    | 401
    | 402
    | 403
    | 404
    | 405
    | 408
    | 409
    | 410
    | 412
    | 413
    | 415
    | 417
    | 422
    | 423
    | 428
    | 429
    | 431
    | 501
    | 503;
  readonly message: string;
}

export type RefusalParams = Readonly<Record<string, string | number>>;

/** An expected "no". Thrown by core and use cases, answered as `{"errors":[{message, code, field?}]}`. */
export class Refusal extends Error {
  readonly code: string;
  readonly status: RefusalRow['status'];
  readonly params: RefusalParams;
  /** The input field that caused it, in wire spelling, when there is one. */
  readonly field: string | undefined;
  /** Seconds after which trying again makes sense; becomes `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(code: string, row: RefusalRow, params: RefusalParams = {}, field?: string, retryAfter?: number) {
    // An expected answer needs no stack, and a sold-out rush gives thousands of them a second.
    const traces = Error as unknown as { stackTraceLimit: number | undefined };
    const { stackTraceLimit } = traces;
    traces.stackTraceLimit = 0;
    super(row.message.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole)));
    traces.stackTraceLimit = stackTraceLimit;
    this.name = 'Refusal';
    this.code = code;
    this.status = row.status;
    this.params = params;
    this.field = field;
    this.retryAfter = retryAfter;
  }
}

/** Several expected "no"s at once, for a form that wants to know them all. */
export class Refusals extends Error {
  readonly all: readonly [Refusal, ...Refusal[]];

  constructor(all: readonly [Refusal, ...Refusal[]]) {
    super(all.map((refusal) => refusal.message).join(', '));
    this.name = 'Refusals';
    this.all = all;
  }

  /** 403 when any of them says so, else the first one's. */
  get status(): RefusalRow['status'] {
    return this.all.some((refusal) => refusal.status === 403) ? 403 : this.all[0].status;
  }
}

/** Refusals that any call may give. */
export const kernelRefusals = {
  bad_input: { status: 400, message: '{detail}' },
  not_found: { status: 404, message: 'Sorry, we could not find that.' },
  login_required: { status: 401, message: 'Please log in to do that.' },
  token_invalid: { status: 401, message: 'Your session has ended. Please log in again.' },
  account_required: { status: 403, message: 'You need an account for that. Log in or sign up, then try again.' },
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
