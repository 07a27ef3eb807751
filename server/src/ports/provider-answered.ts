import { Refusal, type RefusalParams } from '@frontrow/core/kernel/refusal.ts';

/**
 * Goes with `payment_unavailable` where the provider answered and refused the request itself: something must be mended,
 * but the provider is not down.
 */
export const providerAnswered: RefusalParams = { answered: 'yes' };

export const didProviderAnswer = (error: unknown): boolean =>
  error instanceof Refusal && error.params['answered'] === 'yes';
