import type { WirePayout } from '@frontrow/contract/payouts/api.ts';
import { payoutsPageSize } from '@frontrow/core/payouts/limits.ts';
import type { Sql } from '../../db/db.ts';
import { nextPayoutPlace, type PayoutPlace } from './payout-place.ts';
import { type PayoutRow, payoutView } from './views.ts';

/** A host's payouts, newest first, after `place`. */
export async function listPayouts(
  sql: Sql,
  hostId: number,
  place: PayoutPlace,
): Promise<{ payouts: WirePayout[]; next_cursor: string | null }> {
  const rows = await sql.query<PayoutRow & { micros: string }>(
    `SELECT id, status, amount_minor, currency, kind, account_shown, automatic, reason, created_at, sent_at, paid_at,
       ended_at, (extract(epoch FROM created_at) * 1000000)::bigint::text AS micros
     FROM payout
     WHERE host_id = $1 AND (created_at, id) < ('epoch'::timestamptz + $2::bigint * interval '1 microsecond', $3::uuid)
     ORDER BY created_at DESC, id DESC LIMIT $4`,
    [hostId, place.micros, place.id, payoutsPageSize],
  );
  return { payouts: rows.map(payoutView), next_cursor: nextPayoutPlace(rows) };
}
