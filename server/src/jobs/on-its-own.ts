import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { isDatabaseGone } from '../db/database-gone.ts';
import type { Logger } from '../ports/log.ts';

/**
 * Does one piece of recurring work by itself: one that cannot be done must not keep the later ones from their end. Throws what
 * none of them can be done without: a database that is gone.
 */
export async function onItsOwn(
  log: Logger,
  what: Readonly<Record<string, string | number>>,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isDatabaseGone(error)) throw error;
    if (error instanceof Refusal) log.warn({ ...what, code: error.code }, 'not done, will be tried again');
    else log.error({ ...what, error: String(error) }, 'not done, will be tried again');
  }
}
