import { refuse } from '@frontrow/core/refuse.ts';
import { lostChargeAfterMs, providerTimeoutMs } from '@frontrow/core/ticketing/limits.ts';
import { askProvider } from './ask-provider.ts';
import type { Checkout } from '../selling/checkout.ts';
import type { Purchased } from '../selling/purchase.ts';
import { settleCard, settleUnpaid } from './settle-payment.ts';
import { findOrder, findPayment, openPaymentOf, type PaymentRecord, paymentThatPaid, ticketOfOrder } from '../store.ts';

const pollMs = 50;
/** A call to a provider that began longer ago than this has ended, whatever its result. */
const callOverAfterMs = providerTimeoutMs + 1_000;

/**
 * A purchase met a charge of the same order in flight. A second click waits for the first and gets its answer. After an
 * unfinished challenge or approval a new attempt ends that one first. Where the money turns out to have come, the
 * ticket it bought is the answer; undefined where the order may be charged now.
 */
export async function resolveOpenPayment(checkout: Checkout, orderId: string): Promise<Purchased | undefined> {
  const open = await openPaymentOf(checkout.db, orderId);
  // Settled since the seat was asked for: paid, it is the answer; else the way is free.
  if (!open) return paidAnswer(checkout, orderId);
  if (open.status === 'creating') {
    const ended = await untilCalled(checkout, open);
    if (ended.status !== 'creating') return (await paidAnswer(checkout, orderId)) ?? sameAnswer(checkout, ended);
    await lookUpLost(checkout, ended);
  } else if (open.status === 'processing') throw refuse('request_in_progress', {}, { retryAfter: 5 });
  else await giveUp(checkout, open);
  return paidAnswer(checkout, orderId);
}

/** The purchase that paid the order. Its payment is not always the open one: money of one given up may come late. */
export async function paidAnswer(checkout: Checkout, orderId: string): Promise<Purchased | undefined> {
  const paid = await paymentThatPaid(checkout.db, orderId);
  return paid && sameAnswer(checkout, paid);
}

async function untilCalled({ db }: Checkout, payment: PaymentRecord): Promise<PaymentRecord> {
  let seen = payment;
  while (seen.status === 'creating' && seen.now - seen.createdAt < callOverAfterMs) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    seen = (await findPayment(db, payment.id)) ?? seen;
  }
  return seen;
}

/** A purchase as its payment ended, with what the provider says of it now. */
export async function sameAnswer(checkout: Checkout, payment: PaymentRecord): Promise<Purchased> {
  if (payment.status === 'failed')
    throw refuse('card_declined', { detail: payment.failure ?? 'Your card was declined.' });
  const order = await findOrder(checkout.db, payment.orderId);
  if (!order || !payment.providerRef) throw refuse('request_in_progress', {}, { retryAfter: 2 });
  const ticket = await ticketOfOrder(checkout.db, order.id);
  const ref = payment.providerRef;
  if (payment.provider === checkout.wallets.provider) {
    const wallet = await askProvider(checkout.log, 'wallet order', () => checkout.wallets.order(ref));
    if (wallet) return { wallet, order, ticket };
  } else {
    const intent = await askProvider(checkout.log, 'intent', () => checkout.cards.intent(ref));
    if (intent) return { intent, order, ticket };
  }
  throw refuse('payment_unknown');
}

/**
 * A charge whose answer was lost: what the provider has of it is settled. What the provider has not heard of for long
 * enough was never charged.
 */
export async function lookUpLost(checkout: Checkout, payment: PaymentRecord): Promise<void> {
  if (payment.provider === checkout.wallets.provider) {
    // Nobody has its approval link, so nothing can be captured.
    await settleUnpaid(checkout, payment, 'canceled');
    return;
  }
  const intent = await askProvider(checkout.log, 'find intent', () => checkout.cards.findByPayment(payment.id));
  if (intent) await settleCard(checkout, payment, intent);
  else if (payment.now - payment.createdAt >= lostChargeAfterMs) await settleUnpaid(checkout, payment, 'canceled');
  else throw refuse('payment_unavailable', {}, { retryAfter: 10 });
}

/**
 * Ends an unfinished challenge or approval, so that no money can come of it. Money that has come already is settled.
 */
export async function giveUp(checkout: Checkout, payment: PaymentRecord): Promise<void> {
  const { providerRef } = payment;
  if (payment.provider === checkout.wallets.provider || !providerRef) {
    // Only our own capture could take money, and a cancelled payment is never captured.
    await settleUnpaid(checkout, payment, 'canceled');
    return;
  }
  const intent = await askProvider(checkout.log, 'cancel intent', () => checkout.cards.cancel(providerRef));
  await settleCard(checkout, payment, intent);
}
