import type { WireEventDetail } from '@frontrow/contract/backoffice/moderation-api.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { listAdminEvents } from './list-events.ts';
import type { BackofficeDeps } from './routes.ts';

interface Row {
  host_id: number;
  host_suspended: boolean;
  unpublished_ms: number | null;
  unpublished_reason: string | null;
  orders: number;
  reports_open: number;
}

/** An event as app admins see it. Throws `event_not_found`, also for private meetings. */
export async function readEvent(
  { accounts, db }: Pick<BackofficeDeps, 'accounts' | 'db'>,
  eventUuid: string,
): Promise<WireEventDetail> {
  const [event] = (await listAdminEvents(db, { id: eventUuid })).events;
  const row =
    event &&
    (await db.one<Row>(
      `SELECT e.host_id, u.suspended_at IS NOT NULL AS host_suspended,
         (extract(epoch FROM e.unpublished_at) * 1000)::bigint AS unpublished_ms, e.unpublished_reason,
         (SELECT count(*)::int FROM orders o WHERE o.event_id = e.id) AS orders,
         (SELECT count(*)::int FROM report r WHERE r.subject_key = 'event:' || e.id AND r.status = 'open') AS reports_open
       FROM event e JOIN app_user u ON u.id = e.host_id WHERE e.id = $1`,
      [eventUuid],
    ));
  if (!row) throw refuse('event_not_found');
  return {
    event,
    unpublished_at: row.unpublished_ms,
    unpublished_reason: row.unpublished_reason,
    user_ide: row.host_id,
    host_suspended: row.host_suspended,
    orders: row.orders,
    reports_open: row.reports_open,
    history: await accounts.auditAbout(db, { subjectId: row.host_id, eventUuid }),
  };
}
