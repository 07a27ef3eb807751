import { hours, minutes } from '@frontrow/core/kernel/instant.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { lostChargeAfterMs, providerTimeoutMs } from '@frontrow/core/ticketing/limits.ts';
import type { PaymentStatus } from '@frontrow/core/ticketing/machines.ts';
import { isUuid } from '@frontrow/core/kernel/text.ts';
import { isolateErrors } from '../../../jobs/runner.ts';
import type { CardIntent } from '../../../ports/card-payments.ts';
import type { WalletOrder } from '../../../ports/wallet-payments.ts';
import {
  type OrderCaller,
  findOrder,
  findPayment,
  findPaymentByRef,
  isOwn,
  openPaymentOf,
  openPayments,
  orderOfLiveTicket,
  type OrderRecord,
  type Outcome,
  type PaymentRecord,
  payingPayment,
  type Purchased,
  ticketOfOrder,
  type TicketRecord,
  findAutoRefundReason,
} from '../records.ts';
import { askProvider, type TicketingDeps } from '../ticketing-deps.ts';
import { settleCard, settleUnpaid, settleWallet } from './record-provider-answer.ts';

/** A payment at a provider: of one order, or of all orders of a pass. */
interface ProviderPayment {
  readonly id: string;
  readonly provider: string;
  readonly providerRef: string | undefined;
  readonly status: PaymentStatus;
  readonly createdAt: number;
  /** The database's time when the row was read. */
  readonly now: number;
}

/** How what a provider says of payments of one kind is written down. */
interface Settling<P> {
  card(deps: TicketingDeps, payment: P, intent: CardIntent): Promise<unknown>;
  wallet(deps: TicketingDeps, payment: P, order: WalletOrder): Promise<unknown>;
  unpaid(deps: TicketingDeps, payment: P, status: 'failed' | 'canceled', failure?: string): Promise<unknown>;
  /** Whether seats are no longer held for it. */
  isHoldOver(payment: P): boolean;
}

interface PaymentFollower<P> {
  /** Captures what the buyer approved, unless we abandoned the payment, and settles the provider's answer. */
  captureIfApproved(deps: TicketingDeps, payment: P, ref: string): Promise<WalletOrder>;
  /** Ends an unfinished challenge or approval, so that it can take no money. Money that already arrived is settled. */
  abandon(deps: TicketingDeps, payment: P): Promise<void>;
  /**
   * A charge whose answer was lost: what the provider has of it is settled. If the provider has not heard of it for
   * long enough, it was never charged. Until then it refuses `payment_unavailable`.
   */
  resolveUnknown(deps: TicketingDeps, payment: P): Promise<void>;
  /** Brings a payment to its end, even if its answer, its webhook and its browser were all lost. */
  drive(deps: TicketingDeps, payment: P): Promise<void>;
}

/** Stripe's search lags by less than a minute, and by up to an hour during an outage of theirs. */
const searchKnowsAllMs = hours(2);

