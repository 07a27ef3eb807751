import type { WirePayout } from '@frontrow/contract/payouts/api.ts';
import { currencyOf, type Minor, toDecimal } from '@frontrow/core/kernel/money.ts';
import { payoutsPageSize } from '@frontrow/core/payouts/limits.ts';
import type { PayoutStatus } from '@frontrow/core/payouts/payouts.ts';
import type { Sql, Tx } from '../../db/db.ts';
import { keptSentenceNow } from '../../i18n/kept-sentences.ts';
import type { PayoutKind } from '../../ports/payouts.ts';
import { type PayoutPlace, payoutsPage } from './payouts-deps.ts';

export interface PayoutRow {
  id: string;
  status: PayoutStatus;
  amount_minor: number;
  currency: string;
  kind: PayoutKind;
  account_shown: string;
  automatic: boolean;
  reason: string | null;
  created_at: Date;
  sent_at: Date | null;
  paid_at: Date | null;
  ended_at: Date | null;
}

const msOf = (at: Date | null): number | null => at && at.getTime();

export const payoutView = (row: PayoutRow): WirePayout => ({
  payout_uuid: row.id,
  state: row.status,
  amount: toDecimal(row.amount_minor, currencyOf(row.currency).digits),
  currency_code: row.currency,
  kind: row.kind,
  account: row.account_shown,
  automatic: row.automatic,
  reason: row.reason === null ? null : keptSentenceNow(row.reason),
  created_at: row.created_at.getTime(),
  sent_at: msOf(row.sent_at),
  paid_at: msOf(row.paid_at),
  ended_at: msOf(row.ended_at),
});

/** What the books owe the host, by currency; negative after refunds of money that was paid out. */
export async function payableOf(sql: Sql, hostId: number): Promise<{ currency: string; minor: Minor }[]> {
  return sql.query<{ currency: string; minor: number }>(
    `SELECT currency, amount_minor AS minor FROM host_balance WHERE host_id = $1 AND kind = 'host_payable'
     ORDER BY currency`,
    [hostId],
  );
}

/**
 * The same in one currency by the ledger itself, under a lock that only payouts of this host take: of two at once, the
 * later one reads what the earlier one left. Postings of refunds and releases do not wait for it.
 */
export async function lockPayable(tx: Tx, hostId: number, currency: string): Promise<Minor> {
  const account = await tx.one<{ id: number }>("SELECT ledger_account_id('host_payable', $1, $2) AS id", [
    String(hostId),
    currency,
  ]);
  await tx.query('SELECT 1 FROM ledger_account WHERE id = $1 FOR NO KEY UPDATE', [account?.id]);
  const row = await tx.one<{ minor: number }>(
    'SELECT -coalesce(sum(amount_minor), 0)::bigint AS minor FROM ledger_entry WHERE account_id = $1',
    [account?.id],
  );
  return row?.minor ?? 0;
}

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
    [hostId, place.micros, place.id, payoutsPageSize + 1],
  );
  const { page, next } = payoutsPage(rows);
  return { payouts: page.map(payoutView), next_cursor: next };
}
