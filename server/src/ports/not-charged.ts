import { Refusal, type RefusalParams } from '@frontrow/core/kernel/refusal.ts';

/**
 * Goes with `payment_unavailable` where the provider answered and refused the request itself: the buyer was not
 * charged, and the provider is not down.
 */
export const notCharged: RefusalParams = { charged: 'no' };

export const isNotCharged = (error: unknown): boolean => error instanceof Refusal && error.params['charged'] === 'no';