/** What is done about unfinished payments, whatever they pay. */
export function followPayments<P extends ProviderPayment>(settle: Settling<P>): PaymentFollower<P> {
  /** A payment that the provider refuses to take for us is over: the buyer reads so and can pay in another way. */
  const capture = async (deps: TicketingDeps, payment: P, ref: string): Promise<WalletOrder> => {
    try {
      return await askProvider(deps.log, 'capture', () => deps.wallets.capture(ref, payment.id));
    } catch (error) {
      if (error instanceof Refusal && error.code === 'payment_blocked')
        await settle.unpaid(deps, payment, 'failed', error.message);
      throw error;
    }
  };

  const follower: PaymentFollower<P> = {
    async captureIfApproved(deps, payment, ref) {
      let wallet = await askProvider(deps.log, 'wallet order', () => deps.wallets.order(ref));
      if (!wallet) throw refuse('payment_unknown');
      const isGivenUp = payment.status === 'failed' || payment.status === 'canceled';
      if (wallet.status === 'APPROVED' && isGivenUp) return { ...wallet, status: 'VOIDED' };
      if (wallet.status === 'APPROVED') wallet = await capture(deps, payment, ref);
      await settle.wallet(deps, payment, wallet);
      return wallet;
    },

    async abandon(deps, payment) {
      const { providerRef } = payment;
      if (payment.provider === deps.wallets.provider || !providerRef) {
        // Only our own capture could take money, and a cancelled payment is never captured.
        await settle.unpaid(deps, payment, 'canceled');
        return;
      }
      const intent = await askProvider(deps.log, 'cancel intent', () => deps.cards.cancel(providerRef));
      await settle.card(deps, payment, intent);
    },

    async resolveUnknown(deps, payment) {
      if (payment.provider === deps.wallets.provider) {
        // No one has its approval link, so nothing can be captured.
        await settle.unpaid(deps, payment, 'canceled');
        return;
      }
      const age = payment.now - payment.createdAt;
      const isOver = age >= lostChargeAfterMs;
      // After this long the search knows every charge, even if there are too many to list.
      const listsToo = isOver && age < searchKnowsAllMs;
      const intent = await askProvider(deps.log, 'find intent', () =>
        deps.cards.findByPayment(payment.id, listsToo ? payment.createdAt : undefined),
      );
      if (intent) await settle.card(deps, payment, intent);
      else if (isOver) await settle.unpaid(deps, payment, 'canceled');
      else throw refuse('payment_unavailable', {}, { retryAfter: 10 });
    },

    async drive(deps, payment) {
      const { providerRef } = payment;
      if (!providerRef) return follower.resolveUnknown(deps, payment);
      if (settle.isHoldOver(payment) && payment.status === 'requires_action') return follower.abandon(deps, payment);
      if (payment.provider === deps.wallets.provider) {
        await follower.captureIfApproved(deps, payment, providerRef);
        return;
      }
      const intent = await askProvider(deps.log, 'intent', () => deps.cards.intent(providerRef));
      if (intent) await settle.card(deps, payment, intent);
    },
  };
  return follower;
}

const follower = followPayments<PaymentRecord>({
  card: settleCard,
  wallet: settleWallet,
  unpaid: settleUnpaid,
  isHoldOver: (payment) => payment.orderStatus !== 'pending',
});
const { captureIfApproved, resolveUnknown: resolveUnknownCharge, drive } = follower;
export const abandonPayment = follower.abandon;

export interface Confirmed<Status> {
  readonly status: Status;
  /** Both undefined for a caller who has only the reference of a guest's payment, not the browser's secret. */
  readonly order: OrderRecord | undefined;
  readonly ticket: TicketRecord | undefined;
  /** The ticket's own order, where `order` is that of a whole pass. */
  readonly ticketOrder?: OrderRecord;
}

/**
 * The browser returned from a challenge: asks the provider for the payment's status and settles it. The reference only
 * selects the payment; what the browser claims about it is ignored.
 */
export async function confirmCardPayment(
  deps: TicketingDeps,
  caller: OrderCaller,
  ref: string,
): Promise<Confirmed<CardIntent['status']>> {
  const payment = await selectPayment(deps, caller, deps.cards.provider, ref);
  const intent =
    payment.status === 'succeeded' ? undefined : await askProvider(deps.log, 'intent', () => deps.cards.intent(ref));
  if (intent) await settleCard(deps, payment, intent);
  const { order, ticket } = await deps.reads.outcome(payment.orderId);
  const seen = intent?.status ?? 'succeeded';
  const status = seen === 'succeeded' ? paidOr(order, 'canceled') : seen;
  return shown(deps, payment, caller, { status, order, ticket });
}

