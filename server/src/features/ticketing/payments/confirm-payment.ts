import { refuse } from '@frontrow/core/refuse.ts';
import type { CardIntent } from '../../../ports/card-payments.ts';
import type { WalletOrder } from '../../../ports/wallet-payments.ts';
import { askProvider } from './ask-provider.ts';
import type { Checkout } from '../selling/checkout.ts';
import { type Asker, isOwn } from '../selling/own-order.ts';
import { settleCard, settleWallet } from './settle-payment.ts';
import {
  findPaymentByRef,
  orderOfLiveTicket,
  type OrderRecord,
  type Outcome,
  type PaymentRecord,
  type TicketRecord,
  whyPaidBack,
} from '../store.ts';

export interface Confirmed<Status> {
  readonly status: Status;
  /** Both undefined for whoever has only the reference of a guest's payment and not the browser's secret. */
  readonly order: OrderRecord | undefined;
  readonly ticket: TicketRecord | undefined;
}

/**
 * The browser came back from a challenge: asks the provider how the payment stands and settles it. The reference only
 * selects the payment; what the browser says about it counts for nothing.
 */
export async function confirmCardPayment(
  checkout: Checkout,
  asker: Asker,
  ref: string,
): Promise<Confirmed<CardIntent['status']>> {
  const payment = await selectPayment(checkout, asker, checkout.cards.provider, ref);
  const intent =
    payment.status === 'succeeded'
      ? undefined
      : await askProvider(checkout.log, 'intent', () => checkout.cards.intent(ref));
  if (intent) await settleCard(checkout, payment, intent);
  const { order, ticket } = await checkout.reads.outcome(payment.orderId);
  const seen = intent?.status ?? 'succeeded';
  const status = seen === 'succeeded' ? paidOr(order, 'canceled') : seen;
  return shown(checkout, payment, asker, { status, order, ticket });
}

/** The buyer came back from the wallet: captures an approved order. Only a completed capture makes a ticket. */
export async function confirmWalletPayment(
  checkout: Checkout,
  asker: Asker,
  ref: string,
): Promise<Confirmed<WalletOrder['status']>> {
  const payment = await selectPayment(checkout, asker, checkout.wallets.provider, ref);
  const wallet = payment.status === 'succeeded' ? undefined : await captureIfApproved(checkout, payment, ref);
  const { order, ticket } = await checkout.reads.outcome(payment.orderId);
  const seen = wallet?.status ?? 'COMPLETED';
  const status = seen === 'COMPLETED' && order.status !== 'paid' ? 'VOIDED' : seen;
  return shown(checkout, payment, asker, { status, order, ticket });
}

/** Captures what the buyer approved, unless we gave the payment up, and settles what the provider answers. */
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

/** An account's payment is found by its owner only; a guest's by anybody, who then learns no more than its status. */
async function selectPayment({ db }: Checkout, asker: Asker, provider: string, ref: string): Promise<PaymentRecord> {
  const payment = await findPaymentByRef(db, provider, ref);
  if (!payment || !(payment.isGuest || isOwn(payment, asker))) throw refuse('payment_unknown');
  return payment;
}

/** With these the money may still come, and then it gets a seat or goes back. */
const mayCome = new Set<CardIntent['status'] | WalletOrder['status']>(['processing', 'APPROVED', 'PENDING']);

/**
 * Refuses where this order has lost its seat and its buyer may believe that one is held. Money that came is going back:
 * the refusal says why (`whyPaidBack`). No money comes: `already_has_ticket` where the buyer has bought again and can
 * prove it, else `hold_expired`.
 */
async function shown<Status extends CardIntent['status'] | WalletOrder['status']>(
  { db }: Checkout,
  payment: PaymentRecord,
  asker: Asker,
  { status, order, ticket }: Outcome & { readonly status: Status },
): Promise<Confirmed<Status>> {
  if (!isOwn(payment, asker)) return { status, order: undefined, ticket: undefined };
  const isOver = order.status === 'expired' || order.status === 'cancelled';
  const back = isOver && (await whyPaidBack(db, payment.id));
  if (back) throw refuse(back);
  if (order.status === 'expired' && !mayCome.has(status)) {
    const live = await orderOfLiveTicket(db, order);
    throw refuse(live && isOwn(live, asker) ? 'already_has_ticket' : 'hold_expired');
  }
  return { status, order, ticket };
}

const paidOr = (order: OrderRecord, otherwise: CardIntent['status']): CardIntent['status'] =>
  order.status === 'paid' ? 'succeeded' : otherwise;
