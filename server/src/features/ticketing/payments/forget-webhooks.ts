import { minutes } from '@frontrow/core/kernel/instant.ts';
import { webhooksKeptMs } from '@frontrow/core/ticketing/limits.ts';
import type { Db } from '../../../db/db.ts';
import type { Job } from '../../../jobs/runner.ts';

const rowsMax = 5_000;

/** Deletes processed webhooks once no provider sends them again. Those given up stay: a person has to look at them. */
export const forgetWebhooks = (db: Db): Job => ({
  name: 'forget webhooks of long ago',
  everyMs: minutes(1),
  async run() {
    await db.query(
      `DELETE FROM provider_event WHERE (provider, event_id) IN (
         SELECT provider, event_id FROM provider_event WHERE processed_at < app_now() - $1 * interval '1 ms'
         ORDER BY processed_at LIMIT ${rowsMax} FOR UPDATE SKIP LOCKED)`,
      [webhooksKeptMs],
    );
  },
});
