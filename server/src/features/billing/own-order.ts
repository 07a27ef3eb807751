import type { Actor } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../db/db.ts';
import type { ReceiptLinks } from '../ticketing/index.ts';

export interface OwnOrder {
  readonly id: string;
  readonly buyerId: number;
  /** The buyer has no account; only then the mailed link may change the billing details. */
  readonly isGuest: boolean;
  readonly isPaid: boolean;
  readonly isFree: boolean;
  readonly title: string;
}

/**
 * The order of somebody who may see its receipt: its buyer by account or guest session, or whoever has the link of the
 * guest's mail. Nobody any more once the buyer's account was erased. Throws `order_not_found`.
 */
export async function ownOrder(
  sql: Sql,
  links: ReceiptLinks,
  asked: { readonly orderId: string; readonly actor: Actor; readonly key: string | undefined },
): Promise<OwnOrder> {
  const { actor, orderId, key } = asked;
  const row = await sql.one<{
    buyer_id: number;
    is_guest: boolean;
    event_id: string;
    paid: boolean;
    free: boolean;
    title: string;
  }>(
    `SELECT o.buyer_id, u.guest_email_norm IS NOT NULL AS is_guest, o.event_id, o.paid_at IS NOT NULL AS paid,
       o.total_minor = 0 AS free, e.title
     FROM orders o JOIN app_user u ON u.id = o.buyer_id JOIN event e ON e.id = o.event_id
     WHERE o.id = $1 AND u.erased_at IS NULL`,
    [orderId],
  );
  const isBuyer =
    row !== undefined &&
    actor.kind === 'account' &&
    actor.id === row.buyer_id &&
    (actor.guestOf === undefined || actor.guestOf === row.event_id);
  if (!row || !(isBuyer || (key !== undefined && links.opens(orderId, key)))) throw refuse('order_not_found');
  return {
    id: orderId,
    buyerId: row.buyer_id,
    isGuest: row.is_guest,
    isPaid: row.paid,
    isFree: row.free,
    title: row.title,
  };
}
