import type { CardPayments } from '../../../ports/card-payments.ts';
import type { WalletPayments } from '../../../ports/wallet-payments.ts';
import type { Checkout } from '../selling/checkout.ts';

/** The port behind a provider's name. */
export const paymentPort = (
  { cards, wallets }: Pick<Checkout, 'cards' | 'wallets'>,
  provider: string,
): CardPayments | WalletPayments => (provider === wallets.provider ? wallets : cards);
