import type { KindCode } from '@frontrow/core/events/live-event-machine.ts';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import type { Purchased } from '../records.ts';
import { purchaseScope, type TokenClaim, toSeatChoice } from '../seat-terms.ts';
import type { TicketingDeps } from '../ticketing-deps.ts';
import { orderView, type purchaseView, ticketView } from '../tickets/tickets.ts';
import type { RequestInfo, Buyers } from './buyers.ts';
import { type PurchaseInput, holdForCheckout, purchaseOnce } from './checkout.ts';
import { purchaseTicket } from './purchase.ts';

/** How the viewer pays for a private meeting. */
export interface MeetingPurchase {
  /** Of the meeting, and of its event. */
  readonly id: string;
  /** The `Idempotency-Key`. */
  readonly key: string | undefined;
  readonly body: Omit<PurchaseInput, 'event_uuid' | 'type' | 'promo_code' | 'meeting'>;
  /** Refuses what may not be paid for; called once per key, before anything else. */
  admit(): Promise<void>;
}

export type MeetingPurchased = ReturnType<typeof purchaseView>;

const askedOf = (id: string) =>
  ({ event_uuid: id, type: 'interactive', promo_code: undefined, meeting: true }) as const;

/** Sells the seat of a private meeting like any other seat. The stored functions sell it to its viewer only. */
export const sellMeeting = (
  deps: TicketingDeps,
  buyers: Buyers,
  { actor, asked }: { readonly actor: Account; readonly asked: RequestInfo },
  { id, key, body, admit }: MeetingPurchase,
): Promise<MeetingPurchased> =>
  purchaseOnce(deps, { scope: purchaseScope(actor.id), key, body: { ...body, ...askedOf(id) } }, async () => {
    await admit();
    return buyers.account(actor, asked);
  });

/** Holds the seat while the checkout is open. */
export const holdMeeting = async (
  deps: TicketingDeps,
  buyers: Buyers,
  { actor, asked }: { readonly actor: Account; readonly asked: RequestInfo },
  id: string,
) => ({ order: orderView(await holdForCheckout(deps, await buyers.account(actor, asked), toSeatChoice(askedOf(id)))) });

/** As on the wire. */
export type HolderSale = AnswerOf<'POST /events/purchase_rally'>;

/**
 * The regular sale of a free seat, with what the wallet proved. Refuses in the same cases, and with
 * `wallet_has_ticket`.
 */
export async function sellToHolder(
  deps: TicketingDeps,
  buyers: Buyers,
  actor: Account,
  asked: RequestInfo,
  { eventId, kind, ...claim }: { readonly eventId: string; readonly kind: KindCode } & TokenClaim,
): Promise<HolderSale> {
  const buyer = await buyers.account(actor, asked);
  const seatChoice = { eventId, kind, promoCode: undefined, claim };
  return saleView(await purchaseTicket(deps, buyer, { ...seatChoice, choice: undefined, remember: false }));
}

/** The ticket this account has since got with a token, if it still has it. */
export async function soldToHolder(
  { db, reads }: Pick<TicketingDeps, 'db' | 'reads'>,
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
