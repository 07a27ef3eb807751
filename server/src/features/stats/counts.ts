import { minutes } from '@frontrow/core/kernel/instant.ts';
import type { Db, Sql } from '../../db/db.ts';
import type { Logger } from '../../ports/log.ts';

/**
 * Counts everything again from orders, refunds, tickets, reviews, follows and rooms. Views stay, as nothing is kept
 * that they could be counted from, and so does what happened in a room whose log was forgotten.
 */
export async function rebuildStats(db: Db): Promise<{ hosts: number; events: number }> {
  const hosts = await db.query<{ id: number }>('SELECT id FROM app_user WHERE role = 1 ORDER BY id');
  let events = 0;
  for (const { id } of hosts) events += await rebuildHost(db, id);
  return { hosts: hosts.length, events };
}

async function rebuildHost(db: Db, hostId: number): Promise<number> {
  await db.tx(async (tx) => {
    await tx.query('SELECT lock_stats_host($1)', [hostId]);
    await tx.query(
      `DELETE FROM event_show s WHERE s.host_id = $1
         AND NOT EXISTS (SELECT 1 FROM room r WHERE r.event_id = s.event_id AND r.forgotten_at IS NOT NULL)`,
      [hostId],
    );
    await tx.query('DELETE FROM event_day WHERE host_id = $1', [hostId]);
    await tx.query('DELETE FROM host_day WHERE host_id = $1', [hostId]);
    await tx.query('SELECT recount_host($1)', [hostId]);
  }, countingBounds);
  const events = await db.query<{ id: string }>('SELECT id FROM event WHERE host_id = $1 ORDER BY id', [hostId]);
  for (const { id } of events)
    await db.tx(async (tx) => void (await tx.query('SELECT recount_event($1)', [id])), countingBounds);
  return events.length;
}

/** An event with a hundred thousand orders is read for longer than other statements may take. */
const countingBounds = "SET LOCAL statement_timeout = '60s'";
const againMs = minutes(1);

interface Due {
  readonly host_id: number;
  readonly event_id: string | null;
}

/**
 * Counts again what facts and triggers have noted. What fails is tried again a minute later, so that it delays nothing
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

const minutesMax = 10_080;

/** Notes how many viewers each live event of the catalogue has now; of several notes of a minute the highest stays. */
export async function sampleViewers(sql: Sql): Promise<void> {
  await sql.query(
    `INSERT INTO viewer_sample AS s (event_id, minute, viewers)
     SELECT e.id, floor(extract(epoch FROM app_now() - e.started_at) / 60)::int, count(m.user_id)::int
     FROM event e LEFT JOIN room_member m ON m.event_id = e.id AND m.seat_until > app_now() AND m.user_id <> e.host_id
     WHERE e.state = 1 AND e.private_for IS NULL
       AND e.started_at BETWEEN app_now() - $1 * interval '1 minute' AND app_now()
     GROUP BY e.id
     ON CONFLICT (event_id, minute) DO UPDATE SET viewers = greatest(s.viewers, excluded.viewers)`,
    [minutesMax],
  );
}
