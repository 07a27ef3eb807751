import { notReached } from './call.ts';

const askAgainMs = 3_000;
const asksMax = 40;
/** After this long without a network a person has to decide. */
export const askedForMs = asksMax * askAgainMs;

/**
 * Asks until somebody answers, for what must be known; says once that it is waiting. The same call twice must be
 * harmless.
 */
export async function untilReached<T>(
  ask: () => Promise<T>,
  sayWaiting: () => void,
  wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
): Promise<T> {
  const began = performance.now();
  for (let asks = 1; ; asks += 1) {
    try {
      return await ask();
    } catch (error) {
      // An ask may itself take long: a network that swallows everything says nothing for minutes.
      if (!notReached(error) || asks >= asksMax || performance.now() - began > askedForMs) throw error;
    }
    if (asks === 1) sayWaiting();
    await wait(askAgainMs);
  }
}
