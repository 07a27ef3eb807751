/**
 * Why payouts fail, in our words where we know what a provider means. They are kept in English and read in the host's
 * language: `keptSentenceIn`.
 */
export const payoutReasons = {
  accountClosed: 'The account is closed.',
  accountFrozen: 'The account is frozen.',
  accountUnknown: 'No account has this number.',
  otherHolder: 'The account belongs to someone with another name.',
  otherCurrency: 'The account can’t receive this currency.',
  bankRejected: 'The bank rejected the payout.',
  bankReturned: 'The receiving bank returned the payment.',
  paypalUnknown: 'No PayPal account uses this email address.',
  paypalUnconfirmed: 'This email address isn’t confirmed at PayPal.',
  paypalLocked: 'The PayPal account is locked.',
  paypalLimited: 'The PayPal account is limited for now.',
  paypalFull: 'The PayPal account can’t receive this much.',
  paypalRegion: 'The PayPal account can’t receive payments in its country.',
  paypalRefused: 'The payment was refused in the PayPal account.',
  paypalBlocked: 'PayPal blocked the payout to protect against fraud or to comply with the law.',
  paypalDeclined: 'PayPal declined the payout.',
  paypalReturned: 'PayPal returned the payment.',
} as const;

/** By the name of an error of a payout's item. */
export const paypalReasons: Readonly<Record<string, string>> = {
  RECEIVER_UNREGISTERED: payoutReasons.paypalUnknown,
  RECEIVER_UNCONFIRMED: payoutReasons.paypalUnconfirmed,
  RECEIVER_ACCOUNT_LOCKED: payoutReasons.paypalLocked,
  RECEIVER_ACCOUNT_LIMITATION: payoutReasons.paypalLimited,
  RECEIVING_LIMIT_EXCEEDED: payoutReasons.paypalFull,
  RECEIVER_COUNTRY_NOT_ALLOWED: payoutReasons.paypalRegion,
  RECEIVER_STATE_RESTRICTED: payoutReasons.paypalRegion,
  RECEIVER_REFUSED: payoutReasons.paypalRefused,
  CURRENCY_NOT_SUPPORTED_FOR_RECEIVER: payoutReasons.otherCurrency,
  REGULATORY_BLOCKED: payoutReasons.paypalBlocked,
  RISK_DECLINE: payoutReasons.paypalBlocked,
};

/** By the `failure_code` of a payout. */
export const stripeReasons: Readonly<Record<string, string>> = {
  account_closed: payoutReasons.accountClosed,
  account_frozen: payoutReasons.accountFrozen,
  bank_account_restricted: payoutReasons.accountFrozen,
  incorrect_account_holder_name: payoutReasons.otherHolder,
  invalid_account_number: payoutReasons.accountUnknown,
  invalid_currency: payoutReasons.otherCurrency,
  no_account: payoutReasons.accountUnknown,
};

/** Currencies by their codes. */
export const wrongStripeCurrency = (paid: readonly string[], currency: string): string =>
  `Your Stripe account is paid in ${paid.join(', ')} only. Add a bank account in ${currency} at Stripe, or use ` +
  'another payout method.';
