import type { WireAdminPayout } from '@frontrow/contract/payouts/api.ts';
import { payoutsPageSize } from '@frontrow/core/payouts/limits.ts';
import { likePatterns } from '../../../db/like-patterns.ts';
import type { Sql } from '../../../db/db.ts';
import { nextPayoutPlace, type PayoutPlace } from '../payout-place.ts';
import { type PayoutRow, payoutView } from '../views.ts';

interface Row extends PayoutRow {
  micros: string;
  attempts: number;
  username: string;
  host_name: string;
  held: string | null;
}

/** Payouts of all hosts, newest first, after `place`. */
export async function listAllPayouts(
  sql: Sql,
  { q, state, place }: { q: string | undefined; state: string | undefined; place: PayoutPlace },
): Promise<{ payouts: WireAdminPayout[]; next_cursor: string | null }> {
  const rows = await sql.query<Row>(
    `SELECT p.id, p.status, p.amount_minor, p.currency, p.kind, p.account_shown, p.automatic, p.reason, p.created_at,
       p.sent_at, p.paid_at, p.ended_at, p.attempts, u.username, shown_name_of(u) AS host_name, h.reason AS held,
       (extract(epoch FROM p.created_at) * 1000000)::bigint::text AS micros
     FROM payout p JOIN app_user u ON u.id = p.host_id LEFT JOIN payout_hold h ON h.host_id = p.host_id
     WHERE (p.created_at, p.id) < ('epoch'::timestamptz + $1::bigint * interval '1 microsecond', $2::uuid)
       AND ($3::payout_status IS NULL OR p.status = $3)
       AND ($4::text[] IS NULL OR u.username ILIKE ANY ($4) OR u.email_norm ILIKE ANY ($4))
     ORDER BY p.created_at DESC, p.id DESC LIMIT $5`,
    [place.micros, place.id, state ?? null, likePatterns(q), payoutsPageSize],
  );
  const payouts = rows.map((row) => ({
    ...payoutView(row),
    host_username: row.username,
    host_name: row.host_name,
    held: row.held,
    attempts: row.attempts,
  }));
  return { payouts, next_cursor: nextPayoutPlace(rows) };
}
