import { hours, minutes } from '@frontrow/core/kernel/instant.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { lostChargeAfterMs } from '@frontrow/core/ticketing/limits.ts';
import type { SettlePassVerdict } from '@frontrow/core/ticketing/series-pass.ts';
import { isolateErrors } from '../../../jobs/runner.ts';
import type { CardIntent } from '../../../ports/card-payments.ts';
import type { WalletOrder } from '../../../ports/wallet-payments.ts';
import { type Confirmed, confirmCardPayment, confirmWalletPayment, settleObject } from '../payments/open-payments.ts';
import { saveCardOfPurchase } from '../payments/saved-cards.ts';
import { walletStatus } from '../payments/settle-payment.ts';
import { askProvider } from '../provider-calls.ts';
import type { OrderCaller } from '../records.ts';
import type { TicketingDeps } from '../ticketing-deps.ts';
import {
  findPassPayment,
  findPassPaymentByRef,
  openPassPayments,
  type PassPayment,
  passOutcome,
} from './pass-records.ts';

/** What a provider says about the payment of a pass. */
interface Seen {
  readonly status: CardIntent['status'];
  readonly ref: string | undefined;
  readonly captureRef: string | undefined;
  readonly amountMinor: number;
  readonly currency: string;
  readonly failure: string | undefined;
}

/** Writes down what the provider says; purchase, browser return, webhook and sweeper all call this. */
async function settle(
  { db, ids, log }: TicketingDeps,
  payment: PassPayment,
  claimedId: string | undefined,
  seen: Seen,
): Promise<SettlePassVerdict> {
  if (claimedId !== undefined && claimedId !== payment.id) {
    log.error({ payment: payment.id, claimed: claimedId }, 'provider object belongs to another payment');
    throw refuse('amount_mismatch');
  }
  const tickets = Array.from({ length: payment.dates }, () => ({
    ticket_id: ids.uuid(),
    code: ids.ticketCode(),
  }));
  const row = await db.tx((tx) =>
    tx.one<{ verdict: SettlePassVerdict }>('SELECT settle_pass($1, $2, $3, $4, $5, $6, $7, $8) AS verdict', [
      payment.id,
      seen.status,
      seen.ref ?? null,
      seen.captureRef ?? null,
      seen.amountMinor,
      seen.currency,
      seen.failure ?? null,
      JSON.stringify(tickets),
    ]),
  );
  if (row?.verdict === 'mismatch')
    log.error({ payment: payment.id }, 'provider amount differs from the pass: money is in suspense');
  return row?.verdict ?? 'processing';
}

export async function settlePassCard(
  deps: TicketingDeps,
  payment: PassPayment,
  intent: CardIntent,
): Promise<SettlePassVerdict> {
  const verdict = await settle(deps, payment, intent.paymentId, intent);
  if (intent.status === 'succeeded' && intent.card && payment.remember)
    await saveCardOfPurchase(deps.db, payment.buyerId, deps.cards.provider, intent.card);
  return verdict;
}

/** Settles a wallet order: only a completed capture is money. */
export const settlePassWallet = (
  deps: TicketingDeps,
  payment: PassPayment,
  order: WalletOrder,
): Promise<SettlePassVerdict> =>
  settle(deps, payment, order.paymentId, {
    ...order,
    status: walletStatus[order.status],
    failure: undefined,
  });

/** Settles a charge that took no money: it was refused outright, never made, or abandoned by its buyer. */
export const settlePassUnpaid = (
  deps: TicketingDeps,
  payment: PassPayment,
  status: 'failed' | 'canceled',
  failure?: string,
): Promise<SettlePassVerdict> => {
  const { amountMinor, currency } = payment;
  return settle(deps, payment, undefined, {
    status,
    ref: undefined,
    captureRef: undefined,
    amountMinor,
    currency,
    failure,
  });
};

