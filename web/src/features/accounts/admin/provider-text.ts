import type { Translate } from '#web/shared/i18n/catalogues.ts';

const providers = ['stripe', 'paypal', 'sandbox_card', 'sandbox_wallet'] as const;

/** The name of a payment provider. An unknown one keeps the name of the ledger. */
export function providerText(t: Translate<'admin'>, provider: string): string {
  const known = providers.find((one) => one === provider);
  return known ? t(`provider.${known}`) : provider;
}