/** The buyer returned from the wallet: captures an approved order. Only a completed capture issues a ticket. */
export async function confirmWalletPayment(
  deps: TicketingDeps,
  caller: OrderCaller,
  ref: string,
): Promise<Confirmed<WalletOrder['status']>> {
  const payment = await selectPayment(deps, caller, deps.wallets.provider, ref);
  const wallet = payment.status === 'succeeded' ? undefined : await captureIfApproved(deps, payment, ref);
  const { order, ticket } = await deps.reads.outcome(payment.orderId);
  const seen = wallet?.status ?? 'COMPLETED';
  const status = seen === 'COMPLETED' && order.status !== 'paid' ? 'VOIDED' : seen;
  return shown(deps, payment, caller, { status, order, ticket });
}

/** An account's payment is found by its owner only; a guest's by anyone, who then learns no more than its status. */
async function selectPayment(
  { db }: TicketingDeps,
  caller: OrderCaller,
  provider: string,
  ref: string,
): Promise<PaymentRecord> {
  const payment = await findPaymentByRef(db, provider, ref);
  if (!payment || !(payment.isGuest || isOwn(payment, caller))) throw refuse('payment_unknown');
  return payment;
}

/** With these the money may still arrive; it then buys a seat or is refunded. */
export const mayCome = new Set<CardIntent['status'] | WalletOrder['status']>(['processing', 'APPROVED', 'PENDING']);

/**
 * Refuses if this order has lost its seat and its buyer may believe that one is held. If money arrived, it is being
 * refunded and the refusal says why (`findAutoRefundReason`). If none arrives: `already_has_ticket` if the buyer has
 * bought again and can prove it, otherwise `hold_expired`.
 */
async function shown<Status extends CardIntent['status'] | WalletOrder['status']>(
  { db }: TicketingDeps,
  payment: PaymentRecord,
  caller: OrderCaller,
  { status, order, ticket }: Outcome & { readonly status: Status },
): Promise<Confirmed<Status>> {
  if (!isOwn(payment, caller)) return { status, order: undefined, ticket: undefined };
  const isOver = order.status === 'expired' || order.status === 'cancelled';
  const back = isOver && (await findAutoRefundReason(db, payment.id));
  if (back) throw refuse(back);
  if (order.status === 'expired' && !mayCome.has(status)) {
    const live = await orderOfLiveTicket(db, order);
    throw refuse(live && isOwn(live, caller) ? 'already_has_ticket' : 'hold_expired');
  }
  return { status, order, ticket };
}

const paidOr = (order: OrderRecord, otherwise: CardIntent['status']): CardIntent['status'] =>
  order.status === 'paid' ? 'succeeded' : otherwise;

/**
 * Fetches a payment's status by the provider's name for it, and settles it. One that is already paid is left alone.
 * Answers our number of the payment where no single order has it: it may be that of a pass.
 */
export async function settleObject(deps: TicketingDeps, provider: string, ref: string): Promise<string | undefined> {
  const known = await findPaymentByRef(deps.db, provider, ref);
  if (provider === deps.wallets.provider) {
    const paymentId = known
      ? known.id
      : uuidIn(await askProvider(deps.log, 'wallet order', () => deps.wallets.order(ref)));
    const payment = known ?? (paymentId && (await findPayment(deps.db, paymentId)));
    if (!payment) return paymentId;
    if (!isEnded(payment)) await captureIfApproved(deps, payment, ref);
    return undefined;
  }
  if (known?.status === 'succeeded') return undefined;
  const intent = await askProvider(deps.log, 'intent', () => deps.cards.intent(ref));
  const paymentId = known ? known.id : uuidIn(intent);
  const payment = known ?? (paymentId && (await findPayment(deps.db, paymentId)));
  if (!payment) return paymentId;
  if (intent) await settleCard(deps, payment, intent);
  return undefined;
}

const uuidIn = (seen: { readonly paymentId?: string | undefined } | undefined): string | undefined =>
  seen?.paymentId !== undefined && isUuid(seen.paymentId) ? seen.paymentId : undefined;

