import type { Kit } from '../kit.ts';
import type { AdapterNeeds } from './choose-adapters.ts';
import { sandboxCards } from './card-payments/sandbox.ts';
import { stripeCards } from './card-payments/stripe.ts';
import { createPaymentSandbox } from './payment-sandbox/create-payment-sandbox.ts';
import { sandboxSignatures } from './payment-sandbox/signatures.ts';
import { noWallet } from './wallet-payments/no-wallet.ts';
import { paypalWallet } from './wallet-payments/paypal.ts';
import { sandboxWallet } from './wallet-payments/sandbox.ts';

/**
 * Real providers where their keys are set, else the sandbox. The sandbox refuses production unless it is explicitly allowed
 * (decisions 24): there cards must be real, and a wallet that is not configured is not offered.
 */
export function choosePayments({
  config,
  db,
  clock,
  ids,
}: AdapterNeeds): Pick<Kit, 'cards' | 'wallets' | 'paymentSandbox'> {
  const { stripe, paypal } = config;
  const sandboxAllowed = !config.production || config.sandboxInProduction;
  if (!stripe && !sandboxAllowed)
    throw new Error(
      'Production needs a card provider: set STRIPE_SECRET_KEY, or allow the sandbox with FRONTROW_SANDBOX=allow.',
    );
  const signatures = sandboxSignatures(config.secret, clock);
  const needs = { db, ids, signatures };
  const cards = stripe ? stripeCards({ settings: stripe }) : sandboxCards(needs);
  const wallets = paypal ? paypalWallet({ settings: paypal }) : sandboxAllowed ? sandboxWallet(needs) : noWallet();
  const sandboxed = sandboxAllowed && !(stripe && paypal);
  return {
    cards,
    wallets,
    paymentSandbox: sandboxed ? createPaymentSandbox({ db, ids, clock, signatures }) : undefined,
  };
}
