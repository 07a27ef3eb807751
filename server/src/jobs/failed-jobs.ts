import type { Db } from '../db/db.ts';
import type { JobRecord } from './runner.ts';

const errorCharsMax = 500;

/**
 * Keeps failing jobs in the database, so that app admins see those of every process. A job that succeeds is deleted
 * there at its first success after a failure or a start: most runs write nothing. While the database is away nothing
 * can be kept, and the log has the line.
 */
export function recordJobs(db: Pick<Db, 'query'>): JobRecord {
  const known = new Set<string>();
  return {
    async failed(job, error) {
      known.delete(job);
      await db
        .query(
          `INSERT INTO failed_job (job, error) VALUES ($1, left($2, $3))
           ON CONFLICT (job) DO UPDATE SET failures = failed_job.failures + 1, last_failed_at = app_now(),
             error = excluded.error`,
          [job, String(error), errorCharsMax],
        )
        .catch(() => undefined);
    },
    async succeeded(job) {
      if (known.has(job)) return;
      await db.query('DELETE FROM failed_job WHERE job = $1', [job]).then(
        () => known.add(job),
        () => undefined,
      );
    },
  };
}
