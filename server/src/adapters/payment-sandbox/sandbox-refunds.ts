import type { Sql } from '../../db/db.ts';
import type { CardPayments, ListedRefund } from '../../ports/card-payments.ts';

interface RefundRow {
  ref: string;
  status: 'succeeded' | 'pending' | 'failed';
}

/** Refunds of the sandbox's cards or of its wallet. `newRef` makes the reference of the next one. */
export const sandboxRefunds = (
  db: Sql,
  provider: 'sandbox_card' | 'sandbox_wallet',
  newRef: () => string,
): Pick<CardPayments, 'refund' | 'refundOf' | 'refundsOf'> => ({
  async refund({ refundId, captureRef, amountMinor, currency }) {
    const row = await db.one<RefundRow>('SELECT ref, status FROM sandbox_give_back($1, $2, $3, $4, $5, $6)', [
      provider,
      newRef(),
      refundId,
      captureRef,
      amountMinor,
      currency,
    ]);
    return row ?? { ref: '', status: 'failed' };
  },

  refundOf: (ref) => db.one<RefundRow>('SELECT ref, status FROM sandbox_refund WHERE ref = $1', [ref]),

  refundsOf: (captureRef) =>
    db.query<ListedRefund>(
      `SELECT ref, status, amount_minor AS "amountMinor", refund_id AS "refundId" FROM sandbox_refund
        WHERE capture_ref = $1`,
      [captureRef],
    ),
});
