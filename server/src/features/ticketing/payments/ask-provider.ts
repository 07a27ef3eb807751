import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { providerTimeoutMs } from '@frontrow/core/ticketing/limits.ts';
import type { Logger } from '../../../ports/log.ts';

/**
 * Calls a payment provider, for at most 10 s and never while a lock is held. Without an answer it refuses
 * `payment_unavailable`: the result is unknown, the hold stays, and nothing is charged again blindly.
 */
export async function askProvider<T>(log: Logger, what: string, call: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(refuse('payment_unavailable', {}, { retryAfter: 5 })), providerTimeoutMs);
  });
  try {
    return await Promise.race([call(), late]);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    log.warn({ what, error: String(error) }, 'payment provider did not answer');
    throw refuse('payment_unavailable', {}, { retryAfter: 5 });
  } finally {
    clearTimeout(timer);
  }
}
