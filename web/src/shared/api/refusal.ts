import { text } from '../i18n/index.ts';

export interface WireError {
  message: string;
  code: string;
  field?: string | undefined;
}

/** The server's "no": its messages joined with ', '. Status 0 means the server was not reached. */
export class ApiRefusal extends Error {
  readonly status: number;
  readonly errors: readonly WireError[];
  /** When the server asked to come back (`Retry-After`), in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** By which the server's log knows its own fault. */
  readonly reference: string | undefined;

  constructor(status: number, errors: readonly WireError[], retryAfterMs?: number, reference?: string) {
    super(errors.map((error) => error.message).join(', '));
    this.name = 'ApiRefusal';
    this.status = status;
    this.errors = errors;
    this.retryAfterMs = retryAfterMs;
    this.reference = reference;
  }

  /** The message that belongs to a form field, if any. */
  field(name: string): string | undefined {
    return this.errors.find((error) => error.field === name)?.message;
  }

  /** Whether the server refused for this reason. */
  is(code: string): boolean {
    return this.errors.some((error) => error.code === code);
  }
}

/**
 * The server's own answer to this very request. Anything else may be done all the same, and may be otherwise when
 * asked for again.
 */
export const isAnswer = (error: unknown): error is ApiRefusal =>
  error instanceof ApiRefusal && error.status !== 0 && error.status < 500;

/**
 * The access token is old, or its session is over. Other answers of the same status are about what was typed, and
 * count as a try.
 */
export const isTokenRefused = (error: unknown): boolean => error instanceof ApiRefusal && error.is('token_invalid');

/** The code of an answer that is an error and names no reason: a proxy's, or a broken one. */
export const unnamedCode = 'unknown';

/** What to show for anything that was thrown: the server's sentence, or ours for an unexpected error. */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiRefusal)) return text('app', 'error.unknown');
  return error.message || text('app', 'error.unnamed');
}

/** The sentence with which the server refused. A fault, a proxy's answer and no answer at all have none. */
export function refusalSentence(error: unknown): string | null {
  const isRefusal = error instanceof ApiRefusal && error.status !== 0 && !error.is('fault') && !error.is(unnamedCode);
  return isRefusal && error.message ? error.message : null;
}
