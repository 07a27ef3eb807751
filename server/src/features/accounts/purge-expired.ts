import { minutes } from '@frontrow/core/kernel/instant.ts';
import type { Job } from '../../jobs/runner.ts';
import type { Kit } from '../../kit.ts';

/** Rows deleted per table and run. */
const rowsMax = 5000;

/** Deletes attempts with a provider and challenges of passkeys that expired an hour ago. */
const purgeAttempts = (table: 'social_login' | 'social_stand_in_code' | 'passkey_challenge') =>
  `DELETE FROM ${table} WHERE ctid IN (
     SELECT ctid FROM ${table} WHERE expires_at < app_now() - interval '1 hour' LIMIT $1 FOR UPDATE SKIP LOCKED)`;

/**
 * Deletes expired rows: links, attempts with a social provider or a passkey, attempt counters, the record of sent
 * emails, refresh tokens.
 */
export function purgeExpired({ db }: Pick<Kit, 'db'>): Job {
  return {
    name: 'forget expired sessions, links and counters',
    everyMs: minutes(10),
    async run() {
      await db.query(
        `DELETE FROM one_time_token WHERE hash IN (
           SELECT hash FROM one_time_token WHERE expires_at < app_now() - interval '7 days' LIMIT $1
           FOR UPDATE SKIP LOCKED)`,
        [rowsMax],
      );
      await db.query(
        `DELETE FROM attempt_counter WHERE (scope, key) IN (
           SELECT scope, key FROM attempt_counter WHERE window_ends < app_now() LIMIT $1
           FOR UPDATE SKIP LOCKED)`,
        [rowsMax],
      );
      await db.query(
        `DELETE FROM mail_sent WHERE dedupe_key IN (
           SELECT dedupe_key FROM mail_sent WHERE claimed_at < app_now() - interval '60 days' LIMIT $1
           FOR UPDATE SKIP LOCKED)`,
        [rowsMax],
      );
      await db.query(purgeAttempts('social_login'), [rowsMax]);
      await db.query(purgeAttempts('social_stand_in_code'), [rowsMax]);
      await db.query(purgeAttempts('passkey_challenge'), [rowsMax]);
      await db.tx(async (tx) => {
        const gone = await tx.query<{ id: string }>(
          `SELECT id FROM refresh_token WHERE expires_at < app_now() - interval '1 day'
           ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED`,
          [rowsMax],
        );
        const ids = gone.map((row) => row.id);
        await tx.query('UPDATE refresh_token SET parent_id = NULL WHERE parent_id = ANY ($1)', [ids]);
        await tx.query('DELETE FROM refresh_token WHERE id = ANY ($1)', [ids]);
      });
    },
  };
}
