import type { Sql } from '../../db/db.ts';
import type { ProviderBooks, TheirMoney } from '../../ports/provider-books.ts';

interface Row {
  kind: TheirMoney['kind'];
  ref: string;
  amount_minor: number;
  currency: string;
  at: Date;
  payment_id: string | null;
  place: string;
}

const pageSize = 500;

/** The sandbox's own tables, which nobody else reads: cards and wallet are told apart by the names of captures. */
export const sandboxBooks = (db: Sql, captures: 'ch_sb_' | 'cap_sb_'): ProviderBooks => ({
  delayMs: 0,
  async read({ from, to, after }) {
    const [at, ref] = after?.split('~') ?? [];
    const rows = await db.query<Row>(
      `SELECT booked.*, booked.at::text AS place FROM (
         SELECT 'capture' AS kind, capture_ref AS ref, amount_minor, currency, created_at AS at, payment_id
         FROM sandbox_intent WHERE status = 'succeeded'
         UNION ALL
         SELECT 'capture', capture_ref, amount_minor, currency, created_at, payment_id
         FROM sandbox_wallet_order WHERE status = 'COMPLETED'
         UNION ALL
         SELECT 'refund', ref, amount_minor, currency, created_at, NULL
         FROM sandbox_refund WHERE status = 'succeeded' AND starts_with(capture_ref, $1)) booked
       WHERE (booked.kind = 'refund' OR starts_with(booked.ref, $1))
         AND booked.at >= to_timestamp($2::double precision / 1000)
         AND booked.at < to_timestamp($3::double precision / 1000)
         AND ($4::timestamptz IS NULL OR (booked.at, booked.ref) > ($4, $5))
       ORDER BY booked.at, booked.ref LIMIT $6`,
      [captures, from, to, at ?? null, ref ?? null, pageSize],
    );
    const last = rows.length < pageSize ? undefined : rows.at(-1);
    return { money: rows.map(moneyOf), next: last && `${last.place}~${last.ref}` };
  },
});

const moneyOf = (row: Row): TheirMoney => ({
  kind: row.kind,
  ref: row.ref,
  amountMinor: row.amount_minor,
  currency: row.currency,
  at: row.at.getTime(),
  paymentId: row.payment_id ?? undefined,
});
