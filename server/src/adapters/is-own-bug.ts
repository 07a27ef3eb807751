/** `fetch` throws a TypeError where no connection could be made, and where one was cut. */
const isConnectionFailure = (error: TypeError): boolean =>
  error.message === 'fetch failed' || error.message === 'terminated';

/**
 * Whether an error comes from a mistake in our own code. Adapters rethrow it instead of calling it an outage of the
 * provider, so that it is logged as a fault and fixed. OAuth's libraries throw TypeErrors with a code for answers that
 * break the standard: those are the provider's.
 */
export const isOwnBug = (error: unknown): boolean =>
  error instanceof ReferenceError ||
  error instanceof RangeError ||
  (error instanceof TypeError && !isConnectionFailure(error) && !('code' in error));
