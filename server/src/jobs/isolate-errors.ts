import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { isDatabaseGone } from '../db/database-gone.ts';
import type { Logger } from '../ports/log.ts';

/**
 * Runs one item of recurring work. An item that fails is logged, so that the items after it still run. Throws only
 * when the database is gone, because then none of them can run.
 */
export async function isolateErrors(
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
