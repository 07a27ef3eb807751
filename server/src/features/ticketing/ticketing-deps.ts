import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { paymentAttemptsMax, paymentAttemptsWindowMs, providerTimeoutMs } from '@frontrow/core/ticketing/limits.ts';
import type { Kit } from '../../kit.ts';
import type { CardCharge, CardPayments } from '../../ports/card-payments.ts';
import type { Logger } from '../../ports/log.ts';
import type { WalletPayments } from '../../ports/wallet-payments.ts';
import type { Accounts } from '../accounts/index.ts';
import type { OrderReads } from './records.ts';
import type { SeatBatches } from './seat-batches.ts';
import type { RemovedBuyers, SeatTermsCache, SoldOutEvents } from './seat-terms.ts';

/** What every use case of ticketing depends on. Its payment providers are asked through `askProvider` only. */
export interface TicketingDeps extends Kit {
  readonly batches: SeatBatches;
  readonly soldOut: SoldOutEvents;
  readonly removedBuyers: RemovedBuyers;
  readonly terms: SeatTermsCache;
  readonly reads: OrderReads;
  readonly accounts: Pick<
    Accounts,
    | 'guestFor'
    | 'refuseSuspendedEmail'
    | 'personOf'
    | 'removeCards'
    | 'holderFor'
    | 'addressOf'
    | 'adminAddresses'
    | 'joinLink'
    | 'reminderLinks'
    | 'resendJoinLink'
    | 'moveSaleToOwner'
    | 'moveTicketToGuest'
    | 'consumeAttempt'
  >;
}

/** The port for a provider's name. */
export const paymentPort = (
  { cards, wallets }: Pick<TicketingDeps, 'cards' | 'wallets'>,
  provider: string,
): CardPayments | WalletPayments => (provider === wallets.provider ? wallets : cards);

/**
 * Calls a payment provider, for at most 10 s and never while a lock is held. Without an answer it refuses
 * `payment_unavailable`: the result is unknown, the hold stays, and nothing is charged again blindly. The adapter says
 * what the provider's errors mean; anything but a refusal is a fault in our own code.
 */
export async function askProvider<T>(log: Logger, what: string, call: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      log.warn({ what }, 'payment provider did not answer');
      reject(refuse('payment_unavailable', {}, { retryAfter: 5 }));
    }, providerTimeoutMs);
  });
  try {
    return await Promise.race([call(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Says when the next attempt is allowed: in minutes in the message, in seconds in `Retry-After`. */
export const tooManyAttempts = (waitMs: number): Error =>
  refuse(
    'too_many_attempts',
    { minutes: Math.max(1, Math.ceil(waitMs / minutes(1))) },
    { retryAfter: Math.max(1, Math.ceil(waitMs / seconds(1))) },
  );

/**
 * Counts a payment against its card, by any account, before the card is charged. `hold_seats` counts by account and
 * email address.
 */
export async function countOnCard(
  { cards, db, log }: TicketingDeps,
  paymentId: string,
  source: CardCharge['source'],
): Promise<void> {
  const card = await askProvider(log, 'card', () => cards.fingerprint(source));
  if (card === undefined) return;
  const row = await db.one<{ wait_ms: number | null }>(
    'SELECT (extract(epoch FROM claim_card($1, $2, $3, $4) - app_now()) * 1000)::float8 AS wait_ms',
    [paymentId, card, paymentAttemptsMax, paymentAttemptsWindowMs],
  );
  if (row && row.wait_ms !== null) throw tooManyAttempts(row.wait_ms);
}