/** Captures what the buyer approved, unless the payment was abandoned, and settles the provider's answer. */
async function captureIfApproved(deps: TicketingDeps, payment: PassPayment, ref: string): Promise<WalletOrder> {
  let wallet = await askProvider(deps.log, 'wallet order', () => deps.wallets.order(ref));
  if (!wallet) throw refuse('payment_unknown');
  const isGivenUp = payment.status === 'failed' || payment.status === 'canceled';
  if (wallet.status === 'APPROVED' && isGivenUp) return { ...wallet, status: 'VOIDED' };
  if (wallet.status === 'APPROVED') {
    try {
      wallet = await askProvider(deps.log, 'capture', () => deps.wallets.capture(ref, payment.id));
    } catch (error) {
      if (error instanceof Refusal && error.code === 'payment_blocked')
        await settlePassUnpaid(deps, payment, 'failed', error.message);
      throw error;
    }
  }
  await settlePassWallet(deps, payment, wallet);
  return wallet;
}

/** Ends an unfinished challenge or approval, so that it can take no money. Money that already arrived is settled. */
export async function abandonPassPayment(deps: TicketingDeps, payment: PassPayment): Promise<void> {
  const { providerRef } = payment;
  if (payment.provider === deps.wallets.provider || !providerRef) {
    // Only our own capture could take money, and a cancelled payment is never captured.
    await settlePassUnpaid(deps, payment, 'canceled');
    return;
  }
  const intent = await askProvider(deps.log, 'cancel intent', () => deps.cards.cancel(providerRef));
  await settlePassCard(deps, payment, intent);
}

/** Stripe's search lags by less than a minute, and by up to an hour during an outage of theirs. */
const searchKnowsAllMs = hours(2);

/** A charge whose answer was lost: what the provider has of it is settled, or it was never made. */
async function findLostCharge(deps: TicketingDeps, payment: PassPayment): Promise<void> {
  if (payment.provider === deps.wallets.provider) {
    // No one has its approval link, so nothing can be captured.
    await settlePassUnpaid(deps, payment, 'canceled');
    return;
  }
  const age = payment.now - payment.createdAt;
  const isOver = age >= lostChargeAfterMs;
  const intent = await askProvider(deps.log, 'find intent', () =>
    deps.cards.findByPayment(payment.id, isOver && age < searchKnowsAllMs ? payment.createdAt : undefined),
  );
  if (intent) await settlePassCard(deps, payment, intent);
  else if (isOver) await settlePassUnpaid(deps, payment, 'canceled');
  else throw refuse('payment_unavailable', {}, { retryAfter: 10 });
}

/** Brings the payment of a pass to its end, even if its answer, its webhook and its browser were all lost. */
export async function followPassPayment(deps: TicketingDeps, payment: PassPayment): Promise<void> {
  const { providerRef } = payment;
  if (payment.status === 'succeeded') return;
  if (!providerRef) return findLostCharge(deps, payment);
  if (payment.provider === deps.wallets.provider) {
    if (payment.holdIsOver && payment.status === 'requires_action') return abandonPassPayment(deps, payment);
    await captureIfApproved(deps, payment, providerRef);
    return;
  }
  const intent = await askProvider(deps.log, 'intent', () => deps.cards.intent(providerRef));
  if (!intent) return;
  const isAbandoned = payment.holdIsOver && intent.status === 'requires_action';
  await (isAbandoned ? abandonPassPayment(deps, payment) : settlePassCard(deps, payment, intent));
}

/** Throws if the caller is not the buyer: a pass is bought with an account. */
function requireBuyer(payment: PassPayment, { actor }: OrderCaller): void {
  if (actor.kind !== 'account' || actor.guestOf !== undefined || actor.id !== payment.buyerId)
    throw refuse('payment_unknown');
}