const isEnded = (payment: PaymentRecord): boolean => payment.status === 'succeeded';

const pollMs = 50;
/** A call to a provider that began longer ago than this has ended, whatever its result. */
const callOverAfterMs = providerTimeoutMs + 1_000;

/**
 * A purchase found a charge of the same order in flight. A second click waits for the first and gets its answer. After
 * an unfinished challenge or approval, a new attempt ends that one first. If the money turns out to have arrived, the
 * ticket it bought is the answer; undefined if the order may be charged now.
 */
export async function resolveOpenPayment(deps: TicketingDeps, orderId: string): Promise<Purchased | undefined> {
  const open = await openPaymentOf(deps.db, orderId);
  // Settled since the seat was requested: if paid, it is the answer; otherwise the order may be charged.
  if (!open) return paidAnswer(deps, orderId);
  if (open.status === 'creating') {
    const ended = await untilCalled(deps, open);
    if (ended.status !== 'creating') return (await paidAnswer(deps, orderId)) ?? sameAnswer(deps, ended);
    await resolveUnknownCharge(deps, ended);
  } else if (open.status === 'processing') throw refuse('request_in_progress', {}, { retryAfter: 5 });
  else await abandonPayment(deps, open);
  return paidAnswer(deps, orderId);
}

/**
 * The purchase that paid the order. Its payment is not always the open one, because money of an abandoned one may
 * arrive late.
 */
export async function paidAnswer(deps: TicketingDeps, orderId: string): Promise<Purchased | undefined> {
  const paid = await payingPayment(deps.db, orderId);
  return paid && sameAnswer(deps, paid);
}

async function untilCalled({ db }: TicketingDeps, payment: PaymentRecord): Promise<PaymentRecord> {
  let seen = payment;
  while (seen.status === 'creating' && seen.now - seen.createdAt < callOverAfterMs) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    seen = (await findPayment(db, payment.id)) ?? seen;
  }
  return seen;
}

/** The purchase as its payment ended, with the provider's current status. */
export async function sameAnswer(deps: TicketingDeps, payment: PaymentRecord): Promise<Purchased> {
  if (payment.status === 'failed')
    throw refuse('card_declined', { detail: payment.failure ?? 'Your card was declined.' });
  const order = await findOrder(deps.db, payment.orderId);
  if (!order || !payment.providerRef) throw refuse('request_in_progress', {}, { retryAfter: 2 });
  const ticket = await ticketOfOrder(deps.db, order.id);
  const ref = payment.providerRef;
  if (payment.provider === deps.wallets.provider) {
    const wallet = await askProvider(deps.log, 'wallet order', () => deps.wallets.order(ref));
    if (wallet) return { wallet, order, ticket };
  } else {
    const intent = await askProvider(deps.log, 'intent', () => deps.cards.intent(ref));
    if (intent) return { intent, order, ticket };
  }
  throw refuse('payment_unknown');
}

const untouchedMs = minutes(1);
const perRunMax = 100;

/** Frees the seats of expired holds, event by event. */
export async function expireHolds({ db, log }: Pick<TicketingDeps, 'db' | 'log'>): Promise<void> {
  const due = await db.query<{ event_id: string }>(
    "SELECT DISTINCT event_id FROM orders WHERE status = 'pending' AND hold_expires_at <= app_now() LIMIT 200",
  );
  for (const { event_id } of due)
    await isolateErrors(log, { event: event_id }, () => db.query('SELECT expire_holds($1)', [event_id]));
}

/** Brings every charge to its end, even if its answer, its webhook and its browser were all lost. */
export async function sweepPayments(deps: TicketingDeps): Promise<void> {
  for (const payment of await openPayments(deps.db, untouchedMs, perRunMax))
    await isolateErrors(deps.log, { payment: payment.id }, () => drive(deps, payment));
}
