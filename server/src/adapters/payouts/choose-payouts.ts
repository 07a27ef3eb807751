import { electronicFormatIBAN, isValidIBAN } from 'ibantools';
import type { Kit } from '../../kit.ts';
import type { PayoutBanks } from '../../ports/payouts.ts';
import { createSeal } from '../../seal.ts';
import type { AdapterNeeds } from '../choose-adapters.ts';
import { sandboxSignatures } from '../payment-sandbox/signatures.ts';
import { sandboxBank } from './sandbox-bank.ts';
import type { PaypalPayoutsNeeds } from './paypal-payouts.ts';
import { sepaFiles, sepaTransfers } from './sepa.ts';

/** Published as an example by the registry of IBANs; nobody's account. */
const exampleDebtor = { name: 'Frontrow', iban: 'DE89370400440532013000', bic: undefined };

/**
 * Every way to pay hosts whose settings are there. The sandbox bank is refused in production unless it is explicitly
 * allowed, and bank transfers need an account of ours to come from.
 */
export async function choosePayouts({
  config,
  db,
  clock,
  ids,
}: Pick<AdapterNeeds, 'config' | 'db' | 'clock' | 'ids'>): Promise<Pick<Kit, 'payoutBanks' | 'sepaFiles'>> {
  const { stripe, paypal, payouts } = config;
  const sandboxAllowed = !config.production || config.sandboxInProduction;
  const debtor = payouts.sepaDebtor ?? (config.production ? undefined : exampleDebtor);
  const iban = debtor && electronicFormatIBAN(debtor.iban);
  if (debtor && !(iban && isValidIBAN(iban)))
    throw new Error('SEPA_DEBTOR_IBAN is not a valid IBAN: give the account that payouts are paid from.');
  const seal = createSeal(config, 'sepa-line', ids);
  const banks: PayoutBanks = {
    ...(sandboxAllowed && {
      sandbox: sandboxBank({ db, ids, signatures: sandboxSignatures(config.secret, clock) }),
    }),
    ...(stripe && { stripe: await withStripe(stripe.secretKey, payouts.stripeWebhookSecret) }),
    ...(paypal && { paypal: await withPaypal({ settings: paypal, webhookId: payouts.paypalWebhookId }) }),
    ...(debtor && { sepa: sepaTransfers({ db, seal }) }),
  };
  return {
    payoutBanks: banks,
    sepaFiles: debtor && iban ? sepaFiles({ db, ids, clock, seal, debtor: { ...debtor, iban } }) : undefined,
  };
}

// Loaded only where they are used, as the libraries of payments are.
async function withStripe(secretKey: string, webhookSecret: string | undefined) {
  const { stripeConnect } = await import('./stripe-connect.ts');
  return stripeConnect({ secretKey, webhookSecret });
}

async function withPaypal(needs: PaypalPayoutsNeeds) {
  const { paypalPayouts } = await import('./paypal-payouts.ts');
  return paypalPayouts(needs);
}
