import type { Translate } from '#web/shared/i18n/catalogues.ts';

const providers = ['stripe', 'paypal', 'sandbox_card', 'sandbox_wallet'] as const;

/** Who took the money; one without a name here is called as the books call it. */
export function providerText(t: Translate<'admin'>, provider: string): string {
  const known = providers.find((one) => one === provider);
  return known ? t(`provider.${known}`) : provider;
}
