import { requestLinkPath } from '@frontrow/contract/meetings/links.ts';
import { sourceLanguage } from '@frontrow/core/kernel/language.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { type Preparation, type RenewalVerdict, stepAfter } from '@frontrow/core/ticketing/verdicts.ts';
import { requestLanguageNow } from '../../../i18n/request-language.ts';
import type { CardCharge, CardIntent } from '../../../ports/card-payments.ts';
import type { WalletOrder } from '../../../ports/wallet-payments.ts';
import { paidAnswer, resolveOpenPayment } from '../payments/open-payments.ts';
import { requireUsableMethod, ensureCustomer } from '../payments/saved-cards.ts';
import { settleCard, settleUnpaid, settleWallet } from '../payments/record-provider-answer.ts';
import { type OrderRecord, type PaymentRecord, type Purchased, findAutoRefundReason } from '../records.ts';
import type { Buyer, CardChoice, Purchase } from '../seat-terms.ts';
import { askProvider, countOnCard, type TicketingDeps } from '../ticketing-deps.ts';
import {
  holdSeat,
  type Quote,
  type QuotedPrice,
  quote,
  type RetrySeat,
  sellCostlessSeat,
  type SoldSeat,
} from './seats.ts';

/** A seat that is held for this buyer, with the payment that will be made for it. */
interface SeatToPay {
  readonly is: 'held';
  readonly payment: PaymentRecord;
  /** Of the event, for the buyer's bank statement. */
  readonly title: string;
  /** As written by this request; undefined if the order existed before. */
  readonly newOrder: OrderRecord | undefined;
}

type ReservedSeat = SoldSeat | SeatToPay | RetrySeat;

/**
 * Sells a free seat immediately; holds any other one and writes its payment before the provider is called. `prepared`
 * is what the previous attempt asked for: an open order of this buyer may cost something although the event is free
 * now, or nothing although it now costs something.
 */
async function reserveSeat(
  deps: TicketingDeps,
  buyer: Buyer,
  purchase: Purchase,
  offer: Quote,
  prepared: Preparation,
): Promise<ReservedSeat> {
  const isCostless = offer.price.total === 0 ? prepared !== 'switch_to_paid' : prepared === 'switch_to_free';
  if (isCostless) return sellCostlessSeat(deps, buyer, purchase, offer);
  const costlessOrder = purchase.choice ? undefined : await findCostlessOrder(deps, buyer, purchase.eventId);
  if (costlessOrder !== undefined) return { is: 'retry', preparation: 'switch_to_free', orderId: costlessOrder };
  const provider = await providerOf(deps, buyer, purchase);
  const seat = await holdSeat(deps, buyer, purchase, offer, provider);
  if (seat.is === 'retry') return seat;
  const payment = seat.begun?.payment ?? (seat.paymentId && (await deps.reads.payment(seat.paymentId)));
  if (!payment) throw new Error(`the held order ${seat.orderId} has no payment`);
  return { is: 'held', payment, title: offer.terms.title, newOrder: seat.begun?.order };
}

/**
 * The open order of this buyer that costs nothing. A checkout that was opened again, or in another tab, shows its seat
 * as free, and does not know the promo code it was held with.
 */
async function findCostlessOrder(
  { db }: TicketingDeps,
  { accountId, guestKey }: Buyer,
  eventId: string,
): Promise<string | undefined> {
  const row = await db.one<{ id: string }>(
    `SELECT id FROM orders
     WHERE event_id = $1 AND holder_key = open_holder($2, $3) AND status = 'pending'
       AND total_minor = 0
     LIMIT 1`,
    [eventId, accountId, guestKey ?? null],
  );
  return row?.id;
}

/**
 * Which provider will be asked for the money. Refuses a purchase without a choice, and cards that belong to someone
 * else.
 */
export async function providerOf(
  deps: TicketingDeps,
  buyer: Buyer,
  { choice }: Pick<Purchase, 'choice'>,
): Promise<string> {
  if (!choice) throw refuse('payment_choice_required');
  if ('wallet' in choice) return deps.wallets.provider;
  if ('method' in choice)
    await requireUsableMethod(deps, buyer.guestEmail === undefined ? buyer.accountId : undefined, choice.method);
  return deps.cards.provider;
}

