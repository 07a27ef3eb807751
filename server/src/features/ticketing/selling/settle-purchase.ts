import { refuse } from '@frontrow/core/refuse.ts';
import { stepAfter } from '@frontrow/core/ticketing/verdicts.ts';
import { paidAnswer } from '../payments/resolve-open-payment.ts';
import { settleCard, settleWallet } from '../payments/settle-payment.ts';
import { whyPaidBack } from '../store.ts';
import type { Checkout } from './checkout.ts';
import type { Purchased } from './purchase.ts';
import type { SeatToPay } from './reserve-seat.ts';
import type { StartedPayment } from './start-payment.ts';

/** Writes down what the provider answered, which issues the ticket where the money is there, and answers the buyer. */
export async function settlePurchase(
  checkout: Checkout,
  { payment, newOrder }: SeatToPay,
  started: StartedPayment,
): Promise<Purchased> {
  if ('wallet' in started) {
    await settleWallet(checkout, payment, started.wallet);
    return { wallet: started.wallet, ...(await checkout.reads.outcome(payment.orderId)) };
  }
  const { intent, returnUrl, remember } = started;
  const { verdict, ticket } = await settleCard(checkout, { ...payment, remember }, intent);
  const step = intent.status === 'failed' ? ({ is: 'refuse', code: 'card_declined' } as const) : stepAfter(verdict);
  if (step.is === 'refuse') {
    // Money of an earlier charge that was given up may have come meanwhile: then the order is paid and has its ticket.
    const paid = step.code === 'amount_mismatch' ? undefined : await paidAnswer(checkout, payment.orderId);
    if (paid) return paid;
    if (step.code === 'card_declined') throw refuse(step.code, { detail: intent.failure ?? 'Your card was declined.' });
    throw refuse(step.code === 'paid_late' ? ((await whyPaidBack(checkout.db, payment.id)) ?? step.code) : step.code);
  }
  if (newOrder && ticket) return { intent, returnUrl, order: { ...newOrder, status: 'paid' }, ticket };
  return { intent, returnUrl, ...(await checkout.reads.outcome(payment.orderId)) };
}
