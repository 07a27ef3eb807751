import type { RefusalCode } from '../refuse.ts';

/**
 * What the stored functions of the sale answer about one request of a batch (server/src/db/functions). A verdict that
 * refuses is called like its refusal.
 */

type PromoRefusal = 'promo_not_yet' | 'promo_expired' | 'promo_used_up';
type SaleRefusal =
  | 'event_not_found'
  | 'event_cancelled'
  | 'event_over'
  | 'replay_not_for_sale'
  | 'ticketing_closed'
  | 'token_gated'
  | 'ticket_type_wrong'
  | 'own_event'
  | 'already_has_ticket'
  | 'sold_out'
  /** Sold out, too; besides, `address_has_ticket` or `guest_order_elsewhere`. */
  | 'address_has_ticket_sold_out'
  | PromoRefusal;

/** `sell_costless_seats` */
export type CostlessSeatVerdict =
  /** A ticket was issued. */
  | 'sold'
  /** The same request sold this ticket before. */
  | 'replayed'
  /** The address of this guest has a ticket that another browser bought, or its owner was removed. Seats are left. */
  | 'address_has_ticket'
  /** An earlier request of the same buyer is in the same batch. */
  | 'asked_twice'
  /** The buyer's open order costs money. */
  | 'order_costs_money'
  | 'payment_open'
  | 'hold_expired'
  | 'reorder'
  | 'terms_changed'
  | 'too_many_unopened'
  | 'guest_order_open'
  /** Somebody else got a ticket with the same wallet. */
  | 'wallet_has_ticket'
  /** The event is open to everybody now. */
  | 'not_token_gated'
  | SaleRefusal;

/** `hold_seats` */
export type HoldVerdict =
  /** A seat is held; where a provider was named, the payment is written. */
  | 'held'
  /** The buyer's open order costs nothing. */
  | 'order_is_free'
  /** A payment of the buyer's open order is under way. */
  | 'payment_open'
  /** The hold of the buyer's open order is over. */
  | 'hold_expired'
  /** The buyer's open order has another price, or another browser began it and was declined. */
  | 'reorder'
  /** The offer is not the event's any more. */
  | 'terms_changed'
  | 'too_many_holds'
  | 'too_many_attempts'
  | 'guest_order_elsewhere'
  | SaleRefusal;

/** `renew_order` */
export type RenewalVerdict =
  /** A new order at the new price holds the seat. */
  | 'renewed'
  /** The order has changed since, or the caller may not renew it. */
  | 'changed'
  | 'terms_changed'
  | PromoRefusal;

/** `settle_payments` */
export type SettleVerdict =
  /** The ticket exists now. */
  | 'paid'
  /** The payment was settled before. */
  | 'already'
  /** The payment arrived but buys no ticket, so it is refunded; the refund's `reason` says why. */
  | 'refunding'
  /** The provider names another amount than the order. */
  | 'mismatch'
  /** The buyer must pass a challenge, or approve the payment. */
  | 'requires_action'
  | 'processing'
  | 'failed'
  | 'canceled';

export type Verdict = CostlessSeatVerdict | HoldVerdict | RenewalVerdict | SettleVerdict;

/** What must be done before the request is tried again. */
export type Preparation =
  | 'nothing'
  /** Ask as somebody who pays nothing, or as somebody who pays: the open order says which. */
  | 'switch_to_free'
  | 'switch_to_paid'
  | 'read_terms'
  | 'expire_holds'
  | 'replace_order'
  | 'end_payment';

export type Step =
  | { readonly is: 'done' }
  | { readonly is: 'retry'; readonly first: Preparation }
  | { readonly is: 'refuse'; readonly code: RefusalCode };

const done = { is: 'done' } as const;
const retry = (first: Preparation) => ({ is: 'retry', first }) as const;
const refuse = (code: RefusalCode) => ({ is: 'refuse', code }) as const;

const steps: Readonly<Record<Verdict, Step>> = {
  sold: done,
  replayed: done,
  address_has_ticket: done,
  held: done,
  renewed: done,
  paid: done,
  already: done,
  requires_action: done,
  processing: done,
  canceled: done,

  asked_twice: retry('nothing'),
  order_costs_money: retry('switch_to_paid'),
  order_is_free: retry('switch_to_free'),
  changed: retry('nothing'),
  terms_changed: retry('read_terms'),
  hold_expired: retry('expire_holds'),
  reorder: retry('replace_order'),
  payment_open: retry('end_payment'),

  event_not_found: refuse('event_not_found'),
  event_cancelled: refuse('event_cancelled'),
  event_over: refuse('event_over'),
  replay_not_for_sale: refuse('replay_not_for_sale'),
  ticketing_closed: refuse('ticketing_closed'),
  token_gated: refuse('token_gated'),
  wallet_has_ticket: refuse('wallet_has_ticket'),
  not_token_gated: refuse('not_token_gated'),
  ticket_type_wrong: refuse('ticket_type_wrong'),
  own_event: refuse('own_event'),
  already_has_ticket: refuse('already_has_ticket'),
  sold_out: refuse('sold_out'),
  address_has_ticket_sold_out: refuse('sold_out'),
  too_many_unopened: refuse('too_many_unopened'),
  too_many_holds: refuse('too_many_holds'),
  too_many_attempts: refuse('too_many_attempts'),
  guest_order_open: refuse('guest_order_open'),
  guest_order_elsewhere: refuse('guest_order_elsewhere'),
  promo_not_yet: refuse('promo_not_yet'),
  promo_expired: refuse('promo_expired'),
  promo_used_up: refuse('promo_used_up'),
  refunding: refuse('paid_late'),
  mismatch: refuse('amount_mismatch'),
  failed: refuse('card_declined'),
};

export const verdicts = Object.keys(steps) as readonly Verdict[];

/** What a verdict means for the buyer: the answer is there, the request is tried again, or it is refused. */
export function stepAfter(verdict: Verdict): Step {
  const step: Step | undefined = steps[verdict];
  if (!step) throw new Error(`a stored function answered with an unknown verdict: ${verdict}`);
  return step;
}