/** The provider's answer, not yet written down. */
type StartedPayment =
  | { readonly intent: CardIntent; readonly returnUrl: string; readonly remember: boolean }
  | { readonly wallet: WalletOrder };

/**
 * Asks the provider for the money, outside any lock. The payment's id is the provider's idempotency key, so asking
 * again never charges twice.
 */
function startPayment(
  deps: TicketingDeps,
  buyer: Buyer,
  { choice, remember, meeting, replayOf }: Purchase,
  seat: SeatToPay,
): Promise<StartedPayment> {
  return choice && !('wallet' in choice)
    ? chargeCard(deps, buyer, seat, choice, remember && buyer.guestEmail === undefined)
    : orderAtWallet(deps, seat, `${buyer.origin}${pageOf(seat.payment.eventId, meeting, replayOf)}`);
}

async function chargeCard(
  deps: TicketingDeps,
  buyer: Buyer,
  { payment, title }: SeatToPay,
  source: CardChoice,
  remember: boolean,
): Promise<StartedPayment> {
  const { db } = deps;
  if (remember) await db.query('UPDATE payment SET remember = true WHERE id = $1', [payment.id]);
  await countOnCard(deps, payment.id, source);
  const { id: paymentId, orderId, amountMinor, currency } = payment;
  const charge = { paymentId, orderId, amountMinor, currency, source, remember, description: title };
  return { ...(await askForCharge(deps, buyer, charge)), remember };
}

/** Charges a card for a buyer who may keep it, or uses one that was kept. */
export async function askForCharge(
  deps: TicketingDeps,
  buyer: Buyer,
  charge: Omit<CardCharge, 'customer' | 'returnUrl'>,
): Promise<{ readonly intent: CardIntent; readonly returnUrl: string }> {
  const { cards, log } = deps;
  const { source, remember } = charge;
  const returnUrl = `${buyer.origin}/payment/callback/stripe`;
  const intent = await askProvider(log, 'charge', async () => {
    const isSaved = 'method' in source && !(cards.testMethods && source.method.startsWith('pm_card_'));
    const customer = remember || isSaved ? await ensureCustomer(deps, buyer.accountId) : undefined;
    return cards.charge({ ...charge, ...(customer && { customer }), returnUrl });
  });
  return { intent, returnUrl };
}

/** Where the buyer returns from the wallet, without the word for the outcome. */
function pageOf(eventId: string, isMeeting = false, replayOf?: string): string {
  if (replayOf !== undefined) return `/replay/${replayOf}?`;
  return isMeeting ? `${requestLinkPath('viewer', eventId)}&` : `/event/${eventId}?`;
}

async function orderAtWallet(
  { wallets, log }: TicketingDeps,
  { payment, title }: SeatToPay,
  page: string,
): Promise<StartedPayment> {
  const wallet = await askProvider(log, 'wallet order', () =>
    wallets.create({
      paymentId: payment.id,
      orderId: payment.orderId,
      amountMinor: payment.amountMinor,
      currency: payment.currency,
      returnUrl: `${page}paypal_callback`,
      cancelUrl: `${page}paypal_callback_error`,
      description: title,
      language: requestLanguageNow() ?? sourceLanguage,
    }),
  );
  return { wallet };
}

/**
 * Does what the next attempt needs. Returns the purchase if the open payment turns out to have bought the ticket, for
 * instance through another click of the same buyer.
 */
export async function prepareRetry(
  deps: TicketingDeps,
  buyer: Buyer,
  eventId: string,
  { price }: Quote,
  { preparation, orderId }: RetrySeat,
): Promise<Purchased | undefined> {
  switch (preparation) {
    case 'read_terms':
      deps.terms.forget(eventId);
      return undefined;
    case 'expire_holds':
      await deps.db.query('SELECT expire_holds($1)', [eventId]);
      return undefined;
    case 'replace_order':
      await replaceOrder(deps, buyer, orderId, price);
      return undefined;
    case 'end_payment':
      return resolveOpenPayment(deps, orderId);
    case 'nothing':
    case 'switch_to_free':
    case 'switch_to_paid':
      return undefined;
  }
}

