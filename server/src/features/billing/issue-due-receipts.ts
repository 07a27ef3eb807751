import { receiptAfterMs, receiptsPerBatchMax } from '@frontrow/core/billing/limits.ts';
import type { Kit } from '../../kit.ts';
import { issueReceipts } from './issue-receipts.ts';

/**
 * Issues the receipts that nobody opened within a day of the payment. Reads the ledger from where the last run ended,
 * so that a sale writes nothing for it: a posting that is a day old was committed long ago, and none comes before it.
 */
export async function issueDueReceipts({ db, ids }: Pick<Kit, 'db' | 'ids'>, stopping: () => boolean): Promise<void> {
  while (!stopping()) {
    const read = await db.tx(async (tx) => {
      const progress = await tx.one<{ ledger_tx: number }>(
        'SELECT ledger_tx FROM receipt_progress FOR UPDATE SKIP LOCKED',
      );
      if (!progress) return 0;
      const postings = await tx.query<{ id: number; kind: string; order_id: string | null }>(
        `SELECT id, kind, order_id FROM ledger_tx
         WHERE id > $1 AND created_at <= app_now() - $2 * interval '1 ms' ORDER BY id LIMIT $3`,
        [progress.ledger_tx, receiptAfterMs, receiptsPerBatchMax],
      );
      const last = postings.at(-1);
      if (!last) return 0;
      const orders = postings.flatMap(({ kind, order_id: id }) => (kind === 'capture' && id !== null ? [id] : []));
      if (orders.length > 0) await issueReceipts(tx, ids, [...new Set(orders)]);
      await tx.query('UPDATE receipt_progress SET ledger_tx = $1', [last.id]);
      return postings.length;
    });
    if (read < receiptsPerBatchMax) return;
  }
}
