import { minutes } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { SettlePassVerdict } from '@frontrow/core/ticketing/series-pass.ts';
import { isolateErrors } from '../../../jobs/runner.ts';
import type { CardIntent } from '../../../ports/card-payments.ts';
import type { WalletOrder } from '../../../ports/wallet-payments.ts';
import {
  type Confirmed,
  confirmCardPayment,
  confirmWalletPayment,
  followPayments,
  mayCome,
  settleObject,
} from '../payments/open-payments.ts';
import { saveCardOfPurchase } from '../payments/saved-cards.ts';
import {
  requireSamePayment,
  type Seen,
  seenAtCard,
  seenAtWallet,
  seenUnpaid,
} from '../payments/record-provider-answer.ts';
import type { OrderCaller } from '../records.ts';
import { askProvider, type TicketingDeps } from '../ticketing-deps.ts';
import {
  findPassPayment,
  findPassPaymentByRef,
  openPassPayments,
  type PassPayment,
  passOutcome,
} from './pass-records.ts';

/** Writes down what the provider says; purchase, browser return, webhook and sweeper all call this. */
async function settle(
  { db, ids, log }: TicketingDeps,
  payment: PassPayment,
  claimedId: string | undefined,
  seen: Seen,
): Promise<SettlePassVerdict> {
  requireSamePayment(log, payment.id, claimedId);
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
  const verdict = await settle(deps, payment, intent.paymentId, seenAtCard(intent));
  if (intent.status === 'succeeded' && intent.card && payment.remember)
    await saveCardOfPurchase(deps.db, payment.buyerId, deps.cards.provider, intent.card);
  return verdict;
}

export const settlePassWallet = (
  deps: TicketingDeps,
  payment: PassPayment,
  order: WalletOrder,
): Promise<SettlePassVerdict> => settle(deps, payment, order.paymentId, seenAtWallet(order));

export const settlePassUnpaid = (
  deps: TicketingDeps,
  payment: PassPayment,
  status: 'failed' | 'canceled',
  failure?: string,
): Promise<SettlePassVerdict> => settle(deps, payment, undefined, seenUnpaid(payment, status, failure));

const follower = followPayments<PassPayment>({
  card: settlePassCard,
  wallet: settlePassWallet,
  unpaid: settlePassUnpaid,
  isHoldOver: (payment) => payment.holdIsOver,
});
export const abandonPassPayment = follower.abandon;

/** Brings the payment of a pass to its end. One that is paid is left alone. */
export async function followPassPayment(deps: TicketingDeps, payment: PassPayment): Promise<void> {
  if (payment.status !== 'succeeded') await follower.drive(deps, payment);
}

/** Throws if the caller is not the buyer: a pass is bought with an account. */
function requireBuyer(payment: PassPayment, { actor }: OrderCaller): void {
  if (actor.kind !== 'account' || actor.guestOf !== undefined || actor.id !== payment.buyerId)
    throw refuse('payment_unknown');
}

/** The outcome for the buyer. Refuses if no date has its seat any more: the money, should it arrive, is refunded. */
async function shown<Status extends CardIntent['status'] | WalletOrder['status']>(
  { db }: TicketingDeps,
  payment: PassPayment,
  { status, paidStatus }: { readonly status: Status; readonly paidStatus: Status },
): Promise<Confirmed<Status>> {
  const outcome = await passOutcome(db, payment.purchaseId);
  const isPaid = (await findPassPayment(db, payment.id))?.status === 'succeeded';
  if (isPaid && !outcome.ticket) throw refuse('paid_late');
  if (!isPaid && !mayCome.has(status) && outcome.order.status !== 'pending' && outcome.order.status !== 'paid')
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
    payment.status === 'succeeded'
      ? undefined
      : await follower.captureIfApproved(deps, payment, payment.providerRef ?? '');
  const status = wallet?.status ?? 'VOIDED';
  return shown<WalletOrder['status']>(deps, payment, {
    status: status === 'COMPLETED' ? 'VOIDED' : status,
    paidStatus: 'COMPLETED',
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
 * Settles what a webhook is about. Where the provider's answer was never written down, the provider's name for the
 * payment is not known here, and our number says which one it is.
 */
export async function settleNews(deps: TicketingDeps, provider: string, ref: string): Promise<void> {
  const pass = await findPassPaymentByRef(deps.db, provider, ref);
  if (pass) return followPassPayment(deps, pass);
  const paymentId = await settleObject(deps, provider, ref);
  const unnamed = paymentId && (await findPassPayment(deps.db, paymentId));
  if (unnamed) await followPassPayment(deps, { ...unnamed, providerRef: ref });
}

const untouchedMs = minutes(1);
const perRunMax = 100;

/** Brings every payment of a pass to its end. */
export async function sweepPassPayments(deps: TicketingDeps): Promise<void> {
  for (const pass of await openPassPayments(deps.db, untouchedMs, perRunMax))
    await isolateErrors(deps.log, { passPayment: pass.id }, () => followPassPayment(deps, pass));
}
