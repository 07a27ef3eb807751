import type { RefundParts } from '@frontrow/core/ticketing/refund-parts.ts';
import type { Sql } from '../../../db/db.ts';

/**
 * Gives a part of a paid order back by hand; with all that is left the ticket is void. False where the order is not
 * paid any more, or less is left of it.
 */
export async function refundInPart(
  sql: Sql,
  orderId: string,
  reason: string,
  { priceMinor, feeMinor }: RefundParts,
): Promise<boolean> {
  const row = await sql.one<{ refund: string | null }>('SELECT refund_part($1, $2, $3, $4, NULL) AS refund', [
    orderId,
    reason,
    priceMinor,
    feeMinor,
  ]);
  return typeof row?.refund === 'string';
}
