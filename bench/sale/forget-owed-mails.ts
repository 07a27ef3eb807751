import type pg from 'pg';

/**
 * Drops the mails and webhooks that a sale left behind, so that no sale pays for the one before and no one waits for
 * ten thousand mails. Workers are claiming and completing these rows at the same time: rows are locked in the order
 * that they use (docs/locking.md), or this and a worker would wait for each other.
 */
export async function forgetOwedMails(db: pg.Client): Promise<void> {
  await db.query(
    `UPDATE outbox SET sent_at = app_now() WHERE id IN (
       SELECT id FROM outbox WHERE sent_at IS NULL ORDER BY id FOR UPDATE)`,
  );
  await db.query(
    `DELETE FROM fact_delivery WHERE (fact_id, handler) IN (
       SELECT fact_id, handler FROM fact_delivery ORDER BY fact_id, handler FOR UPDATE)`,
  );
  await db.query(
    `UPDATE sandbox_webhook SET delivered_at = app_now() WHERE id IN (
       SELECT id FROM sandbox_webhook WHERE delivered_at IS NULL ORDER BY id FOR UPDATE)`,
  );
}
