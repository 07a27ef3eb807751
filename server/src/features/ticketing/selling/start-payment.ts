import { requestLinkPath } from '@frontrow/contract/meetings/links.ts';
import type { CardIntent } from '../../../ports/card-payments.ts';
import type { WalletOrder } from '../../../ports/wallet-payments.ts';
import { askProvider } from '../payments/ask-provider.ts';
import { countOnCard } from '../payments/payment-attempts.ts';
import { customerOf } from '../payments/saved-cards.ts';
import type { Buyer, Checkout } from './checkout.ts';
import type { CardChoice, Purchase } from './purchase.ts';
import type { SeatToPay } from './reserve-seat.ts';

/** What the provider answered; nothing of it is written yet. */
export type StartedPayment =
  | { readonly intent: CardIntent; readonly returnUrl: string; readonly remember: boolean }
  | { readonly wallet: WalletOrder };

/**
 * Asks the provider for the money, outside any lock. The payment's id is the provider's idempotency key: asking again
 * never charges twice.
 */
export function startPayment(
  checkout: Checkout,
  buyer: Buyer,
  { choice, remember, meeting }: Purchase,
  seat: SeatToPay,
): Promise<StartedPayment> {
  return choice && !('wallet' in choice)
    ? chargeCard(checkout, buyer, seat, choice, remember && buyer.guestEmail === undefined)
    : orderAtWallet(checkout, seat, `${buyer.origin}${pageOf(seat.payment.eventId, meeting)}`);
}

async function chargeCard(
  checkout: Checkout,
  buyer: Buyer,
  { payment, title }: SeatToPay,
  source: CardChoice,
  remember: boolean,
): Promise<StartedPayment> {
  const { cards, db, log } = checkout;
  if (remember) await db.query('UPDATE payment SET remember = true WHERE id = $1', [payment.id]);
  await countOnCard(checkout, payment.id, source);
  const returnUrl = `${buyer.origin}/payment/callback/stripe`;
  const intent = await askProvider(log, 'charge', async () => {
    const isSaved = 'method' in source && !(cards.testMethods && source.method.startsWith('pm_card_'));
    const customer = remember || isSaved ? await customerOf(checkout, buyer.accountId) : undefined;
    return cards.charge({
      paymentId: payment.id,
      orderId: payment.orderId,
      amountMinor: payment.amountMinor,
      currency: payment.currency,
      source,
      ...(customer && { customer }),
      remember,
      returnUrl,
      description: title,
    });
  });
  return { intent, returnUrl, remember };
}

/** Where the buyer comes back to from the wallet, up to the word of the outcome. */
const pageOf = (eventId: string, isMeeting = false): string =>
  isMeeting ? `${requestLinkPath('viewer', eventId)}&` : `/event/${eventId}?`;

async function orderAtWallet(
  { wallets, log }: Checkout,
  { payment, title }: SeatToPay,
  page: string,
): Promise<StartedPayment> {
  const wallet = await askProvider(log, 'wallet order', () =>
    wallets.create({
      paymentId: payment.id,
      orderId: payment.orderId,
      amountMinor: payment.amountMinor,
      currency: payment.currency,
      returnUrl: `${page}paypal_callback`,
      cancelUrl: `${page}paypal_callback_error`,
      description: title,
    }),
  );
  return { wallet };
}
