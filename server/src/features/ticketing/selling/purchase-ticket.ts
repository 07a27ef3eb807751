import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { CardIntent } from '../../../ports/card-payments.ts';
import type { WalletOrder } from '../../../ports/wallet-payments.ts';
import { askProvider } from '../payments/ask-provider.ts';
import type { Buyer, Checkout } from './checkout.ts';
import { paidAnswer, resolveOpenPayment } from '../payments/resolve-open-payment.ts';
import { countOnCard } from '../payments/payment-attempts.ts';
import { renewOrder } from './renew-order.ts';
import { allowMethod, customerOf } from '../payments/saved-cards.ts';
import type { SeatTerms } from './seat-terms.ts';
import { settleCard, settleUnpaid, settleWallet } from '../payments/settle-payment.ts';
import { type OrderRecord, type Outcome, type PaymentRecord, type TicketRecord, whyPaidBack } from '../store.ts';
import type { SeatWish } from './seat-wish.ts';
import { type Begun, holdSeat, priceOf, takeFreeSeat } from './take-seat.ts';

export type PaymentChoice = { readonly token: string } | { readonly method: string } | { readonly wallet: true };

export interface Purchase extends SeatWish {
  /** Undefined is enough where nothing is to be paid. */
  readonly choice: PaymentChoice | undefined;
  readonly remember: boolean;
}

/** Exactly one of `intent` and `wallet` where money is asked for; the ticket once it exists. */
export interface Purchased {
  readonly intent?: CardIntent;
  readonly returnUrl?: string;
  readonly wallet?: WalletOrder;
  readonly order: OrderRecord;
  readonly ticket: TicketRecord | undefined;
}

/** Looks again at most this often when the row, or another tab, was ahead of us. */
const looksMax = 6;

/**
 * Buys one ticket. Free ones are decided in one round trip. Paid ones hold a seat and write their payment before the provider is
 * called, outside any lock, with the payment id as the provider's idempotency key (reliability 1.3); the answer is then settled.
 * Refuses with the spec's words: sold out, declined (402, the provider's sentence, hold kept), payments not answering.
 */
export async function purchaseTicket(checkout: Checkout, buyer: Buyer, purchase: Purchase): Promise<Purchased> {
  let freeOrder = false;
  for (let look = 0; look < looksMax; look++) {
    const { terms, price } = await priceOf(checkout, purchase);
    if (price.total === 0 || freeOrder) {
      const seat = await takeFreeSeat(checkout, buyer, purchase, terms);
      if (seat.verdict === 'sold') return seat;
      if (seat.verdict === 'terms_changed' || seat.verdict === 'again') continue;
      if (seat.verdict === 'lapsed') {
        await checkout.db.query('SELECT expire_holds($1)', [purchase.eventId]);
        continue;
      }
      if (seat.verdict === 'payment_open') {
        const sameClick = await resolveOpenPayment(checkout, seat.orderId);
        if (sameClick) return sameClick;
        continue;
      }
      if (seat.verdict === 'afresh') {
        await renewOrder(checkout, buyer, seat.orderId, price);
        continue;
      }
    }
    const { choice } = purchase;
    if (!choice) throw refuse('payment_choice_required');
    if ('method' in choice)
      await allowMethod(checkout, buyer.guestEmail === undefined ? buyer.accountId : undefined, choice.method);
    const provider = 'wallet' in choice ? checkout.wallets.provider : checkout.cards.provider;
    const held = await holdSeat(checkout, buyer, purchase, { terms, price, provider });
    if (held.verdict === 'held' && held.paymentId)
      return pay(checkout, buyer, held.paymentId, { purchase, choice, terms, begun: held.begun });
    if (held.verdict === 'lapsed') await checkout.db.query('SELECT expire_holds($1)', [purchase.eventId]);
    if (held.verdict === 'afresh') await renewOrder(checkout, buyer, held.orderId, price);
    if (held.verdict === 'payment_open') {
      const sameClick = await resolveOpenPayment(checkout, held.orderId);
      if (sameClick) return sameClick;
    }
    freeOrder = held.verdict === 'free_order';
  }
  throw refuse('request_in_progress');
}

