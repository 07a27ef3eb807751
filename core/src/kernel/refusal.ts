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