/** The outcome for the buyer. Refuses if no date has its seat any more: the money, should it arrive, is refunded. */
async function shown<Status>(
  { db }: TicketingDeps,
  payment: PassPayment,
  {
    status,
    paidStatus,
    mayCome,
  }: {
    readonly status: Status;
    readonly paidStatus: Status;
    readonly mayCome: boolean;
  },
): Promise<Confirmed<Status>> {
  const outcome = await passOutcome(db, payment.purchaseId);
  const isPaid = (await findPassPayment(db, payment.id))?.status === 'succeeded';
  if (isPaid && !outcome.ticket) throw refuse('paid_late');
  if (!isPaid && !mayCome && outcome.order.status !== 'pending' && outcome.order.status !== 'paid')
    throw refuse('hold_expired');
  return { ...outcome, status: isPaid ? paidStatus : status };
}

/** The browser returned from a challenge: asks the provider for the payment's status and settles it. */
async function confirmPassCard(
  deps: TicketingDeps,
  caller: OrderCaller,
  payment: PassPayment,
): Promise<Confirmed<CardIntent['status']>> {
  requireBuyer(payment, caller);
  const ref = payment.providerRef ?? '';
  const intent =
    payment.status === 'succeeded' ? undefined : await askProvider(deps.log, 'intent', () => deps.cards.intent(ref));
  if (intent) await settlePassCard(deps, payment, intent);
  const status = intent?.status ?? 'canceled';
  return shown<CardIntent['status']>(deps, payment, {
    status: status === 'succeeded' ? 'canceled' : status,
    paidStatus: 'succeeded',
    mayCome: status === 'processing',
  });
}

/** The buyer returned from the wallet: captures an approved order. Only a completed capture issues tickets. */
async function confirmPassWallet(
  deps: TicketingDeps,
  caller: OrderCaller,
  payment: PassPayment,
): Promise<Confirmed<WalletOrder['status']>> {
  requireBuyer(payment, caller);
  const wallet =
    payment.status === 'succeeded' ? undefined : await captureIfApproved(deps, payment, payment.providerRef ?? '');
  const status = wallet?.status ?? 'VOIDED';
  return shown<WalletOrder['status']>(deps, payment, {
    status: status === 'COMPLETED' ? 'VOIDED' : status,
    paidStatus: 'COMPLETED',
    mayCome: status === 'APPROVED' || status === 'PENDING',
  });
}

/** The browser returned from a challenge, of a pass or of a single ticket. */
export async function confirmCard(
  deps: TicketingDeps,
  caller: OrderCaller,
  ref: string,
): Promise<Confirmed<CardIntent['status']>> {
  const pass = await findPassPaymentByRef(deps.db, deps.cards.provider, ref);
  return pass ? confirmPassCard(deps, caller, pass) : confirmCardPayment(deps, caller, ref);
}

/** The buyer returned from the wallet, with a pass or a single ticket. */
export async function confirmWallet(
  deps: TicketingDeps,
  caller: OrderCaller,
  ref: string,
): Promise<Confirmed<WalletOrder['status']>> {
  const pass = await findPassPaymentByRef(deps.db, deps.wallets.provider, ref);
  return pass ? confirmPassWallet(deps, caller, pass) : confirmWalletPayment(deps, caller, ref);
}

/**
 * Settles what a webhook is about. One that comes before the provider's answer was written down names no payment of a
 * pass yet: the sweeper finds that charge.
 */
export async function settleNews(deps: TicketingDeps, provider: string, ref: string): Promise<void> {
  const pass = await findPassPaymentByRef(deps.db, provider, ref);
  await (pass ? followPassPayment(deps, pass) : settleObject(deps, provider, ref));
}

const untouchedMs = minutes(1);
const perRunMax = 100;

/** Brings every payment of a pass to its end. */
export async function sweepPassPayments(deps: TicketingDeps): Promise<void> {
  for (const pass of await openPassPayments(deps.db, untouchedMs, perRunMax))
    await isolateErrors(deps.log, { passPayment: pass.id }, () => followPassPayment(deps, pass));
}