interface PayRequest {
  readonly purchase: Purchase;
  readonly choice: PaymentChoice;
  readonly terms: SeatTerms;
  readonly begun: Begun | undefined;
}

async function pay(checkout: Checkout, buyer: Buyer, paymentId: string, request: PayRequest): Promise<Purchased> {
  const payment = request.begun?.payment ?? (await checkout.reads.payment(paymentId));
  if (!payment) throw new Error(`payment ${paymentId} is gone`);
  try {
    return 'wallet' in request.choice
      ? await payByWallet(checkout, buyer, payment, request.terms)
      : await payByCard(checkout, buyer, payment, request);
  } catch (error) {
    // A definite no took no money; an unknown outcome stays open for the sweeper and the next look.
    const definite = error instanceof Refusal && error.code !== 'payment_unavailable' && error.code !== 'card_declined';
    if (definite) await settleUnpaid(checkout, payment, 'failed', error.message);
    throw error;
  }
}

async function payByCard(
  checkout: Checkout,
  buyer: Buyer,
  found: PaymentRecord,
  { purchase, choice, terms, begun }: PayRequest,
): Promise<Purchased> {
  const source = choice as Exclude<PaymentChoice, { wallet: true }>;
  const remember = purchase.remember && buyer.guestEmail === undefined;
  if (remember) await checkout.db.query('UPDATE payment SET remember = true WHERE id = $1', [found.id]);
  const payment = { ...found, remember };
  const returnUrl = `${buyer.origin}/payment/callback/stripe`;
  await countOnCard(checkout, payment.id, source);
  const intent = await askProvider(checkout.log, 'charge', async () => {
    const saved = 'method' in source && !(checkout.cards.testMethods && source.method.startsWith('pm_card_'));
    const customer = remember || saved ? await customerOf(checkout, buyer.accountId) : undefined;
    return checkout.cards.charge({
      paymentId: payment.id,
      orderId: payment.orderId,
      amountMinor: payment.amountMinor,
      currency: payment.currency,
      source,
      ...(customer && { customer }),
      remember,
      returnUrl,
      description: terms.title,
    });
  });
  const { verdict, ticket } = await settleCard(checkout, payment, intent);
  // Money of a charge that was given up may have come meanwhile: this one was declined or goes back, and the ticket is there.
  const paid =
    intent.status === 'failed' || verdict === 'refunding' ? await paidAnswer(checkout, payment.orderId) : undefined;
  if (paid) return paid;
  if (intent.status === 'failed')
    throw refuse('card_declined', { detail: intent.failure ?? 'Your card was declined.' });
  if (verdict === 'mismatch') throw refuse('amount_mismatch');
  if (verdict === 'refunding') throw refuse((await whyPaidBack(checkout.db, payment.id)) ?? 'paid_late');
  if (begun && ticket) return { intent, returnUrl, order: { ...begun.order, status: 'paid' }, ticket };
  return { intent, returnUrl, ...(await outcome(checkout, payment.orderId)) };
}

async function payByWallet(
  checkout: Checkout,
  buyer: Buyer,
  payment: PaymentRecord,
  terms: SeatTerms,
): Promise<Purchased> {
  const page = `${buyer.origin}/event/${payment.eventId}`;
  const wallet = await askProvider(checkout.log, 'wallet order', () =>
    checkout.wallets.create({
      paymentId: payment.id,
      orderId: payment.orderId,
      amountMinor: payment.amountMinor,
      currency: payment.currency,
      returnUrl: `${page}?paypal_callback`,
      cancelUrl: `${page}?paypal_callback_error`,
      description: terms.title,
    }),
  );
  await settleWallet(checkout, payment, wallet);
  return { wallet, ...(await outcome(checkout, payment.orderId)) };
}

/** The order as it stands now. */
export async function outcome({ reads }: Checkout, orderId: string): Promise<Outcome> {
  const found = await reads.outcome(orderId);
  if (!found) throw refuse('order_not_found');
  return found;
}
