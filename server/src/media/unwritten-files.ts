import { days, hours } from '@frontrow/core/kernel/instant.ts';
import type { Sql } from '../db/db.ts';
import type { Job } from '../jobs/runner.ts';
import type { Kit } from '../kit.ts';

/** A file that no row names goes after this. */
const leftMs = days(1);
/** Written later than this it is refused: the job must not find what is just being written. */
const writtenWithinMs = leftMs / 2;
const filesMax = 500;

/**
 * No row names these files: not yet, committed before they are stored; or not any more, in the transaction that says so. Whoever ends
 * before the next step, or cannot reach the storage, leaves nothing behind for good.
 */
export async function noteUnwritten(sql: Sql, keys: readonly string[]): Promise<void> {
  await sql.query('INSERT INTO unwritten_file (file_key) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [keys]);
}

/** Said in the transaction that writes the row that names them: they stay. */
export async function keepFiles(tx: Sql, keys: readonly string[]): Promise<void> {
  const kept = await tx.query(
    "DELETE FROM unwritten_file WHERE file_key = ANY ($1) AND created_at > app_now() - $2 * interval '1 ms' RETURNING 1",
    [keys, writtenWithinMs],
  );
  if (kept.length < keys.length) throw new Error('files that were never noted, or too long ago, cannot be kept');
}

/** Takes the files away that no row names since a day. The row goes after its file, so that neither a crash nor a storage that is down loses it. */
export const dropUnwrittenFiles = ({ db, storage, log }: Pick<Kit, 'db' | 'storage' | 'log'>): Job => ({
  name: 'drop files that nothing names',
  everyMs: hours(1),
  async run(stopping) {
    const left = await db.query<{ key: string }>(
      `SELECT file_key AS key FROM unwritten_file WHERE created_at < app_now() - $1 * interval '1 ms' ORDER BY created_at LIMIT ${filesMax}`,
      [leftMs],
    );
    for (const { key } of left) {
      if (stopping()) return;
      try {
        await storage.delete(key);
        await db.query('DELETE FROM unwritten_file WHERE file_key = $1', [key]);
      } catch (error) {
        log.warn({ key, error: String(error) }, 'file not removed');
        // Behind all that wait by now, or those that never go would be all that is ever looked at.
        await db.query("UPDATE unwritten_file SET created_at = app_now() - $2 * interval '1 ms' WHERE file_key = $1", [
          key,
          leftMs,
        ]);
      }
    }
  },
});
