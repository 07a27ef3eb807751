import type { Sql } from '../../db/db.ts';

/** Number of public events of this host that took place. */
export async function heldEvents(sql: Sql, hostId: number): Promise<number> {
  const row = await sql.one<{ count: number }>(
    'SELECT count(*)::int AS count FROM event WHERE host_id = $1 AND state = 2 AND cancelled_at IS NULL AND is_public',
    [hostId],
  );
  return row?.count ?? 0;
}
