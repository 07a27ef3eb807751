import { assert } from 'vitest';
import { stripeCards } from '../src/adapters/card-payments/stripe.ts';
import { paypalWallet } from '../src/adapters/wallet-payments/paypal.ts';
import type { CardPayments } from '../src/ports/card-payments.ts';
import { silentLog } from '../src/ports/log.ts';
import type { WalletPayments } from '../src/ports/wallet-payments.ts';
import { type FakePaypal, startFakePaypal } from './fake-paypal.ts';
import { type FakeStripe, startFakeStripe } from './fake-stripe.ts';
import type { TestApp } from './harness.ts';

/** Stripe and PayPal as stand-ins, with the adapters that talk to them. */
export interface FakeProviders {
  readonly stripe: FakeStripe;
  readonly paypal: FakePaypal;
  readonly adapters: { readonly cards: CardPayments; readonly wallets: WalletPayments };
  /** The providers' books equal ours: every capture is known, at its amount, and nothing more was taken. */
  expectSameBooks(app: Pick<TestApp, 'db'>): Promise<void>;
  close(): Promise<void>;
}

export async function startFakeProviders(now: () => number): Promise<FakeProviders> {
  const [stripe, paypal] = await Promise.all([startFakeStripe(now), startFakePaypal()]);
  const ours = { installation: 'test', log: silentLog };
  return {
    stripe,
    paypal,
    adapters: {
      cards: stripeCards({
        ...ours,
        settings: { secretKey: 'sk_test_fake', publishableKey: 'pk_test_fake', webhookSecret: stripe.webhookSecret },
        at: stripe,
      }),
      wallets: paypalWallet({
        ...ours,
        settings: { clientId: 'id', clientSecret: 'secret', webhookId: 'WH1', live: false },
        at: paypal.origin,
      }),
    },
    async expectSameBooks({ db }) {
      for (const [provider, books] of [
        ['stripe', stripe.captures],
        ['paypal', paypal.captures],
      ] as const) {
        // The dates of a pass share one capture.
        const captures = await db.query<{ ref: string; amount: number }>(
          `SELECT capture_ref AS ref, sum(amount_minor)::bigint AS amount FROM payment
           WHERE provider = $1 AND status = 'succeeded' GROUP BY capture_ref`,
          [provider],
        );
        assert.deepEqual(new Map(captures.map(({ ref, amount }) => [ref, amount])), books);
      }
    },
    async close() {
      await Promise.all([stripe.close(), paypal.close()]);
    },
  };
}
