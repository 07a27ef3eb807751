import type { Sql } from '../../db/db.ts';
import type { DisputeBooks, ProviderDispute } from '../../ports/provider-books.ts';
import { disputeMoney } from '../dispute-money.ts';

interface DisputeRow {
  ref: string;
  status: ProviderDispute['status'];
  amount_minor: number;
  currency: string;
  costs_minor: number;
  reason: string;
  evidence_due_at: Date;
  capture_ref: string;
  payment_ref: string | null;
}

const disputesOfProvider = `SELECT d.ref, d.status, d.amount_minor, d.currency, d.costs_minor, d.reason,
    d.evidence_due_at, d.capture_ref, coalesce(i.ref, w.ref) AS payment_ref
  FROM sandbox_dispute d LEFT JOIN sandbox_intent i ON i.capture_ref = d.capture_ref
    LEFT JOIN sandbox_wallet_order w ON w.capture_ref = d.capture_ref
  WHERE d.provider = $1`;
const pageSize = 500;

const disputeOf = (row: DisputeRow): ProviderDispute => ({
  ref: row.ref,
  status: row.status,
  amountMinor: row.amount_minor,
  currency: row.currency,
  costsMinor: row.costs_minor,
  reason: row.reason,
  evidenceDueAt: row.evidence_due_at.getTime(),
  captureRef: row.capture_ref,
  paymentRef: row.payment_ref ?? undefined,
});

/** The sandbox's own book of disputes, of its cards or of its wallet. */
export function sandboxDisputes(db: Sql, provider: 'sandbox_card' | 'sandbox_wallet'): DisputeBooks {
  return {
    async dispute(ref) {
      const row = await db.one<DisputeRow>(`${disputesOfProvider} AND d.ref = $2`, [provider, ref]);
      return row && disputeOf(row);
    },

    async disputesOf(captureRef) {
      const rows = await db.query<DisputeRow>(`${disputesOfProvider} AND d.capture_ref = $2`, [provider, captureRef]);
      return rows.map(disputeOf);
    },

    disputeBooks: {
      delayMs: 0,
      async read({ from, to, after }) {
        const [at, ref] = after?.split('~') ?? [];
        const rows = await db.query<Omit<DisputeRow, 'payment_ref'> & { opened_at: Date; place: string }>(
          `SELECT ref, status, amount_minor, currency, costs_minor, reason, evidence_due_at, capture_ref, opened_at,
             opened_at::text AS place
           FROM sandbox_dispute
           WHERE provider = $1 AND opened_at >= to_timestamp($2::double precision / 1000)
             AND opened_at < to_timestamp($3::double precision / 1000)
             AND ($4::timestamptz IS NULL OR (opened_at, ref) > ($4, $5))
           ORDER BY opened_at, ref LIMIT $6`,
          [provider, from, to, at ?? null, ref ?? null, pageSize],
        );
        const last = rows.length < pageSize ? undefined : rows.at(-1);
        return {
          money: rows.map((row) => disputeMoney(disputeOf({ ...row, payment_ref: null }), row.opened_at.getTime())),
          next: last && `${last.place}~${last.ref}`,
        };
      },
    },
  };
}
