import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { Stripe } from 'stripe';
import type { Logger } from '../../ports/log.ts';
import { isInvalid, isMissing, logStripeError } from '../card-payments/stripe-errors.ts';
import { translatingBy } from '../translating.ts';

/** Codes that say something of the host's account; with any other one our own balance, key or request is at fault. */
const accountCodes: ReadonlySet<string> = new Set([
  'account_closed',
  'account_invalid',
  'bank_account_declined',
  'bank_account_restricted',
  'bank_account_unusable',
  'bank_account_unverified',
  'debit_not_authorized',
  'insufficient_capabilities_for_transfer',
  'invalid_currency',
  'no_account',
  'payouts_limit_exceeded',
  'payouts_not_allowed',
]);

/** Parameters that name the host's account or its currency. */
const accountParams: ReadonlySet<string> = new Set(['currency', 'destination']);

/** What a host typed, and Stripe says of it. */
const typedParams: ReadonlySet<string> = new Set(['country', 'email']);

type StripeError = Stripe.errors.StripeError;

/** Stripe answers 403 to our key for an account that it does not know, or that has left us. */
export const isAccountGone = (error: unknown): boolean =>
  isMissing(error) || (error instanceof Stripe.errors.StripePermissionError && error.code === 'account_invalid');

/** A definite no because of the host's account. */
export const isAboutAccount = (error: unknown): error is StripeError =>
  isAccountGone(error) ||
  (isInvalid(error) && (accountCodes.has(error.code ?? '') || accountParams.has(error.param ?? '')));

/** What the host typed cannot be an account. */
export const isAboutTyped = (error: unknown): error is StripeError =>
  isInvalid(error) && (typedParams.has(error.param ?? '') || error.code === 'country_unsupported');

/**
 * Any other error of Stripe means that payouts are unavailable: nothing is said of the host's account. An error that is
 * not Stripe's is a fault in our own code and stays what it is.
 */
export function connectErrors(log: Logger) {
  const translated = (error: unknown): unknown => {
    if (error instanceof Refusal || !(error instanceof Stripe.errors.StripeError)) return error;
    logStripeError(log, error);
    return refuse('payout_unavailable', {}, { retryAfter: 5 });
  };
  return { translated, translating: translatingBy(translated) };
}
