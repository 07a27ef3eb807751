import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { didProviderAnswer } from '../ports/provider-books.ts';
import type { PartState } from '../ports/part-state.ts';

type Call = (...args: unknown[]) => Promise<unknown>;

/** No call to the provider: it comes from there, or from somebody who says so. */
const incoming = 'readWebhook';
const isUnanswered = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'payment_unavailable' && !didProviderAnswer(error);

/**
 * The same calls of a payment provider, and whether it answered the last one. It is not asked for that: a check of
 * ours would cost a call each.
 */
export function withState<Calls extends object>(calls: Calls): Calls & { state(): PartState } {
  let state: PartState = 'ready';
  const noted =
    (call: Call): Call =>
    async (...args) => {
      try {
        const answer = await call(...args);
        state = 'ready';
        return answer;
      } catch (error) {
        if (error instanceof Refusal) state = isUnanswered(error) ? 'down' : 'ready';
        throw error;
      }
    };
  const all = Object.entries(calls).map(([name, part]: [string, unknown]) => [
    name,
    typeof part === 'function' && name !== incoming ? noted(part as Call) : part,
  ]);
  return { ...(Object.fromEntries(all) as Calls), state: () => state };
}
