import { minutes } from '@frontrow/core/kernel/instant.ts';
import type { Db } from '../../../db/db.ts';
import type { Logger } from '../../../ports/log.ts';

/** An event with a hundred thousand orders is read for longer than other statements may take. */
export const countingBounds = "SET LOCAL statement_timeout = '60s'";
const againMs = minutes(1);

interface Due {
  readonly host_id: number;
  readonly event_id: string | null;
}

/**
 * Counts anew what facts and triggers have noted. What fails is tried again a minute later, so that it delays nothing
 * else. `onNews` hears of hosts who have something new to read.
 */
export async function recountDue(
  { db, log }: { readonly db: Db; readonly log: Logger },
  stopping: () => boolean,
  onNews: (hostId: number) => void,
): Promise<void> {
  while (!stopping()) {
    let taken: Due | undefined;
    try {
      taken = await db.tx(async (tx) => {
        const due = await tx.one<Due>(
          `DELETE FROM stats_due WHERE ctid = (
             SELECT ctid FROM stats_due WHERE at <= app_now() ORDER BY at LIMIT 1 FOR UPDATE SKIP LOCKED)
           RETURNING host_id, event_id`,
        );
        if (!due) return undefined;
        taken = due;
        const counted = await tx.one<{ news: boolean | null }>(
          'SELECT CASE WHEN $2::uuid IS NULL THEN recount_host($1) ELSE recount_event($2) END AS news',
          [due.host_id, due.event_id],
        );
        if (counted?.news) tx.afterCommit(() => onNews(due.host_id));
        return due;
      }, countingBounds);
    } catch (error) {
      if (!taken) throw error;
      log.warn({ error: String(error), event: taken.event_id }, 'numbers not counted, will be again');
      await db.query(
        `UPDATE stats_due SET at = app_now() + $3 * interval '1 ms'
         WHERE host_id = $1 AND event_id IS NOT DISTINCT FROM $2`,
        [taken.host_id, taken.event_id, againMs],
      );
      continue;
    }
    if (!taken) return;
  }
}
