import { plainPromoCode } from '@frontrow/core/events/promo-code.ts';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import { type RefusalCode, refuse } from '@frontrow/core/refuse.ts';
import { ticketPrice, type TicketPrice } from '@frontrow/core/ticketing/ticket-price.ts';
import {
  type CostlessSeatVerdict,
  type HoldVerdict,
  type Preparation,
  stepAfter,
} from '@frontrow/core/ticketing/verdicts.ts';
import { isKey } from '../../../db/idempotency.ts';
import type { OrderRecord, PaymentRecord, TicketRecord } from '../records.ts';
import {
  type Buyer,
  type PromoTerms,
  purchaseScope,
  seatRequestOf,
  type SeatTerms,
  type SeatChoice,
  requireNotRemoved,
} from '../seat-terms.ts';
import { type TicketingDeps, tooManyAttempts } from '../ticketing-deps.ts';
import { requirePlace } from './waiting-page.ts';

export interface QuotedPrice extends TicketPrice {
  /** The promo code that lowers the price; undefined if none is named or the price is already zero. */
  readonly promo: PromoTerms | undefined;
}

/** The event's terms as last read, and the price for this buyer. The stored functions compare both with the row. */
export interface Quote {
  readonly terms: SeatTerms;
  readonly price: QuotedPrice;
}

/**
 * What the ticket costs this buyer. Refuses `event_not_found` (also for private meetings and replays in calls about
 * events) and `promo_code_invalid`.
 */
export async function quote({ terms: book }: Pick<TicketingDeps, 'terms'>, seatChoice: SeatChoice): Promise<Quote> {
  let terms = await book.of(seatChoice.eventId);
  if (terms.isMeeting !== (seatChoice.meeting ?? false) || terms.replayOf !== seatChoice.replayOf)
    throw refuse('event_not_found');
  const typed = plainPromoCode(seatChoice.promoCode ?? '');
  if (!typed) return { terms, price: { ...ticketPrice(terms.priceMinor, terms), promo: undefined } };
  const named = ({ code }: PromoTerms): boolean => plainPromoCode(code) === typed;
  if (!terms.promoCodes.some(named)) {
    // The host may have added the code since the terms were read.
    book.forget(seatChoice.eventId);
    terms = await book.of(seatChoice.eventId);
  }
  const promo = terms.promoCodes.find(named);
  if (!promo) throw refuse('promo_code_invalid', {}, { field: 'promo_code' });
  const price = ticketPrice(terms.priceMinor, terms, promo.percent);
  return { terms, price: { ...price, promo: terms.priceMinor > 0 ? promo : undefined } };
}

const soldOutRefusal = refuse('sold_out');

/** Refuses without waiting for the event's row if the answer is "sold out". */
async function refuseSoldOut({ soldOut }: TicketingDeps, buyer: Buyer, seatChoice: SeatChoice): Promise<void> {
  // A guest's orders belong to browsers, which only the stored functions can tell apart.
  if (buyer.guestEmail === undefined && (await soldOut.isSoldOutFor(buyer.accountId, seatChoice))) throw soldOutRefusal;
}

/**
 * The same check before the `Idempotency-Key` of a purchase is written. In a rush most buyers get this answer, and a
 * key that got it can be used again once a seat is free. A key that was used before proceeds to the purchase, which
 * repeats its answer.
 */
export async function refuseSoldOutBeforeKey(
  { idempotency, soldOut }: Pick<TicketingDeps, 'idempotency' | 'soldOut'>,
  { accountId, key }: { readonly accountId: number; readonly key: string | undefined },
  seatChoice: SeatChoice,
): Promise<void> {
  if (key !== undefined && !isKey(key)) return;
  const asked = soldOut.isSoldOutFor(accountId, seatChoice);
  if (asked === false) return;
  const used = key !== undefined && idempotency.wasUsed({ scope: purchaseScope(accountId), key });
  const [isSoldOut, hasAnswer] = await Promise.all([asked, used]);
  if (isSoldOut && !hasAnswer) throw soldOutRefusal;
}

/** No seat yet: the request must be retried after this. */
export interface RetrySeat {
  readonly is: 'retry';
  readonly preparation: Preparation;
  /** The open order in the way, if there is one. */
  readonly orderId: string;
}

interface Answer {
  readonly verdict: CostlessSeatVerdict | HoldVerdict;
  readonly orderId: string | undefined;
  readonly expiresAt?: number;
  readonly at: number;
}

/** Undefined if the buyer has the seat; throws the refusal if there is none for them. */
async function retryOrRefuse(
  deps: TicketingDeps,
  buyer: Buyer,
  seatChoice: SeatChoice,
  { verdict, orderId = '', expiresAt, at }: Answer,
): Promise<RetrySeat | undefined> {
  if (verdict === 'sold_out') deps.soldOut.note(seatChoice);
  if (addressHasTicket.has(verdict)) await mailAgain(deps, buyer, seatChoice);
  const step = stepAfter(verdict);
  if (step.is === 'done') return undefined;
  if (step.is === 'retry') return { is: 'retry', preparation: step.first, orderId };
  throw seatRefusal(step.code, (expiresAt ?? at) - at);
}

const addressHasTicket: ReadonlySet<Answer['verdict']> = new Set<Answer['verdict']>([
  'address_has_ticket',
  'address_has_ticket_sold_out',
  'guest_order_elsewhere',
]);

/**
 * The owner of this email address is sent the join link again, or why there is no ticket; a stranger who typed the
 * address learns nothing.
 */
async function mailAgain({ accounts }: TicketingDeps, { guestEmail }: Buyer, { eventId }: SeatChoice): Promise<void> {
  if (guestEmail !== undefined) await accounts.resendJoinLink(guestEmail, eventId);
}

