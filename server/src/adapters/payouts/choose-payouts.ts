import { cleanBic, cleanIban, isBicOfIban, isOutsideEea } from '@frontrow/core/payouts/sepa-account.ts';
import { sepaNameFault, sepaTextFault } from '@frontrow/core/payouts/sepa-text.ts';
import { isValidBIC, isValidIBAN } from 'ibantools';
import type { Config } from '../../process/config.ts';
import type { Kit } from '../../kit.ts';
import type { PayoutBanks } from '../../ports/payouts.ts';
import { createSeal } from '../../seal.ts';
import type { AdapterNeeds } from '../adapter-needs.ts';
import { sandboxSignatures } from '../payment-sandbox/signatures.ts';
import { sandboxBank } from './sandbox-bank.ts';
import type { PaypalPayoutsNeeds } from './paypal-payouts.ts';
import type { Debtor } from './pain-001.ts';
import type { StripeConnectNeeds } from './stripe-connect.ts';
import { sepaFiles, sepaTransfers } from './sepa.ts';

/** Published as an example by the registry of IBANs; nobody's account. */
const exampleDebtor: Debtor = {
  name: 'Frontrow',
  iban: 'DE89370400440532013000',
  bic: undefined,
  address: { street: 'Unter den Linden 1', postcode: '10117', town: 'Berlin', country: 'DE' },
};
const bankZoneDefault = 'Europe/Berlin';

/**
 * Every way to pay hosts whose settings are there. The sandbox bank is refused in production unless it is explicitly
 * allowed, and bank transfers need an account of ours to come from.
 */
export async function choosePayouts({
  config,
  db,
  clock,
  ids,
  installation,
  log,
}: Pick<AdapterNeeds, 'config' | 'db' | 'clock' | 'ids' | 'installation' | 'log'>): Promise<
  Pick<Kit, 'payoutBanks' | 'sepaFiles'>
> {
  const { stripe, paypal, payouts } = config;
  const sandboxAllowed = !config.production || config.sandboxInProduction;
  const debtor = payouts.sepaDebtor ? readDebtor(payouts.sepaDebtor) : config.production ? undefined : exampleDebtor;
  const bankZone = payouts.sepaDebtor?.bankZone ?? bankZoneDefault;
  const seal = createSeal(config, 'sepa-line', ids);
  const banks: PayoutBanks = {
    ...(sandboxAllowed && {
      sandbox: sandboxBank({ db, ids, signatures: sandboxSignatures(config.secret, clock) }),
    }),
    ...(stripe && {
      stripe: await withStripe({
        secretKey: stripe.secretKey,
        webhookSecret: payouts.stripeWebhookSecret,
        installation,
        log,
      }),
    }),
    ...(paypal && {
      paypal: await withPaypal({ settings: paypal, webhookId: payouts.paypalWebhookId, installation, log }),
    }),
    ...(debtor && { sepa: sepaTransfers({ db, seal, debtor }) }),
  };
  return {
    payoutBanks: banks,
    sepaFiles: debtor && sepaFiles({ db, ids, clock, seal, debtor, bankZone }),
  };
}

/** The account of ours, checked: a fault in it would make every file invalid. */
function readDebtor({ name, address, ...given }: NonNullable<Config['payouts']['sepaDebtor']>): Debtor {
  const iban = cleanIban(given.iban);
  const bic = given.bic === undefined ? undefined : cleanBic(given.bic);
  if (!isValidIBAN(iban))
    throw new Error('SEPA_DEBTOR_IBAN is not a valid IBAN: give the account that payouts are paid from.');
  if (bic !== undefined && !(isValidBIC(bic) && isBicOfIban(bic, iban)))
    throw new Error('SEPA_DEBTOR_BIC is not the BIC of a bank in the country of SEPA_DEBTOR_IBAN.');
  const fault = sepaNameFault(name);
  if (fault !== undefined) throw new Error(`SEPA_DEBTOR_NAME cannot be used: ${fault}`);
  for (const line of Object.values(address ?? {}))
    if (line.trim() === '' || sepaTextFault(line) !== undefined)
      throw new Error(
        `SEPA_DEBTOR_STREET, _POSTCODE and _TOWN cannot be used: ${sepaTextFault(line) ?? 'one is empty.'}`,
      );
  if (isOutsideEea(iban) && !(bic !== undefined && address))
    throw new Error(
      'SEPA_DEBTOR_IBAN is outside the EEA: give SEPA_DEBTOR_BIC, _STREET, _POSTCODE, _TOWN and _COUNTRY, too.',
    );
  return { name, iban, bic, address };
}

// Loaded only where they are used, as the libraries of payments are.
async function withStripe(needs: StripeConnectNeeds) {
  const { stripeConnect } = await import('./stripe-connect.ts');
  return stripeConnect(needs);
}

async function withPaypal(needs: PaypalPayoutsNeeds) {
  const { paypalPayouts } = await import('./paypal-payouts.ts');
  return paypalPayouts(needs);
}
