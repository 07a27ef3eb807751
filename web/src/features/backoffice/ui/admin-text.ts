import type { Translate } from '#web/shared/i18n/catalogues.ts';
import { type CurrencyShape, formatMoney } from '#web/shared/format/money.ts';

/** What people call an order: the first part of its id. */
export const orderNumber = (orderUuid: string): string => orderUuid.slice(0, 8).toUpperCase();

/** A price for lists. Zero is `Free`. */
export const priceText = (t: Translate<'admin'>, amount: number, currency: CurrencyShape, language: string): string =>
  amount === 0 ? t('free') : formatMoney(amount, currency, language);

const providers = ['stripe', 'paypal', 'sandbox_card', 'sandbox_wallet'] as const;
const payoutProviders = ['stripe_payouts', 'paypal_payouts', 'sandbox_payouts'] as const;
const disputesEnd = '_disputes';

/** The name of a payment provider, or of what we compare with it. An unknown one keeps the name of the ledger. */
export function providerText(t: Translate<'admin'>, provider: string): string {
  if (provider.endsWith(disputesEnd))
    return t('reconciliation.disputesOf', { provider: providerText(t, provider.slice(0, -disputesEnd.length)) });
  const payouts = payoutProviders.find((one) => one === provider);
  if (payouts) return t(`reconciliation.${payouts}`);
  const known = providers.find((one) => one === provider);
  return known ? t(`provider.${known}`) : provider;
}

const refundReasons = [
  'event_cancelled',
  'host_late',
  'turned_away',
  'rescheduled',
  'unpublished',
  'seat_gone',
  'address_has_ticket',
  'event_over',
  'meeting_begun',
  'host_missed',
  'self_cancelled',
  'replay_returned',
  'replay_removed',
  'order_cancelled',
  'paid_twice',
  'account_joined',
  'account_gone',
  'admin',
  'dispute_won',
  'provider',
] as const;

/** Why money was refunded; an unknown reason is shown unchanged. */
export function refundReasonText(t: Translate<'admin'>, reason: string): string {
  const known = refundReasons.find((one) => one === reason);
  return known ? t(`refundReason.${known}`) : reason.replaceAll('_', ' ');
}

/** Words of Stripe and PayPal for why a payment is disputed, as we store them. */
const disputeReasons = {
  fraudulent: 'unauthorized',
  unauthorised: 'unauthorized',
  unauthorized: 'unauthorized',
  unrecognized: 'unrecognized',
  duplicate: 'duplicate',
  duplicate_transaction: 'duplicate',
  product_not_received: 'notReceived',
  merchandise_or_service_not_received: 'notReceived',
  product_unacceptable: 'notAsDescribed',
  merchandise_or_service_not_as_described: 'notAsDescribed',
  credit_not_processed: 'notRefunded',
  subscription_canceled: 'canceled',
  canceled_recurring_billing: 'canceled',
  incorrect_amount: 'wrongAmount',
  payment_by_other_means: 'paidAnotherWay',
  insufficient_funds: 'insufficientFunds',
  general: 'other',
  other: 'other',
} as const;

/** Why a payment is disputed; a reason that we do not know is shown unchanged. */
export function disputeReasonText(t: Translate<'admin'>, reason: string): string {
  const known = Object.entries(disputeReasons).find(([name]) => name === reason)?.[1];
  return known ? t(`disputeReason.${known}`) : reason.replaceAll('_', ' ');
}
