import { days } from '@frontrow/core/kernel/instant.ts';
import type { Sql } from '../../../db/db.ts';
import type { PayoutKind } from '../../../ports/payouts.ts';
import { type OurBooks, type OurMoney, oursAtOnceMax } from './our-books.ts';

interface Row {
  ref: string;
  amount_minor: number;
  currency: string;
  at: Date;
  payout_id: string;
  provider_ref: string | null;
}

/** Money comes back weeks after a payout was made; what is older is not looked through. */
const oldestMs = days(120);

const moneyOf = (row: Row): OurMoney => ({
  kind: 'payout',
  ref: row.ref,
  amountMinor: row.amount_minor,
  currency: row.currency,
  at: row.at.getTime(),
  paymentId: null,
  paymentRef: row.provider_ref,
  payoutId: row.payout_id,
});

/**
 * Payouts by one bank: what the ledger says that each took of its host. They are in the windows in which the bank took
 * them, paid them and sent them back. One that no bank has answered yet is none.
 */
export const ourPayouts = (kind: PayoutKind): OurBooks => ({
  async within(sql: Sql, { from, to }) {
    const rows = await sql.query<Row>(
      `SELECT coalesce(p.money_ref, p.id::text) AS ref, gone.minor AS amount_minor, p.currency, moved.at,
         p.id AS payout_id, p.provider_ref
       FROM payout p
         JOIN LATERAL (
           SELECT max(each.at) AS at FROM unnest(ARRAY[p.sent_at, p.paid_at, p.ended_at]) AS each(at)
           WHERE each.at >= to_timestamp($2::double precision / 1000)
             AND each.at < to_timestamp($3::double precision / 1000)) moved ON moved.at IS NOT NULL
         JOIN LATERAL (
           SELECT coalesce(sum(x.amount_minor), 0)::bigint AS minor
           FROM ledger_tx t JOIN ledger_entry x ON x.tx_id = t.id
             JOIN ledger_account a ON a.id = x.account_id AND a.kind = 'host_payable'
           WHERE t.source_key IN (
             'payout_request:' || p.id, 'payout_failed:' || p.id, 'payout_returned:' || p.id)) gone ON true
       WHERE p.kind = $1 AND p.created_at >= to_timestamp(($2::double precision - $5) / 1000)
       ORDER BY moved.at, p.id LIMIT $4`,
      [kind, from, to, oursAtOnceMax + 1, oldestMs],
    );
    return rows.map(moneyOf);
  },

  async named(sql: Sql, theirs) {
    const rows = await sql.query<Row>(
      `SELECT named.ref, gone.minor AS amount_minor, p.currency, p.created_at AS at, p.id AS payout_id, p.provider_ref
       FROM unnest($2::text[], $3::text[]) AS named(ref, payout)
         JOIN payout p ON p.kind = $1 AND (p.money_ref = named.ref
           OR p.id = CASE WHEN named.payout ~ '^[0-9a-f-]{36}$' THEN named.payout::uuid END)
         JOIN LATERAL (
           SELECT coalesce(sum(x.amount_minor), 0)::bigint AS minor
           FROM ledger_tx t JOIN ledger_entry x ON x.tx_id = t.id
             JOIN ledger_account a ON a.id = x.account_id AND a.kind = 'host_payable'
           WHERE t.source_key IN (
             'payout_request:' || p.id, 'payout_failed:' || p.id, 'payout_returned:' || p.id)) gone ON true`,
      [kind, theirs.map(({ ref }) => ref), theirs.map(({ paymentId }) => paymentId ?? '')],
    );
    return rows.map(moneyOf);
  },
});
