import { type StatsRange, statsRange } from '@frontrow/core/stats/stats-range.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../../db/db.ts';

/** Whose numbers are read, of which days, and of which event where it is one. */
export interface Scope {
  readonly hostId: number;
  readonly zone: string;
  readonly range: StatsRange;
  readonly event: { readonly uuid: string; readonly title: string } | undefined;
}

export interface AskedRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly days?: number | undefined;
  readonly event_uuid?: string | undefined;
}

/** Throws `event_not_found`, `forbidden` for an event of another host, and the refusals of the range. */
export async function readScope(sql: Sql, hostId: number, asked: AskedRange): Promise<Scope> {
  const row = await sql.one<{ zone: string; now_ms: number }>(
    `SELECT coalesce(h.zone_name, u.zone_name) AS zone, (extract(epoch FROM app_now()) * 1000)::bigint AS now_ms
     FROM app_user u LEFT JOIN stats_host h ON h.host_id = u.id WHERE u.id = $1`,
    [hostId],
  );
  const zone = row?.zone ?? 'UTC';
  const range = statsRange(asked, zone, row?.now_ms ?? 0);
  if (asked.event_uuid === undefined) return { hostId, zone, range, event: undefined };
  const event = await sql.one<{ host_id: number; title: string }>(
    'SELECT host_id, title FROM event WHERE id = $1 AND private_for IS NULL',
    [asked.event_uuid],
  );
  if (!event) throw refuse('event_not_found');
  if (event.host_id !== hostId) throw refuse('forbidden');
  return { hostId, zone, range, event: { uuid: asked.event_uuid, title: event.title } };
}
