import type { Sql } from '../../../db/db.ts';
import { type OurBooks, type OurMoney, oursAtOnceMax } from './our-books.ts';

interface Row {
  ref: string;
  amount_minor: number;
  currency: string;
  at: Date;
  payment_id: string;
  payment_ref: string | null;
}

const moneyOf = (row: Row): OurMoney => ({
  kind: 'dispute',
  ref: row.ref,
  amountMinor: row.amount_minor,
  currency: row.currency,
  at: row.at.getTime(),
  paymentId: row.payment_id,
  paymentRef: row.payment_ref,
});

/**
 * Disputes of a provider: what the ledger says that each took, with its costs, less what came back. They are in the
 * window in which they were opened, and in the one in which they were decided.
 */
export const ourDisputes = (provider: string): OurBooks => ({
  async within(sql: Sql, { from, to }) {
    const rows = await sql.query<Row>(
      `SELECT d.provider_ref AS ref, gone.minor AS amount_minor, p.currency, moved.at, p.id AS payment_id,
         p.provider_ref AS payment_ref
       FROM dispute d JOIN payment p ON p.id = d.payment_id
         JOIN LATERAL (
           SELECT max(each.at) AS at FROM unnest(ARRAY[d.opened_at, d.closed_at]) AS each(at)
           WHERE each.at >= to_timestamp($2::double precision / 1000)
             AND each.at < to_timestamp($3::double precision / 1000)) moved ON moved.at IS NOT NULL
         JOIN LATERAL (
           SELECT -coalesce(sum(x.amount_minor), 0)::bigint AS minor
           FROM ledger_tx t JOIN ledger_entry x ON x.tx_id = t.id
             JOIN ledger_account a ON a.id = x.account_id AND a.kind = 'psp_clearing'
           WHERE t.order_id = p.order_id AND starts_with(t.source_key, 'dispute:' || d.id || ':')) gone ON true
       WHERE d.provider = $1
       ORDER BY moved.at, d.id LIMIT $4`,
      [provider, from, to, oursAtOnceMax + 1],
    );
    return rows.map(moneyOf);
  },

  async named(sql: Sql, theirs) {
    const rows = await sql.query<Row>(
      `SELECT d.provider_ref AS ref, gone.minor AS amount_minor, p.currency, d.opened_at AS at, p.id AS payment_id,
         p.provider_ref AS payment_ref
       FROM dispute d JOIN payment p ON p.id = d.payment_id
         JOIN LATERAL (
           SELECT -coalesce(sum(x.amount_minor), 0)::bigint AS minor
           FROM ledger_tx t JOIN ledger_entry x ON x.tx_id = t.id
             JOIN ledger_account a ON a.id = x.account_id AND a.kind = 'psp_clearing'
           WHERE t.order_id = p.order_id AND starts_with(t.source_key, 'dispute:' || d.id || ':')) gone ON true
       WHERE d.provider = $1 AND d.provider_ref = ANY ($2::text[])`,
      [provider, theirs.map(({ ref }) => ref)],
    );
    return rows.map(moneyOf);
  },
});
