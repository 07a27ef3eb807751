import type { Db } from '../../../db/db.ts';
import { countingBounds } from './recount-due.ts';

/**
 * Counts everything anew from orders, refunds, tickets, reviews, follows and rooms. Views stay, as nothing is kept
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
