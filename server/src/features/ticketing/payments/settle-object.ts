import { askProvider } from './ask-provider.ts';
import { captureIfApproved } from './confirm-payment.ts';
import { settleCard } from './settle-payment.ts';
import type { Checkout } from '../selling/checkout.ts';
import { findPayment, findPaymentByRef, type PaymentRecord } from '../store.ts';

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** Asks how a payment stands, by the provider's name for it, and settles it. One that has its money is left alone. */
export async function settleObject(checkout: Checkout, provider: string, ref: string): Promise<void> {
  const known = await findPaymentByRef(checkout.db, provider, ref);
  if (provider === checkout.wallets.provider) {
    const payment = known ?? (await byWalletOrder(checkout, ref));
    if (payment && !isEnded(payment)) await captureIfApproved(checkout, payment, ref);
    return;
  }
  if (known?.status === 'succeeded') return;
  const intent = await askProvider(checkout.log, 'intent', () => checkout.cards.intent(ref));
  const payment =
    known ??
    (intent?.paymentId && isUuid(intent.paymentId) ? await findPayment(checkout.db, intent.paymentId) : undefined);
  if (intent && payment) await settleCard(checkout, payment, intent);
}

async function byWalletOrder(checkout: Checkout, ref: string): Promise<PaymentRecord | undefined> {
  const order = await askProvider(checkout.log, 'wallet order', () => checkout.wallets.order(ref));
  return order?.paymentId && isUuid(order.paymentId) ? findPayment(checkout.db, order.paymentId) : undefined;
}

const isEnded = (payment: PaymentRecord): boolean => payment.status === 'succeeded';
