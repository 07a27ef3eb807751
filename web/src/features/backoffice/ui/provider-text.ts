import type { Translate } from '#web/shared/i18n/catalogues.ts';

const providers = ['stripe', 'paypal', 'sandbox_card', 'sandbox_wallet'] as const;
const payoutBooks = ['stripe_payouts', 'paypal_payouts', 'sandbox_payouts'] as const;
const disputesEnd = '_disputes';

/** The name of a payment provider, or of its books. An unknown one keeps the name of the ledger. */
export function providerText(t: Translate<'admin'>, provider: string): string {
  if (provider.endsWith(disputesEnd))
    return t('reconciliation.disputesOf', { provider: providerText(t, provider.slice(0, -disputesEnd.length)) });
  const payouts = payoutBooks.find((one) => one === provider);
  if (payouts) return t(`reconciliation.${payouts}`);
  const known = providers.find((one) => one === provider);
  return known ? t(`provider.${known}`) : provider;
}