/** Moves the seat of an unpaid order to a new one at this price; the hold ends when the old one would have. */
async function replaceOrder(
  { db, ids }: TicketingDeps,
  buyer: Buyer,
  orderId: string,
  price: QuotedPrice,
): Promise<void> {
  const row = await db.one<{ verdict: RenewalVerdict }>('SELECT renew_order($1, $2, $3, $4, $5, $6, $7) AS verdict', [
    orderId,
    ids.uuid(),
    buyer.guestKey ?? null,
    price.discount,
    price.fee,
    price.promo?.id ?? null,
    price.promo?.percent ?? 0,
  ]);
  const step = stepAfter(row?.verdict ?? 'changed');
  if (step.is === 'refuse') throw refuse(step.code, {}, { field: 'promo_code' });
}

/** Writes down the provider's answer, which issues the ticket if the money has arrived, and answers the buyer. */
async function settlePurchase(
  deps: TicketingDeps,
  { payment, newOrder }: SeatToPay,
  started: StartedPayment,
): Promise<Purchased> {
  if ('wallet' in started) {
    await settleWallet(deps, payment, started.wallet);
    return { wallet: started.wallet, ...(await deps.reads.outcome(payment.orderId)) };
  }
  const { intent, returnUrl, remember } = started;
  const { verdict, ticket } = await settleCard(deps, { ...payment, remember }, intent);
  const step = intent.status === 'failed' ? ({ is: 'refuse', code: 'card_declined' } as const) : stepAfter(verdict);
  if (step.is === 'refuse') {
    // Money of an earlier, abandoned charge may have arrived in between; the order is then paid and has its ticket.
    const paid = step.code === 'amount_mismatch' ? undefined : await paidAnswer(deps, payment.orderId);
    if (paid) return paid;
    if (step.code === 'card_declined') throw refuse(step.code, { detail: intent.failure ?? 'Your card was declined.' });
    throw refuse(
      step.code === 'paid_late' ? ((await findAutoRefundReason(deps.db, payment.id)) ?? step.code) : step.code,
    );
  }
  if (newOrder && ticket) {
    const { replayOf } = newOrder;
    return { intent, returnUrl, order: { ...newOrder, status: 'paid' }, ticket: { ...ticket, replayOf } };
  }
  return { intent, returnUrl, ...(await deps.reads.outcome(payment.orderId)) };
}

/** All attempts are used when the event's row, or another tab of the buyer, came first each time. */
const attemptsMax = 6;

/**
 * Buys one ticket: quote, reserve the seat, start the payment, settle it. A free seat is sold by the reservation
 * itself. A seat that costs money is held, with its payment written, before the provider is called outside any lock.
 * Refuses in the specification's words: sold out; declined (402 with the provider's message, the hold stays); payments
 * unavailable.
 */
export async function purchaseTicket(deps: TicketingDeps, buyer: Buyer, purchase: Purchase): Promise<Purchased> {
  let prepared: Preparation = 'nothing';
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const offer = await quote(deps, purchase);
    const seat = await reserveSeat(deps, buyer, purchase, offer, prepared);
    if (seat.is === 'sold') return seat;
    if (seat.is === 'held') return payForSeat(deps, buyer, purchase, seat);
    const bought = await prepareRetry(deps, buyer, purchase.eventId, offer, seat);
    if (bought) return bought;
    prepared = seat.preparation;
  }
  throw refuse('request_in_progress');
}

async function payForSeat(deps: TicketingDeps, buyer: Buyer, purchase: Purchase, seat: SeatToPay): Promise<Purchased> {
  try {
    const started = await startPayment(deps, buyer, purchase, seat);
    return await settlePurchase(deps, seat, started);
  } catch (error) {
    if (tookNoMoney(error)) await settleUnpaid(deps, seat.payment, 'failed', error.message);
    throw error;
  }
}

/**
 * A refusal is definite: no money was taken. A provider that did not answer may have taken it, so the payment stays
 * open for the sweeper and the next attempt. A declined card is already settled.
 */
export const tookNoMoney = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.code !== 'card_declined' && error.code !== 'payment_unavailable';
