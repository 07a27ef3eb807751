import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { Stripe } from 'stripe';
import type { Logger } from '../../ports/log.ts';
import { providerAnswered } from '../../ports/provider-books.ts';
import { translatingBy } from '../translating.ts';

const { StripeCardError, StripeError, StripeInvalidRequestError, StripePermissionError } = Stripe.errors;

/** Parameters that carry the buyer's card: an error about one of them is the card's. */
const cardParams: ReadonlySet<string> = new Set(['card', 'card[token]', 'payment_method', 'source', 'token']);

/** Error codes of Stripe that only a card can cause. */
const cardCodes: ReadonlySet<string> = new Set([
  'card_declined',
  'expired_card',
  'incorrect_cvc',
  'incorrect_number',
  'invalid_card_type',
  'payment_method_invalid_parameter',
  'payment_method_unexpected_state',
  'payment_method_unactivated',
  'token_already_used',
  'token_in_use',
]);

export const isInvalid = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  error instanceof StripeInvalidRequestError;

export const isMissing = (error: unknown): boolean => isInvalid(error) && error.code === 'resource_missing';

/** What an engineer needs to find the request at Stripe. */
export const stripeFields = (error: Stripe.errors.StripeError) => ({
  type: error.type,
  status: error.statusCode,
  code: error.code,
  param: error.param,
  requestId: error.requestId,
});

/** Logs what Stripe said. Nobody can do much about an outage; a refused request is a fault of ours or of our key. */
export function logStripeError(log: Logger, error: Stripe.errors.StripeError): void {
  const isOutage = error.statusCode === undefined || error.statusCode === 429 || error.statusCode >= 500;
  if (isOutage) log.warn(stripeFields(error), 'Stripe did not answer');
  else log.error(stripeFields(error), 'Stripe refused a request');
}

const isAboutCard = (error: Stripe.errors.StripeError): boolean =>
  isInvalid(error) && (cardParams.has(error.param ?? '') || cardCodes.has(error.code ?? ''));

/**
 * What Stripe's errors mean to us: the buyer's card, or payments are unavailable. Any other error is a fault in our own
 * code and stays what it is, so that it is noticed. `whenRefused` is for calls that are made before any money is taken:
 * a request that Stripe refuses as it stands then charged no one.
 */
export function stripeErrors(
  log: Logger,
  whenRefused: 'payment_unavailable' | 'payment_blocked' = 'payment_unavailable',
) {
  const translated = (error: unknown): unknown => {
    if (error instanceof Refusal || !(error instanceof StripeError)) return error;
    if (error instanceof StripeCardError) return refuse('card_invalid', { detail: error.message });
    if (isAboutCard(error))
      return refuse('card_invalid', { detail: 'This card could not be used. Please try another one.' });
    logStripeError(log, error);
    const isRefused = error instanceof StripePermissionError || isInvalid(error);
    if (!isRefused) return refuse('payment_unavailable', {}, { retryAfter: 5 });
    return refuse(whenRefused, providerAnswered, { retryAfter: 5 });
  };
  return { translated, translating: translatingBy(translated) };
}
