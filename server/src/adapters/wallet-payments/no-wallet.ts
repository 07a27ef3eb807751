import { refuse } from '@frontrow/core/refuse.ts';
import type { WalletPayments } from '../../ports/wallet-payments.ts';

/** Where cards are real and no wallet is configured, the wallet is not offered and not sold with. */
export function noWallet(): WalletPayments {
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
