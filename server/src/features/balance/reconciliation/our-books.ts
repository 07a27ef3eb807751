import type { BookedMoney, Window } from '@frontrow/core/balance/reconcile.ts';
import type { Sql } from '../../../db/db.ts';
import type { TheirMoney } from '../../../ports/provider-books.ts';

/** Money that the ledger says a provider took, gave back or paid out. */
export interface OurMoney extends BookedMoney {
  /** Null of a payout. */
  readonly paymentId: string | null;
  /** The provider's name for the payment or the payout. */
  readonly paymentRef: string | null;
  /** Of a payout. */
  readonly payoutId?: string;
}

/** One kind of our books, which are compared with one of a provider's. */
export interface OurBooks {
  /** What was posted in a window, the oldest first, `oursAtOnceMax` and one more. */
  within(sql: Sql, window: Window): Promise<OurMoney[]>;
  /** What we have of money that the provider names, whenever that was. */
  named(sql: Sql, theirs: readonly TheirMoney[]): Promise<OurMoney[]>;
}

interface Row {
  kind: OurMoney['kind'];
  ref: string;
  amount_minor: number;
  currency: string;
  at: Date;
  payment_id: string;
  payment_ref: string | null;
}

/** More than this of one window is compared in several runs. */
export const oursAtOnceMax = 20_000;

const moneyOf = (row: Row): OurMoney => ({
  kind: row.kind,
  ref: row.ref,
  amountMinor: row.amount_minor,
  currency: row.currency,
  at: row.at.getTime(),
  paymentId: row.payment_id,
  paymentRef: row.payment_ref,
});

/** Captures and refunds of a provider. */
export const ourPayments = (provider: string): OurBooks => ({
  within: (sql, window) => oursWithin(sql, provider, window),
  named: (sql, theirs) => oursOf(sql, provider, theirs),
});

/** A refund that the bank sent back is not there any more. */
async function oursWithin(sql: Sql, provider: string, { from, to }: Window): Promise<OurMoney[]> {
  const rows = await sql.query<Row>(
    `SELECT t.kind, coalesce(r.provider_ref, p.capture_ref, '') AS ref, abs(x.amount_minor)::bigint AS amount_minor,
       a.currency, t.created_at AS at, p.id AS payment_id, p.provider_ref AS payment_ref
     FROM ledger_tx t
       JOIN ledger_entry x ON x.tx_id = t.id
       JOIN ledger_account a ON a.id = x.account_id AND a.kind = 'psp_clearing' AND a.owner = $1
       JOIN payment p ON p.order_id = t.order_id AND p.provider = $1
       LEFT JOIN refund r ON t.kind = 'refund' AND r.payment_id = p.id AND r.status = 'succeeded'
         AND t.source_key = refund_key(r)
     WHERE t.created_at >= to_timestamp($2::double precision / 1000)
       AND t.created_at < to_timestamp($3::double precision / 1000)
       AND (t.kind = 'capture' AND t.source_key = 'capture:' || p.id OR t.kind = 'refund' AND r.id IS NOT NULL)
     ORDER BY t.created_at, t.id LIMIT $4`,
    [provider, from, to, oursAtOnceMax + 1],
  );
  return rows.map(moneyOf);
}

/** Of a capture whose amount was not the one asked for, it is what was asked for: it waits for a person. */
async function oursOf(sql: Sql, provider: string, theirs: readonly TheirMoney[]): Promise<OurMoney[]> {
  const captures = theirs.filter(({ kind }) => kind === 'capture');
  const refunds = theirs.filter(({ kind }) => kind === 'refund');
  const rows = await sql.query<Row>(
    `SELECT 'capture' AS kind, p.capture_ref AS ref, coalesce((
         SELECT sum(x.amount_minor) FROM ledger_tx t JOIN ledger_entry x ON x.tx_id = t.id
           JOIN ledger_account a ON a.id = x.account_id AND a.kind = 'psp_clearing'
         WHERE t.source_key = 'capture:' || p.id), 0)::bigint AS amount_minor,
       p.currency, coalesce(p.settled_at, p.created_at) AS at, p.id AS payment_id, p.provider_ref AS payment_ref
     FROM payment p WHERE p.provider = $1 AND p.capture_ref = ANY ($2::text[])
     UNION ALL
     SELECT 'capture', named.ref, p.amount_minor, p.currency, p.created_at, p.id, p.provider_ref
     FROM unnest($2::text[], $3::text[]) AS named(ref, payment)
       JOIN payment p ON p.id = CASE WHEN named.payment ~ '^[0-9a-f-]{36}$' THEN named.payment::uuid END
     WHERE p.provider = $1 AND p.failure = 'amount mismatch'
     UNION ALL
     SELECT 'refund', r.provider_ref, coalesce((
         SELECT -sum(x.amount_minor) FROM ledger_tx t JOIN ledger_entry x ON x.tx_id = t.id
           JOIN ledger_account a ON a.id = x.account_id AND a.kind = 'psp_clearing'
         WHERE t.source_key = refund_key(r)), 0)::bigint,
       p.currency, r.created_at, p.id, p.provider_ref
     FROM refund r JOIN payment p ON p.id = r.payment_id
     WHERE p.provider = $1 AND r.status = 'succeeded' AND r.provider_ref = ANY ($4::text[])`,
    [
      provider,
      captures.map(({ ref }) => ref),
      captures.map(({ paymentId }) => paymentId ?? ''),
      refunds.map(({ ref }) => ref),
    ],
  );
  return rows.map(moneyOf);
}
