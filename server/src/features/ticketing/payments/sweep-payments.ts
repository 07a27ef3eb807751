import { minutes } from '@frontrow/core/kernel/instant.ts';
import { askProvider } from './ask-provider.ts';
import type { Checkout } from '../selling/checkout.ts';
import { captureIfApproved } from './confirm-payment.ts';
import { onItsOwn } from '../../../jobs/on-its-own.ts';
import { giveUp, lookUpLost } from './resolve-open-payment.ts';
import { settleCard } from './settle-payment.ts';
import { openPayments, type PaymentRecord } from '../store.ts';

const untouchedMs = minutes(1);
const perRunMax = 100;

/** Frees the seats of expired holds, event by event. */
export async function expireHolds({ db, log }: Pick<Checkout, 'db' | 'log'>): Promise<void> {
  const due = await db.query<{ event_id: string }>(
    "SELECT DISTINCT event_id FROM orders WHERE status = 'pending' AND hold_expires_at <= app_now() LIMIT 200",
  );
  for (const { event_id } of due)
    await onItsOwn(log, { event: event_id }, () => db.query('SELECT expire_holds($1)', [event_id]));
}

/** Brings every charge to its end, also where its answer, its webhook and its browser were all lost. */
export async function sweepPayments(checkout: Checkout): Promise<void> {
  for (const payment of await openPayments(checkout.db, untouchedMs, perRunMax))
    await onItsOwn(checkout.log, { payment: payment.id }, () => drive(checkout, payment));
}

async function drive(checkout: Checkout, payment: PaymentRecord): Promise<void> {
  const { providerRef } = payment;
  if (!providerRef) return lookUpLost(checkout, payment);
  const abandoned = payment.orderStatus !== 'pending' && payment.status === 'requires_action';
  if (abandoned) return giveUp(checkout, payment);
  if (payment.provider === checkout.wallets.provider) {
    await captureIfApproved(checkout, payment, providerRef);
    return;
  }
  const intent = await askProvider(checkout.log, 'intent', () => checkout.cards.intent(providerRef));
  if (intent) await settleCard(checkout, payment, intent);
}
