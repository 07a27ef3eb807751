import type { Actor } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { CardIntent } from '../../ports/card-payments.ts';
import type { WalletOrder } from '../../ports/wallet-payments.ts';
import { askProvider } from './ask-provider.ts';
import type { Checkout } from './checkout.ts';
import { outcome } from './purchase-ticket.ts';
import { settleCard, settleWallet } from './settle-payment.ts';
import { findPaymentByRef, type OrderRecord, type PaymentRecord, type TicketRecord } from './store.ts';

export interface Confirmed<Status> {
  readonly status: Status;
  readonly order: OrderRecord;
  readonly ticket: TicketRecord | undefined;
}

/**
 * The browser came back from a challenge: asks the provider how the payment stands and settles it. The reference only selects a
 * payment of this buyer; what the browser claims counts for nothing.
 */
export async function confirmCardPayment(
  checkout: Checkout,
  actor: Actor,
  ref: string,
): Promise<Confirmed<CardIntent['status']>> {
  const payment = await ownPayment(checkout, actor, checkout.cards.provider, ref);
  const intent =
    payment.status === 'succeeded'
      ? undefined
      : await askProvider(checkout.log, 'intent', () => checkout.cards.intent(ref));
  if (intent) await settleCard(checkout, payment, intent);
  const { order, ticket } = await outcome(checkout, payment.orderId);
  const seen = intent?.status ?? 'succeeded';
  return { status: seen === 'succeeded' ? paidOr(order, 'canceled') : seen, order, ticket };
}

/** The buyer came back from the wallet: an approved order is captured, and only a completed capture makes a ticket. */
export async function confirmWalletPayment(
  checkout: Checkout,
  actor: Actor,
  ref: string,
): Promise<Confirmed<WalletOrder['status']>> {
  const payment = await ownPayment(checkout, actor, checkout.wallets.provider, ref);
  const wallet = payment.status === 'succeeded' ? undefined : await captureIfApproved(checkout, payment, ref);
  const { order, ticket } = await outcome(checkout, payment.orderId);
  const seen = wallet?.status ?? 'COMPLETED';
  if (seen === 'COMPLETED') return { status: order.status === 'paid' ? seen : 'VOIDED', order, ticket };
  return { status: seen, order, ticket };
}

/** Captures what its buyer approved, unless we gave the payment up; settles what the provider then says. */
export async function captureIfApproved(checkout: Checkout, payment: PaymentRecord, ref: string): Promise<WalletOrder> {
  let wallet = await askProvider(checkout.log, 'wallet order', () => checkout.wallets.order(ref));
  if (!wallet) throw refuse('payment_unknown');
  const givenUp = payment.status === 'failed' || payment.status === 'canceled';
  if (wallet.status === 'APPROVED' && givenUp) return { ...wallet, status: 'VOIDED' };
  if (wallet.status === 'APPROVED')
    wallet = await askProvider(checkout.log, 'capture', () => checkout.wallets.capture(ref, payment.id));
  await settleWallet(checkout, payment, wallet);
  return wallet;
}

/** A guest's payment is selected by its unguessable reference; an account's only by that account (reliability 1.9). */
async function ownPayment({ db }: Checkout, actor: Actor, provider: string, ref: string): Promise<PaymentRecord> {
  const payment = await findPaymentByRef(db, provider, ref);
  const mine = payment && (payment.isGuest || (actor.kind === 'account' && actor.id === payment.buyerId));
  if (!mine) throw refuse('payment_unknown');
  return payment;
}

const paidOr = (order: OrderRecord, otherwise: CardIntent['status']): CardIntent['status'] =>
  order.status === 'paid' ? 'succeeded' : otherwise;
