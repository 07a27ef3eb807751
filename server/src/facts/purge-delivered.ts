import { days, minutes } from '@frontrow/core/kernel/instant.ts';
import type { Db } from '../db/db.ts';
import type { Job } from '../jobs/runner.ts';

/** Longer than anything waits that could record the same fact again. `invariants.sql` (W03) uses the same limit. */
const keptMs = days(90);
const rowsMax = 5_000;

/** A delivered fact is kept only so that recording it again does nothing. A fact not delivered stays. */
export const purgeDelivered = (db: Db): Job => ({
  name: 'forget facts delivered long ago',
  everyMs: minutes(1),
  async run() {
    await db.query(
      `DELETE FROM outbox WHERE id IN (
         SELECT id FROM outbox WHERE sent_at < app_now() - $1 * interval '1 ms'
           AND NOT EXISTS (SELECT 1 FROM fact_delivery d WHERE d.fact_id = outbox.id)
         ORDER BY sent_at LIMIT ${rowsMax} FOR UPDATE SKIP LOCKED)`,
      [keptMs],
    );
  },
});
