import { refuse } from '@frontrow/core/refuse.ts';
import type { SettleVerdict } from '@frontrow/core/ticketing/verdicts.ts';
import type { CardIntent } from '../../../ports/card-payments.ts';
import type { Logger } from '../../../ports/log.ts';
import type { WalletOrder } from '../../../ports/wallet-payments.ts';
import type { PaymentRecord, TicketRecord } from '../records.ts';
import type { SeenPayment } from '../seat-batches.ts';
import type { TicketingDeps } from '../ticketing-deps.ts';
import { saveCardOfPurchase } from './saved-cards.ts';

type Subject = Pick<PaymentRecord, 'id' | 'eventId' | 'buyerId' | 'isGuest' | 'remember' | 'amountMinor' | 'currency'>;

export interface Settled {
  readonly verdict: SettleVerdict;
  /** The ticket this issued, if it was issued in a batch; otherwise it must be read. */
  readonly ticket: TicketRecord | undefined;
}

/**
 * Writes down what the provider says about a payment, and fulfills its order if the money has arrived. Purchase,
 * browser return, webhook and sweeper all call this, any number of times and in any order; amount, currency and order
 * are compared every time.
 */
export async function settleCard(deps: TicketingDeps, payment: Subject, intent: CardIntent): Promise<Settled> {
  const settled = await settle(deps, payment, intent.paymentId, seenAtCard(intent));
  if (intent.status === 'succeeded' && intent.card && payment.remember && !payment.isGuest) {
    await saveCardOfPurchase(deps.db, payment.buyerId, deps.cards.provider, intent.card);
  }
  return settled;
}

const walletStatus = {
  CREATED: 'requires_action',
  APPROVED: 'requires_action',
  COMPLETED: 'succeeded',
  PENDING: 'processing',
  DECLINED: 'failed',
  VOIDED: 'canceled',
} as const satisfies Record<WalletOrder['status'], SeenPayment['status']>;

/** What a provider says of a payment. */
export type Seen = Omit<SeenPayment, 'paymentId' | 'ticketId' | 'code'>;

export const seenAtCard = ({ status, ref, captureRef, amountMinor, currency, failure }: CardIntent): Seen => ({
  status,
  ref,
  captureRef,
  amountMinor,
  currency,
  failure,
});

/** Only a completed capture is money. */
export const seenAtWallet = ({ status, ref, captureRef, amountMinor, currency }: WalletOrder): Seen => ({
  status: walletStatus[status],
  ref,
  captureRef,
  amountMinor,
  currency,
  failure: undefined,
});

/** Of a charge that took no money: it was refused outright, never made, or abandoned by its buyer. */
export const seenUnpaid = (
  { amountMinor, currency }: Pick<Subject, 'amountMinor' | 'currency'>,
  status: 'failed' | 'canceled',
  failure: string | undefined,
): Seen => ({ status, ref: undefined, captureRef: undefined, amountMinor, currency, failure });

/** Refuses what a provider says of a payment other than this one. */
export function requireSamePayment(log: Logger, paymentId: string, claimedId: string | undefined): void {
  if (claimedId === undefined || claimedId === paymentId) return;
  log.error({ payment: paymentId, claimed: claimedId }, 'provider object belongs to another payment');
  throw refuse('amount_mismatch');
}

export const settleWallet = (deps: TicketingDeps, payment: Subject, order: WalletOrder): Promise<Settled> =>
  settle(deps, payment, order.paymentId, seenAtWallet(order));

export const settleUnpaid = (
  deps: TicketingDeps,
  payment: Subject,
  status: 'failed' | 'canceled',
  failure?: string,
): Promise<Settled> => settle(deps, payment, undefined, seenUnpaid(payment, status, failure));

async function settle(
  { batches, ids, log, terms }: TicketingDeps,
  payment: Subject,
  claimedId: string | undefined,
  seen: Seen,
): Promise<Settled> {
  requireSamePayment(log, payment.id, claimedId);
  const { eventId } = payment;
  const ticketId = ids.uuid();
  const code = ids.ticketCode();
  const { verdict, seat, at } = await batches.settle(eventId, { ...seen, paymentId: payment.id, ticketId, code });
  if (verdict === 'mismatch')
    log.error({ payment: payment.id }, 'provider amount differs from the order: money is in suspense');
  const ticket =
    seat === undefined
      ? undefined
      : {
          id: ticketId,
          code,
          seat,
          eventId,
          createdAt: at,
          voided: false,
          transferred: false,
          qr: (await terms.of(eventId)).hasQr,
        };
  return { verdict, ticket };
}
