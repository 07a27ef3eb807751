import type { Sql } from '../../../db/db.ts';

/** Takes an erased account off every waitlist, so that nobody waits behind it. Safe to run again. */
export async function leaveAllWaitlists(db: Sql, accountId: number): Promise<void> {
  const places = await db.query<{ event_id: string }>(
    "SELECT event_id FROM waitlist_place WHERE account_id = $1 AND status IN ('waiting', 'offered') ORDER BY event_id",
    [accountId],
  );
  for (const { event_id } of places) await db.query('SELECT leave_waitlist($1, $2)', [event_id, accountId]);
}
