import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { ReplayOnSale } from '../../events/index.ts';
import { abandonPayment, sameAnswer } from '../payments/open-payments.ts';
import {
  type OrderCaller,
  findOrder,
  findPayment,
  isOwn,
  openPaymentOf,
  type OrderRecord,
  type Purchased,
} from '../records.ts';
import {
  type SeatInput,
  type Buyer,
  type PaymentChoice,
  type Purchase,
  type SeatChoice,
  toSeatChoice,
} from '../seat-terms.ts';
import type { TicketingDeps } from '../ticketing-deps.ts';
import { purchaseView } from '../tickets/tickets.ts';
import { prepareRetry, purchaseTicket } from './purchase.ts';
import { holdSeat, quote } from './seats.ts';

const attemptsMax = 3;

/**
 * Holds a seat for ten minutes while the checkout is open. Calling it again returns the same hold, never a longer one.
 */
export async function holdForCheckout(deps: TicketingDeps, buyer: Buyer, seatChoice: SeatChoice): Promise<OrderRecord> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const offer = await quote(deps, seatChoice);
    const seat = await holdSeat(deps, buyer, seatChoice, offer, undefined);
    if (seat.is === 'held') {
      const order = await findOrder(deps.db, seat.orderId);
      if (order) return order;
    } else {
      // The open order has a payment in progress, and only a purchase may wait for it or end it.
      if (seat.preparation === 'end_payment') break;
      await prepareRetry(deps, buyer, seatChoice.eventId, offer, seat);
    }
  }
  throw refuse('request_in_progress', {}, { retryAfter: 1 });
}

interface Release {
  readonly orderId: string;
  /** Only if no payment is in progress: an unfinished challenge or approval keeps the seat, too. */
  readonly idleOnly: boolean;
}

/**
 * Releases a held seat immediately. A charge in flight keeps it; an unfinished challenge or approval is ended first.
 */
export async function releaseHold(
  deps: TicketingDeps,
  caller: OrderCaller,
  { orderId, idleOnly }: Release,
): Promise<OrderRecord> {
  const order = await findOrder(deps.db, orderId);
  if (!order || !isOwn(order, caller)) throw refuse('order_not_found');
  if (order.status !== 'pending') return order;
  const open = await openPaymentOf(deps.db, orderId);
  if (open && open.status !== 'requires_action') throw refuse('request_in_progress', {}, { retryAfter: 5 });
  if (open && idleOnly) return order;
  if (open) await abandonPayment(deps, open);
  await deps.db.query('SELECT release_hold($1)', [orderId]);
  const left = (await findOrder(deps.db, orderId)) ?? order;
  // Another tab locked the event's row first and is paying.
  if (left.status === 'pending' && !idleOnly) throw refuse('request_in_progress', {}, { retryAfter: 5 });
  return left;
}

interface EarlierAttempt {
  readonly scope: string;
  readonly key: string | undefined;
  readonly eventId: string;
  /** When the first attempt of the key began. */
  readonly since: Date;
}

/**
 * What an earlier attempt with the same key bought before it failed or its process died: the ticket this buyer has got
 * since, unless it was the answer to another key. Without this the buyer would be told "already has a ticket", or be
 * charged again after a refund.
 */
async function answerOfEarlierAttempt(
  deps: TicketingDeps,
  buyer: Buyer,
  { scope, key, eventId, since }: EarlierAttempt,
): Promise<Purchased | undefined> {
  const bought = await deps.db.one<{ order_id: string; payment_id: string | null }>(
    `SELECT t.order_id, p.id AS payment_id
     FROM ticket t JOIN orders o ON o.id = t.order_id AND o.buyer_id = t.holder_id
       LEFT JOIN payment p ON p.order_id = o.id AND p.status = 'succeeded' AND p.amount_minor > 0
     WHERE o.event_id = $1 AND o.buyer_id = $2 AND o.guest_key IS NOT DISTINCT FROM $3 AND t.created_at >= $4
       AND NOT EXISTS (
         SELECT 1 FROM idempotency i
         WHERE i.scope = $5 AND i.key <> $6 AND i.response -> 'data' -> 'order' ->> 'order_uuid' = o.id::text)
     ORDER BY t.created_at LIMIT 1`,
    [eventId, buyer.accountId, buyer.guestKey ?? null, since, scope, key],
  );
  if (!bought) return undefined;
  const payment = bought.payment_id === null ? undefined : await findPayment(deps.db, bought.payment_id);
  if (payment) return sameAnswer(deps, payment);
  const { order, ticket } = await deps.reads.outcome(bought.order_id);
  // As for every free seat: a caller who only typed an email address gets the ticket by email.
  return { order, ticket: buyer.guestKey === undefined ? ticket : undefined };
}

/** A purchase on the wire. */
export interface PurchaseInput extends SeatInput {
  readonly stripe_token?: string | null | undefined;
  readonly stripe_payment_method_id?: string | null | undefined;
  readonly paypal?: boolean | null | undefined;
  readonly remember?: boolean | null | undefined;
}

interface KeyedPurchase {
  readonly scope: string;
  readonly key: string | undefined;
  readonly body: PurchaseInput;
  /** Bought instead of a seat. */
  readonly replay?: ReplayOnSale | undefined;
}

/** Buys once per `Idempotency-Key` and answers as on the wire: repeated requests get what the first one bought. */
export const purchaseOnce = (
  deps: TicketingDeps,
  { scope, key, body, replay }: KeyedPurchase,
  buyerOf: () => Promise<Buyer>,
): Promise<ReturnType<typeof purchaseView>> =>
  deps.idempotency.run({ scope, key, body }, async ({ firstBegunAt, repeated }) => {
    const buyer = await buyerOf();
    const boughtBefore = async (): Promise<Purchased | undefined> =>
      firstBegunAt &&
      answerOfEarlierAttempt(deps, buyer, { scope, key, eventId: replay?.id ?? body.event_uuid, since: firstBegunAt });
    const buy = (): Promise<Purchased> =>
      purchaseTicket(deps, buyer, purchaseOf(body, replay)).catch(async (error: unknown) => {
        // An earlier attempt may have got its ticket after we looked, through the sweeper or a process that was
        // presumed dead.
        const mayHaveBought = error instanceof Refusal && (repeated || error.code === 'already_has_ticket');
        const bought = mayHaveBought ? await boughtBefore() : undefined;
        if (bought) return bought;
        throw error;
      });
    const purchased = (repeated ? await boughtBefore() : undefined) ?? (await buy());
    return purchaseView(purchased, `${buyer.origin}/payment/callback/stripe`);
  });

const purchaseOf = (body: PurchaseInput, replay: ReplayOnSale | undefined): Purchase => ({
  ...toSeatChoice(body, replay),
  choice: choiceOf(body),
  remember: body.remember ?? false,
});

/**
 * A saved card takes precedence over a token, and a card over the wallet. In the sandbox a token may be a published
 * test method.
 */
export function choiceOf(body: Omit<PurchaseInput, keyof SeatInput>): PaymentChoice | undefined {
  if (body.stripe_payment_method_id) return { method: body.stripe_payment_method_id };
  if (body.stripe_token?.startsWith('pm_')) return { method: body.stripe_token };
  if (body.stripe_token) return { token: body.stripe_token };
  return body.paypal ? { wallet: true } : undefined;
}
