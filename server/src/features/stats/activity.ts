import { titleToWire } from '@frontrow/contract/events/event-title.ts';
import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import type { WireActivity } from '@frontrow/contract/stats/api.ts';
import { currencyOf, toDecimal } from '@frontrow/core/kernel/money.ts';
import { activityPage, unreadForDays, unreadMax } from '@frontrow/core/stats/limits.ts';
import type { Sql } from '../../db/db.ts';
import { nextCursor, readTimeCursor } from '../../db/cursors.ts';

/** The moment after which a line is new, of a host's row `s` in `activity_seen`. */
const newSince = `greatest(coalesce(s.at, '-infinity'), app_now() - interval '${unreadForDays} days')`;

/** What happened lately to a host, newest first. Lines grow and then move to the top: a page repeats none of before. */
export async function listActivity(
  sql: Sql,
  hostId: number,
  cursor: string | undefined,
): Promise<AnswerOf<'GET /activity'>> {
  const after = readTimeCursor(cursor, 'number');
  const rows = await sql.query<{
    id: number;
    kind: string;
    at: string;
    at_ms: number;
    unread: boolean;
    count: number;
    amount_minor: number;
    currency: string | null;
    event_id: string | null;
    title: EventTitle | null;
    person: string | null;
    detail: string;
  }>(
    `SELECT a.id, a.kind, a.at::text AS at, (extract(epoch FROM a.at) * 1000)::bigint AS at_ms,
       a.at > ${newSince} AS unread, a.count, a.amount_minor, a.currency, coalesce(e.replay_of, a.event_id) AS event_id,
       title_for_host(e) AS title,
       CASE WHEN u.erased_at IS NULL THEN shown_name_of(u) END AS person, a.detail
     FROM activity a LEFT JOIN event e ON e.id = a.event_id LEFT JOIN app_user u ON u.id = a.person_id
     LEFT JOIN activity_seen s ON s.user_id = a.host_id
     WHERE a.host_id = $1 AND ($2::timestamptz IS NULL OR (a.at, a.id) < ($2, $3::bigint))
     ORDER BY a.at DESC, a.id DESC LIMIT $4`,
    [hostId, after?.at ?? null, after?.id ?? null, activityPage + 1],
  );
  const seen = await sql.one<{ at_ms: number }>(
    'SELECT (extract(epoch FROM at) * 1000)::bigint AS at_ms FROM activity_seen WHERE user_id = $1',
    [hostId],
  );
  return {
    activity: rows.slice(0, activityPage).map((row) => ({
      activity_ide: row.id,
      kind: row.kind as WireActivity['kind'],
      at: row.at_ms,
      unread: row.unread,
      count: row.count,
      amount: row.currency === null ? null : toDecimal(row.amount_minor, currencyOf(row.currency).digits),
      currency_code: row.currency,
      event:
        row.event_id === null || row.title === null ? null : { event_uuid: row.event_id, ...titleToWire(row.title) },
      person_name: row.person,
      detail: row.detail,
    })),
    seen: seen?.at_ms ?? null,
    next_cursor: nextCursor(rows, activityPage, ({ at, id }) => ({ at, id })),
  };
}

/** How many lines are new, at most a hundred. */
export async function unreadActivity(sql: Sql, hostId: number): Promise<number> {
  const row = await sql.one<{ unread: number }>(
    `SELECT count(*) AS unread FROM (
       SELECT 1 FROM activity a LEFT JOIN activity_seen s ON s.user_id = a.host_id
       WHERE a.host_id = $1 AND a.at > ${newSince} ORDER BY a.at DESC, a.id DESC LIMIT ${unreadMax}) n`,
    [hostId],
  );
  return row?.unread ?? 0;
}

/** The host has read everything up to a moment; an older one changes nothing. Returns how many lines are new. */
export async function markSeen(sql: Sql, hostId: number, until: number): Promise<number> {
  // Lines are shown to the millisecond, and kept to the microsecond.
  await sql.query(
    `INSERT INTO activity_seen AS s (user_id, at)
     VALUES ($1, least('epoch'::timestamptz + ($2::bigint + 1) * interval '1 ms', app_now()))
     ON CONFLICT (user_id) DO UPDATE SET at = greatest(s.at, excluded.at)`,
    [hostId, until],
  );
  return unreadActivity(sql, hostId);
}
