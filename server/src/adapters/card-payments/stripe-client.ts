import { providerTimeoutMs } from '@frontrow/core/ticketing/limits.ts';
import { Stripe } from 'stripe';

/** Another place than Stripe's own, for tests. */
export interface StripeAt {
  readonly host: string;
  readonly port: number;
}

/** Stripe's library, as we ask it. */
export const stripeClient = (secretKey: string, at?: StripeAt): Stripe =>
  new Stripe(secretKey, {
    timeout: providerTimeoutMs,
    // A retry is ours to decide: the outcome of a lost call is looked up, not tried again.
    maxNetworkRetries: 0,
    telemetry: false,
    ...(at && { host: at.host, port: at.port, protocol: 'http' }),
  });

/** Whether a key moves real money. */
export const isLiveKey = (secretKey: string): boolean => /^[sr]k_live_/.test(secretKey);