const holdsRetryAfterMs = seconds(60);

/** The refusal with what its message and headers need; `waitMs` until the next payment attempt is allowed. */
function seatRefusal(code: RefusalCode, waitMs: number): Error {
  switch (code) {
    case 'too_many_holds':
      return refuse(code, {}, { retryAfter: holdsRetryAfterMs / seconds(1) });
    case 'too_many_attempts':
      return tooManyAttempts(waitMs);
    case 'promo_not_yet':
    case 'promo_expired':
    case 'promo_used_up':
      return refuse(code, {}, { field: 'promo_code' });
    default:
      return refuse(code);
  }
}

interface HeldSeat {
  readonly is: 'held';
  readonly orderId: string;
  /** The payment that was written with the hold; undefined without a provider. */
  readonly paymentId: string | undefined;
  /** What this request itself wrote; undefined if the order existed before. Saves reading it again. */
  readonly begun: { readonly order: OrderRecord; readonly payment: PaymentRecord } | undefined;
}

/** Holds one seat; if a provider is named, its payment is written in the same statement. */
export async function holdSeat(
  deps: TicketingDeps,
  buyer: Buyer,
  seatChoice: SeatChoice,
  { terms, price }: Quote,
  provider: string | undefined,
): Promise<HeldSeat | RetrySeat> {
  await refuseSoldOut(deps, buyer, seatChoice);
  await requireNotRemoved(deps.removedBuyers, buyer, seatChoice.eventId);
  await requirePlace(deps, buyer, seatChoice.eventId, terms);
  const { batches, ids } = deps;
  const order: OrderRecord = {
    id: ids.uuid(),
    eventId: seatChoice.eventId,
    replayOf: seatChoice.replayOf,
    buyerId: buyer.accountId,
    isGuest: buyer.guestEmail !== undefined,
    guestKey: buyer.guestKey,
    status: 'pending',
    priceMinor: terms.priceMinor,
    discountMinor: price.discount,
    feeMinor: price.fee,
    totalMinor: price.total,
    currency: terms.currency,
    holdExpiresAt: undefined,
  };
  const newPayment = ids.uuid();
  const answer = await batches.hold(seatChoice.eventId, {
    ...seatRequestOf(buyer, seatChoice, terms),
    orderId: order.id,
    paymentId: newPayment,
    discountMinor: price.discount,
    promo: price.promo,
    reprice: seatChoice.promoCode !== undefined,
    feeMinor: price.fee,
    provider,
  });
  const retry = await retryOrRefuse(deps, buyer, seatChoice, answer);
  if (retry) return retry;
  const { orderId = '', paymentId, at } = answer;
  const isNew = provider !== undefined && orderId === order.id && paymentId === newPayment;
  const begun = isNew ? { order, payment: paymentOf(order, newPayment, provider, at) } : undefined;
  return { is: 'held', orderId, paymentId, begun };
}

/** A payment as `hold_seats` writes it with a new order. */
const paymentOf = (order: OrderRecord, id: string, provider: string, at: number): PaymentRecord => ({
  id,
  orderId: order.id,
  eventId: order.eventId,
  buyerId: order.buyerId,
  isGuest: order.isGuest,
  guestKey: order.guestKey,
  orderStatus: order.status,
  provider,
  providerRef: undefined,
  amountMinor: order.totalMinor,
  currency: order.currency,
  status: 'creating',
  failure: undefined,
  remember: false,
  createdAt: at,
  now: at,
});

export interface SoldSeat {
  readonly is: 'sold';
  readonly order: OrderRecord;
  readonly ticket: TicketRecord | undefined;
}

/**
 * Sells one free seat. A guest who only typed an email address gets the ticket by email and never in the response, so
 * an address that already has a ticket is answered like any other: with an order that looks new.
 */
export async function sellCostlessSeat(
  deps: TicketingDeps,
  buyer: Buyer,
  seatChoice: SeatChoice,
  { terms, price }: Quote,
): Promise<SoldSeat | RetrySeat> {
  await refuseSoldOut(deps, buyer, seatChoice);
  await requireNotRemoved(deps.removedBuyers, buyer, seatChoice.eventId);
  await requirePlace(deps, buyer, seatChoice.eventId, terms);
  const { batches, ids } = deps;
  const orderId = ids.uuid();
  const ticketId = ids.uuid();
  const code = ids.ticketCode();
  const answer = await batches.sellCostless(seatChoice.eventId, {
    ...seatRequestOf(buyer, seatChoice, terms),
    orderId,
    paymentId: ids.uuid(),
    ticketId,
    code,
    claim: seatChoice.claim,
    discountMinor: terms.priceMinor,
    promo: price.promo,
  });
  const retry = await retryOrRefuse(deps, buyer, seatChoice, answer);
  if (retry) return retry;
  const order: OrderRecord = {
    id: answer.verdict === 'address_has_ticket' ? orderId : (answer.orderId ?? orderId),
    eventId: seatChoice.eventId,
    replayOf: seatChoice.replayOf,
    buyerId: buyer.accountId,
    isGuest: buyer.guestEmail !== undefined,
    guestKey: buyer.guestKey,
    status: 'paid',
    priceMinor: terms.priceMinor,
    discountMinor: terms.priceMinor,
    feeMinor: 0,
    totalMinor: 0,
    currency: terms.currency,
    holdExpiresAt: undefined,
  };
  const ticket: TicketRecord = {
    id: ticketId,
    code,
    seat: answer.seat ?? 0,
    eventId: seatChoice.eventId,
    replayOf: seatChoice.replayOf,
    createdAt: answer.at,
    voided: false,
    transferred: false,
    qr: terms.hasQr,
  };
  return { is: 'sold', order, ticket: buyer.guestKey === undefined ? ticket : undefined };
}
