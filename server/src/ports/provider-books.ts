import type { BookedMoney } from '@frontrow/core/balance/reconcile.ts';
import type { Instant } from '@frontrow/core/kernel/instant.ts';

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
