import { days, minutes } from '@frontrow/core/kernel/instant.ts';
import type { Db } from '../db/db.ts';
import type { Job } from '../jobs/runner.ts';

/** Longer than anything waits that might say a fact once more; `invariants.sql` (W03) knows it, too. */
const keptMs = days(90);
const rowsMax = 5_000;

/** A fact that was delivered is needed no more, but for knowing it when it is said again. One that was not stays. */
export const forgetDelivered = (db: Db): Job => ({
  name: 'forget facts delivered long ago',
  everyMs: minutes(1),
  async run() {
    await db.query(
      `DELETE FROM outbox WHERE id IN (
         SELECT id FROM outbox WHERE sent_at < app_now() - $1 * interval '1 ms' ORDER BY sent_at LIMIT ${rowsMax} FOR UPDATE SKIP LOCKED)`,
      [keptMs],
    );
  },
});
