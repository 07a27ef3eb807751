import type { WireOrder, WirePaymentIntent, WireTicket, wirePaymentOrder } from '@frontrow/contract/ticketing/api.ts';
import { currencyOf, toDecimal } from '@frontrow/core/kernel/money.ts';
import type { z } from 'zod';
import type { CardIntent } from '../../../ports/card-payments.ts';
import type { WalletOrder } from '../../../ports/wallet-payments.ts';
import type { Confirmed } from '../payments/confirm-payment.ts';
import type { Purchased } from '../selling/purchase.ts';
import type { OrderRecord, TicketRecord } from '../store.ts';

export function orderView(order: OrderRecord): WireOrder {
  const { digits } = currencyOf(order.currency);
  return {
    order_uuid: order.id,
    order_status: order.status,
    event_uuid: order.eventId,
    price: toDecimal(order.priceMinor, digits),
    discount: toDecimal(order.discountMinor, digits),
    fee: toDecimal(order.feeMinor, digits),
    total: toDecimal(order.totalMinor, digits),
    currency_code: order.currency,
    hold_expires_at: order.status === 'pending' ? (order.holdExpiresAt ?? null) : null,
    ...(order.offered && order.status === 'pending' && { offered: true as const }),
  };
}

/** What became of a ticket that is void, by its order; else its money is on its way back. */
const goneStates: Partial<Record<OrderRecord['status'], WireTicket['ticket_state']>> = {
  refunded: 'refunded',
  disputed: 'disputed',
  charged_back: 'disputed',
};

function stateOf({ transferred, voided }: TicketRecord, { status }: OrderRecord): WireTicket['ticket_state'] {
  if (!voided) return 'valid';
  return transferred ? 'transferred' : (goneStates[status] ?? 'refunding');
}

export function ticketView(ticket: TicketRecord, order: OrderRecord): WireTicket {
  return {
    ticket_uuid: ticket.id,
    ticket_code: ticket.code,
    ticket_state: stateOf(ticket, order),
    ticket_seat: ticket.seat,
    event_uuid: ticket.eventId,
    created_at: ticket.createdAt,
    order: orderView(order),
  };
}

/** `returnUrl` is where the challenge page ends; the checkout waits for it in its frame. */
function intentView(intent: CardIntent, returnUrl: string): WirePaymentIntent {
  const { redirectUrl } = intent;
  return {
    id: intent.ref,
    status: intent.status,
    amount: toDecimal(intent.amountMinor, currencyOf(intent.currency).digits),
    currency: intent.currency,
    next_action:
      intent.status === 'requires_action' && redirectUrl
        ? { redirect_to_url: { url: redirectUrl, return_url: returnUrl } }
        : null,
  };
}

function walletView(order: WalletOrder): z.infer<typeof wirePaymentOrder> {
  return {
    id: order.ref,
    status: order.status,
    links: order.approveUrl ? [{ href: order.approveUrl, rel: 'approve' }] : [],
  };
}

export function purchaseView({ intent, wallet, order, ticket }: Purchased, returnUrl: string) {
  return {
    ...(intent && { payment_intent: intentView(intent, returnUrl) }),
    ...(wallet && { payment_order: walletView(wallet) }),
    order: orderView(order),
    ticket: ticket ? ticketView(ticket, order) : null,
  };
}

export const confirmedView = <Status>({ status, order, ticket }: Confirmed<Status>) => ({
  status,
  order: order ? orderView(order) : null,
  ticket: order && ticket ? ticketView(ticket, order) : null,
});
