import type { MeetingSide } from '@frontrow/core/meetings/meeting-machine.ts';
import type { Sql } from '../../../db/db.ts';

export interface Unread {
  readonly viewer: number;
  readonly host: number;
}

/** How many requests somebody else, or time, changed since this account has looked at them, by side. */
export async function unreadRequests(sql: Sql, accountId: number): Promise<Unread> {
  const row = await sql.one<Unread>(
    `SELECT
       (SELECT count(*)::int FROM private_request WHERE viewer_id = $1 AND changed_by IS DISTINCT FROM 'viewer'
          AND changed_at > coalesce(viewer_seen_at, '-infinity')) AS viewer,
       (SELECT count(*)::int FROM private_request WHERE host_id = $1 AND changed_by IS DISTINCT FROM 'host'
          AND changed_at > coalesce(host_seen_at, '-infinity')) AS host`,
    [accountId],
  );
  return row ?? { viewer: 0, host: 0 };
}

/** The account has seen all requests of this side. */
export async function seeRequests(sql: Sql, accountId: number, side: MeetingSide): Promise<Unread> {
  await sql.query(
    side === 'viewer'
      ? `UPDATE private_request SET viewer_seen_at = app_now()
         WHERE viewer_id = $1 AND changed_at > coalesce(viewer_seen_at, '-infinity')`
      : `UPDATE private_request SET host_seen_at = app_now()
         WHERE host_id = $1 AND changed_at > coalesce(host_seen_at, '-infinity')`,
    [accountId],
  );
  return unreadRequests(sql, accountId);
}
