import { refuse } from '@frontrow/core/refuse.ts';
import type { Kit } from '../kit.ts';
import type { CardPayments } from '../ports/card-payments.ts';
import type { WalletPayments } from '../ports/wallet-payments.ts';
import type { AdapterNeeds } from './adapter-needs.ts';
import { sandboxCards } from './card-payments/sandbox.ts';
import type { StripeNeeds } from './card-payments/stripe.ts';
import { createPaymentSandbox } from './payment-sandbox/create-payment-sandbox.ts';
import { sandboxSignatures } from './payment-sandbox/signatures.ts';
import type { PaypalNeeds } from './wallet-payments/paypal.ts';
import { sandboxWallet } from './wallet-payments/sandbox.ts';

/**
 * Real providers where their keys are set, else the sandbox. The sandbox refuses production unless it is explicitly
 * allowed: there cards must be real, and a wallet that is not configured is not offered.
 */
export async function choosePayments({
  config,
  db,
  clock,
  ids,
  installation,
  log,
}: AdapterNeeds): Promise<Pick<Kit, 'cards' | 'wallets' | 'paymentSandbox'>> {
  const { stripe, paypal } = config;
  const sandboxAllowed = !config.production || config.sandboxInProduction;
  if (!stripe && !sandboxAllowed)
    throw new Error(
      'Production needs a card provider: set STRIPE_SECRET_KEY, or allow the sandbox with FRONTROW_SANDBOX=allow.',
    );
  const signatures = sandboxSignatures(config.secret, clock);
  const needs = { db, ids, signatures };
  const cards = stripe ? await withStripe({ settings: stripe, installation, log }) : sandboxCards(needs);
  const wallets = paypal
    ? await withPaypal({ settings: paypal, installation, log })
    : sandboxAllowed
      ? sandboxWallet(needs)
      : noWallet();
  const sandboxed = sandboxAllowed && !(stripe && paypal);
  return {
    cards,
    wallets,
    paymentSandbox: sandboxed ? createPaymentSandbox({ db, ids, clock, signatures }) : undefined,
  };
}

// Loaded only where they are used: the two libraries take 25 MB of memory.
async function withStripe(needs: StripeNeeds): Promise<CardPayments> {
  const { stripeCards } = await import('./card-payments/stripe.ts');
  return stripeCards(needs);
}

async function withPaypal(needs: PaypalNeeds): Promise<WalletPayments> {
  const { paypalWallet } = await import('./wallet-payments/paypal.ts');
  return paypalWallet(needs);
}

/** Where cards are real and no wallet is configured, the wallet is not offered and not sold with. */
function noWallet(): WalletPayments {
  return {
    provider: 'paypal',
    state: () => 'ready',
    books: undefined,
    create: async () => {
      throw refuse('payment_choice_required');
    },
    order: async () => undefined,
    capture: async () => {
      throw refuse('payment_unknown');
    },
    refund: async () => {
      throw refuse('payment_unavailable');
    },
    refundOf: async () => undefined,
    refundsOf: async () => [],
    dispute: async () => undefined,
    disputesOf: async () => [],
    disputeBooks: { delayMs: 0, read: async () => ({ money: [], next: undefined }) },
    readWebhook: async () => undefined,
  };
}
