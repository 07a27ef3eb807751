import type { Translate } from '#web/shared/i18n/catalogues.ts';

/** Words of Stripe and PayPal for why a payment is disputed, as we store them. */
const reasons = {
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
  payment_by_other_means: 'paidOtherwise',
  insufficient_funds: 'insufficientFunds',
  general: 'other',
  other: 'other',
} as const;

/** Why a payment is disputed; a reason that we do not know is shown unchanged. */
export function disputeReasonText(t: Translate<'admin'>, reason: string): string {
  const known = Object.entries(reasons).find(([name]) => name === reason)?.[1];
  return known ? t(`disputeReason.${known}`) : reason.replaceAll('_', ' ');
}
