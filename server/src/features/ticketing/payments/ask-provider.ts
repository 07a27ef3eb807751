import { refuse } from '@frontrow/core/refuse.ts';
import { providerTimeoutMs } from '@frontrow/core/ticketing/limits.ts';
import type { Logger } from '../../../ports/log.ts';

/**
 * Calls a payment provider, for at most 10 s and never while a lock is held. Without an answer it refuses
 * `payment_unavailable`: the result is unknown, the hold stays, and nothing is charged again blindly. What the
 * provider's errors mean is the adapter's to say: anything but a refusal is a fault in our own code.
 */
export async function askProvider<T>(log: Logger, what: string, call: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      log.warn({ what }, 'payment provider did not answer');
      reject(refuse('payment_unavailable', {}, { retryAfter: 5 }));
    }, providerTimeoutMs);
  });
  try {
    return await Promise.race([call(), late]);
  } finally {
    clearTimeout(timer);
  }
}
