import type { Minor } from '@frontrow/core/kernel/money.ts';
import type { PayoutStatus } from '@frontrow/core/payouts/payouts.ts';
import type { ProviderBooks } from './provider-books.ts';

export const payoutKinds = ['sandbox', 'stripe', 'paypal', 'sepa'] as const;
export type PayoutKind = (typeof payoutKinds)[number];

export interface AccountStanding {
  readonly state: 'ready' | 'needs_information' | 'checking' | 'refused';
  /** What the provider still asks for, in whole sentences. */
  readonly requirements: readonly string[];
  /** Currencies that this account is paid in; undefined: whatever its kind pays in. */
  readonly currencies?: readonly string[];
}

export interface OpenedAccount extends AccountStanding {
  /** The provider's name for the account; kept encrypted. */
  readonly account: string;
  /** What people are shown of it. */
  readonly shown: string;
  /** What tells it from other accounts, where `account` holds more than that; undefined: `account` does. */
  readonly key?: string | undefined;
}

/** Where the holder of an account lives, as banks outside the EEA ask for it. */
export interface HolderAddress {
  readonly street: string;
  readonly postcode: string;
  readonly town: string;
  /** ISO 3166, two letters. */
  readonly country: string;
}

export interface PayoutOrder {
  /** Our payout id: also the provider's idempotency key. */
  readonly payoutId: string;
  readonly account: string;
  readonly holderName: string;
  readonly amountMinor: Minor;
  readonly currency: string;
}

export interface PayoutAnswer {
  readonly ref: string;
  /** The provider's name for the money itself, where its books do not name our payout. */
  readonly moneyRef?: string | undefined;
  readonly status: PayoutStatus;
  /** The bank's words, where it failed or came back. */
  readonly reason?: string;
}

/** What a webhook is about: a payout, or an account whose standing changed. */
export interface PayoutNews {
  readonly payoutId?: string | undefined;
  readonly account?: string | undefined;
}

/**
 * A way to pay hosts. Every adapter passes the same suite. An account that cannot be refuses `payout_account_invalid`,
 * an unreachable provider `payout_unavailable`.
 */
export interface Payouts {
  readonly kind: PayoutKind;
  /** The account of the ledger that money is paid from. */
  readonly paidFrom: { readonly kind: 'bank' | 'psp_clearing'; readonly owner: string };
  /** Currencies it pays in; undefined: any. */
  readonly currencies: readonly string[] | undefined;
  /** Why this way to pay cannot carry a holder's name, in a sentence; undefined: it can. */
  holderFault?(holderName: string): string | undefined;
  /** Checks what a host typed, or makes an account at the provider; once, however often it is asked. */
  openAccount(wish: {
    readonly hostId: number;
    readonly account: string;
    readonly holderName: string;
    readonly email: string | undefined;
    /** Asked for by bank transfers that leave the EEA. */
    readonly bic?: string | undefined;
    readonly address?: HolderAddress | undefined;
  }): Promise<OpenedAccount>;
  standing(account: string): Promise<AccountStanding>;
  /** Nobody outside is asked for the standing, and no webhook tells of a change: it is looked at where it is needed. */
  readonly standingIsLocal?: true;
  /** The page where the host tells what the provider asks for; undefined where there is none. */
  link(account: string, returnUrl: string): Promise<string | undefined>;
  /**
   * Sends the money once, however often it is asked with the same payout id. `failed` is a definite no, after which no
   * money is on its way.
   */
  send(order: PayoutOrder): Promise<PayoutAnswer>;
  /** How a payout stands; undefined when the provider does not know it. `failed` or `returned`: the money is back. */
  look(ref: string, payoutId: string): Promise<PayoutAnswer | undefined>;
  /** What it paid out, with what is gone of it by now; undefined where nobody but us keeps books. */
  readonly books: ProviderBooks | undefined;
  /** Verified webhook: what to look at; undefined when forged, or where there are none. */
  readWebhook(rawBody: string, headers: Readonly<Record<string, string | undefined>>): Promise<PayoutNews | undefined>;
}

/** The ways to pay hosts that this installation has, by kind. */
export type PayoutBanks = Readonly<Partial<Record<PayoutKind, Payouts>>>;
