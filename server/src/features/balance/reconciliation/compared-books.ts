import { type BookedMoney, goneByDispute } from '@frontrow/core/balance/reconcile.ts';
import type { Kit } from '../../../kit.ts';
import type { CardPayments } from '../../../ports/card-payments.ts';
import { payoutKinds, type PayoutKind, type Payouts } from '../../../ports/payouts.ts';
import type { ProviderBooks } from '../../../ports/provider-books.ts';
import type { WalletPayments } from '../../../ports/wallet-payments.ts';
import { type OurBooks, type OurMoney, ourPayments } from './our-books.ts';
import { ourDisputes } from './our-disputes.ts';
import { ourPayouts } from './our-payouts.ts';

/** Books of a provider with ours beside them. */
export interface ComparedBooks {
  /** How app admins read of them. */
  readonly name: string;
  readonly theirs: ProviderBooks;
  readonly ours: OurBooks;
  /** Asks for our money by its name, where the books do not have it; undefined where the provider does not know it. */
  readonly find: (our: OurMoney) => Promise<Pick<BookedMoney, 'amountMinor' | 'currency'> | undefined>;
}

type Port = Pick<CardPayments | WalletPayments, 'provider' | 'refundOf' | 'dispute' | 'disputeBooks'>;

const payments = (
  port: Port,
  theirs: ProviderBooks,
  captureOf: (paymentRef: string) => Promise<string | undefined>,
): ComparedBooks => ({
  name: port.provider,
  theirs,
  ours: ourPayments(port.provider),
  find: async (our) => {
    const isThere =
      our.kind === 'refund'
        ? (await port.refundOf(our.ref))?.status === 'succeeded'
        : our.paymentRef !== null && (await captureOf(our.paymentRef)) === our.ref;
    return isThere ? our : undefined;
  },
});

const disputes = (port: Port): ComparedBooks => ({
  name: `${port.provider}_disputes`,
  theirs: port.disputeBooks,
  ours: ourDisputes(port.provider),
  find: async ({ ref }) => {
    const dispute = await port.dispute(ref);
    return dispute && { amountMinor: goneByDispute(dispute), currency: dispute.currency };
  },
});

const payouts = (kind: PayoutKind, bank: Payouts, theirs: ProviderBooks): ComparedBooks => ({
  name: `${kind}_payouts`,
  theirs,
  ours: ourPayouts(kind),
  find: async ({ amountMinor, currency, paymentRef, payoutId }) => {
    const answer = payoutId === undefined ? undefined : await bank.look(paymentRef ?? '', payoutId);
    const isBack = answer?.status === 'failed' || answer?.status === 'returned';
    return answer && { amountMinor: isBack ? 0 : amountMinor, currency };
  },
});

/** All that is compared: payments and disputes of each configured provider, and payouts of each that keeps books. */
export function comparedBooks({ cards, wallets, payoutBanks }: Pick<Kit, 'cards' | 'payoutBanks' | 'wallets'>) {
  const walletBooks = wallets.books;
  return [
    payments(cards, cards.books, async (ref) => (await cards.intent(ref))?.captureRef),
    ...(walletBooks ? [payments(wallets, walletBooks, async (ref) => (await wallets.order(ref))?.captureRef)] : []),
    disputes(cards),
    ...(walletBooks ? [disputes(wallets)] : []),
    ...payoutKinds.flatMap((kind) => {
      const bank = payoutBanks[kind];
      return bank?.books ? [payouts(kind, bank, bank.books)] : [];
    }),
  ];
}
