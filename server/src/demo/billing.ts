import type { Sql } from '../db/db.ts';
import { issueReceipts } from '../features/billing/index.ts';
import type { Kit } from '../kit.ts';
import { demoCoverKey } from './covers.ts';

/**
 * The demo viewer's orders have receipts, and one went back: a credit note. Safe to run at every start: what is there
 * stays as it is. A real card provider knows nothing of invented sales.
 */
export async function seedDemoBilling({ db, ids, config }: Pick<Kit, 'db' | 'ids' | 'config'>): Promise<void> {
  if (config.production || config.stripe) return;
  await db.tx(async (tx) => {
    const fresh = await tx.one(
      `INSERT INTO billing_details (user_id, name, address, country, tax_id)
       SELECT id, 'Sam Reed', E'14 Seaview Terrace\\nDublin', 'IE', '' FROM app_user WHERE username = 'viewer'
       ON CONFLICT DO NOTHING RETURNING user_id`,
    );
    if (!fresh) return;
    await refundOne(tx, demoCoverKey('roast-night'));
    const orders = await tx.query<{ id: string }>(
      `SELECT o.id FROM orders o JOIN app_user u ON u.id = o.buyer_id
       WHERE u.username = 'viewer' AND o.paid_at IS NOT NULL ORDER BY o.id`,
    );
    await issueReceipts(
      tx,
      ids,
      orders.map(({ id }) => id),
    );
  });
}

/** A refund that has arrived. Its facts are recorded as sent, so no one is emailed. */
async function refundOne(tx: Sql, coverKey: string): Promise<void> {
  const order = await tx.one<{ id: string; event_id: string }>(
    `SELECT o.id, o.event_id FROM orders o JOIN app_user u ON u.id = o.buyer_id JOIN event e ON e.id = o.event_id
     WHERE u.username = 'viewer' AND e.cover_key = $1 AND o.status = 'paid' AND o.total_minor > 0`,
    [coverKey],
  );
  if (!order) return;
  await tx.query('SELECT refund_orders($1, $2, $3, 1)', [order.event_id, 'admin', [order.id]]);
  await tx.query(
    `SELECT settle_refund(r.id, r.attempts, 'succeeded',
       (SELECT back.ref FROM sandbox_give_back(
          'sandbox_card', 're_sb_' || r.id, r.id::text, p.capture_ref, r.amount_minor, p.currency) AS back), 0, 1)
     FROM refund r JOIN payment p ON p.id = r.payment_id WHERE p.order_id = $1`,
    [order.id],
  );
  await tx.query(
    `UPDATE outbox SET sent_at = app_now() WHERE sent_at IS NULL AND (
       dedupe_key IN (SELECT 'refund_request:' || r.id FROM refund r JOIN payment p ON p.id = r.payment_id
                      WHERE p.order_id = $1)
       OR dedupe_key IN (SELECT refund_key(r) FROM refund r JOIN payment p ON p.id = r.payment_id
                         WHERE p.order_id = $1))`,
    [order.id],
  );
}
