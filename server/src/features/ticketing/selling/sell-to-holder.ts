import type { AnswerOf } from '@frontrow/contract/api.ts';
import type { KindCode } from '@frontrow/core/events/live-event-machine.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { orderView, ticketView } from '../tickets/views.ts';
import type { Asked, Buyers } from './buyers.ts';
import type { Checkout } from './checkout.ts';
import type { Purchased } from './purchase.ts';
import { purchaseTicket } from './purchase-ticket.ts';
import type { TokenClaim } from './seat-wish.ts';

/** As on the wire. */
export type HolderSale = AnswerOf<'POST /events/purchase_rally'>;

/** The ordinary sale of a costless seat, with what the wallet proved. Refuses like it, and `wallet_has_ticket`. */
export async function sellToHolder(
  checkout: Checkout,
  buyers: Buyers,
  actor: Account,
  asked: Asked,
  { eventId, kind, ...claim }: { readonly eventId: string; readonly kind: KindCode } & TokenClaim,
): Promise<HolderSale> {
  const buyer = await buyers.account(actor, asked);
  const wish = { eventId, kind, promoCode: undefined, claim };
  return saleView(await purchaseTicket(checkout, buyer, { ...wish, choice: undefined, remember: false }));
}

/** The ticket this account has got since by a token, if it still has it. */
export async function soldToHolder(
  { db, reads }: Pick<Checkout, 'db' | 'reads'>,
  accountId: number,
  eventId: string,
  since: Date,
): Promise<HolderSale | undefined> {
  const sold = await db.one<{ order_id: string }>(
    `SELECT order_id FROM ticket WHERE event_id = $1 AND holder_id = $2 AND voided_at IS NULL
       AND wallet_hash IS NOT NULL AND created_at >= $3`,
    [eventId, accountId, since],
  );
  return sold && saleView(await reads.outcome(sold.order_id));
}

const saleView = ({ order, ticket }: Pick<Purchased, 'order' | 'ticket'>): HolderSale => ({
  order: orderView(order),
  ticket: ticket ? ticketView(ticket, order) : null,
});
