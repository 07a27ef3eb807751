export type Retry =
  /** Trying again cannot help: a person has to look at it. */
  | 'never'
  /** An outage or our own settings: tried for as long as it takes, and not counted against this delivery. */
  | 'uncounted';

/** An error of a fact's handler that says whether the delivery is worth another attempt. Other errors are counted. */
export class DeliveryError extends Error {
  readonly retry: Retry | undefined;
  /** The email address that does not take mail. */
  readonly recipient: string | undefined;

  constructor(message: string, parts: { retry?: Retry; recipient?: string; cause?: unknown } = {}) {
    super(message, { cause: parts.cause });
    this.retry = parts.retry;
    this.recipient = parts.recipient;
  }
}
