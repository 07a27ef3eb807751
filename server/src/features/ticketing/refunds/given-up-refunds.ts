import type { Sql } from '../../../db/db.ts';

/** Asks the provider for it once more; false where nobody has given it up. */
export async function retryRefund(sql: Sql, refundId: string): Promise<boolean> {
  const rows = await sql.query(
    `UPDATE refund SET next_at = app_now()
     WHERE id = $1 AND next_at = 'infinity' AND status IN ('requested', 'pending') RETURNING id`,
    [refundId],
  );
  return rows.length > 0;
}

/** It was paid in another way; false where nobody has given it up. */
export async function payRefundOtherwise(sql: Sql, refundId: string, reference: string): Promise<boolean> {
  const row = await sql.one<{ booked: boolean }>('SELECT pay_refund_otherwise($1, $2) AS booked', [
    refundId,
    reference,
  ]);
  return row?.booked === true;
}
