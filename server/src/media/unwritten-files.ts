import { days, hours, minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import type { Sql } from '../db/db.ts';
import type { Job } from '../jobs/runner.ts';
import type { Kit } from '../kit.ts';

/** A file that no row names is deleted after this. */
const leftMs = days(1);
/** A row that names a file later than this is refused: the job may already be deleting the file. */
const writtenWithinMs = leftMs / 2;
const filesMax = 500;
/** A call to the storage that never ends must not end this job for good. */
const deleteMsMax = seconds(30);
/** One run takes no longer; the next one continues. */
const runMsMax = minutes(10);

/**
 * Notes that no row names these files: before a file is stored, committed; or in the transaction that removes the row.
 * If the process ends or the storage is down before the next step, the job still deletes them.
 */
export async function noteUnwritten(sql: Sql, keys: readonly string[]): Promise<void> {
  await sql.query('INSERT INTO unwritten_file (file_key) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [keys]);
}

/** Keeps noted files: call it in the transaction that writes the row that names them. */
export async function keepFiles(tx: Sql, keys: readonly string[]): Promise<void> {
  const kept = await tx.query(
    `DELETE FROM unwritten_file WHERE file_key = ANY ($1) AND created_at > app_now() - $2 * interval '1 ms'
     RETURNING 1`,
    [keys, writtenWithinMs],
  );
  if (kept.length < keys.length) throw new Error('files that were never noted, or too long ago, cannot be kept');
}

/** Rejects where a call does not end in time. */
async function ended(call: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${deleteMsMax} ms`)), deleteMsMax);
  });
  await Promise.race([call, late]).finally(() => clearTimeout(timer));
}

/**
 * Deletes files that no row has named for a day. The note is deleted after its file, so that neither a crash nor a
 * storage that is down loses it.
 */
export const dropUnwrittenFiles = ({ db, storage, log }: Pick<Kit, 'db' | 'storage' | 'log'>): Job => ({
  name: 'drop files that nothing names',
  everyMs: hours(1),
  async run(stopping) {
    const end = performance.now() + runMsMax;
    const left = await db.query<{ key: string }>(
      `SELECT file_key AS key FROM unwritten_file WHERE created_at < app_now() - $1 * interval '1 ms'
       ORDER BY created_at LIMIT ${filesMax}`,
      [leftMs],
    );
    for (const { key } of left) {
      if (stopping() || performance.now() > end) return;
      try {
        await ended(storage.delete(key));
        await db.query('DELETE FROM unwritten_file WHERE file_key = $1', [key]);
      } catch (error) {
        log.warn({ key, error: String(error) }, 'file not removed');
        // Moved to the end: files that can never be removed must not fill every batch.
        await db.query("UPDATE unwritten_file SET created_at = app_now() - $2 * interval '1 ms' WHERE file_key = $1", [
          key,
          leftMs,
        ]);
      }
    }
  },
});
