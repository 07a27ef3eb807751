import type { BookedMoney } from '@frontrow/core/balance/reconcile.ts';
import type { Instant } from '@frontrow/core/kernel/instant.ts';
import type { Minor } from '@frontrow/core/kernel/money.ts';
import type { DisputeStatus } from '@frontrow/core/ticketing/machines.ts';
import { Refusal, type RefusalParams } from '@frontrow/core/kernel/refusal.ts';

/** Money that a provider took, gave back or paid out, as its own books have it. */
export interface TheirMoney extends BookedMoney {
  /** Our id as the provider stored it: of the payment of a capture, or of a payout. */
  readonly paymentId: string | undefined;
}

/** A line that could not be read, and why. */
export interface UnreadLine {
  readonly ref: string;
  readonly error: string;
}

export interface BooksPage {
  readonly money: readonly TheirMoney[];
  readonly unread?: readonly UnreadLine[];
  /** Where the next page begins; undefined on the last one. */
  readonly next: string | undefined;
}

/** The books of a provider, apart from what its answers and webhooks told us: the two are compared. */
export interface ProviderBooks {
  /** How late they say what happened. */
  readonly delayMs: number;
  /** What was moved from `from` on and before `to`, a page at a time; what failed is left out. */
  read(asked: { from: Instant; to: Instant; after: string | undefined }): Promise<BooksPage>;
}

/** A dispute as the provider has it. */
export interface ProviderDispute {
  readonly ref: string;
  readonly status: DisputeStatus;
  /** What is disputed of the capture; of a lost one what was taken. */
  readonly amountMinor: Minor;
  readonly currency: string;
  /** What the provider charges us for the dispute. */
  readonly costsMinor: Minor;
  /** The provider's word for why, such as `fraudulent`. */
  readonly reason: string;
  /** Until when evidence is taken. */
  readonly evidenceDueAt: Instant | undefined;
  readonly captureRef: string;
  /** The provider's name for the payment it is about: the intent, or the wallet's order. */
  readonly paymentRef: string | undefined;
}

/** What a provider knows of disputes. Questions of a bank that has taken no money are none. */
export interface DisputeBooks {
  dispute(ref: string): Promise<ProviderDispute | undefined>;
  /** All that were ever opened about a capture. */
  disputesOf(captureRef: string): Promise<readonly ProviderDispute[]>;
  /** All of them by the moment they were opened, with what they take by now. */
  readonly disputeBooks: ProviderBooks;
}

/**
 * Goes with `payment_unavailable` where the provider answered and refused the request itself: something must be mended,
 * but the provider is not down.
 */
export const providerAnswered: RefusalParams = { answered: 'yes' };

export const didProviderAnswer = (error: unknown): boolean =>
  error instanceof Refusal && error.params['answered'] === 'yes';
