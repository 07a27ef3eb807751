import type { Instant } from '@frontrow/core/kernel/instant.ts';
import type { Minor } from '@frontrow/core/kernel/money.ts';
import type { DisputeStatus } from '@frontrow/core/ticketing/machines.ts';
import type { ProviderBooks } from './provider-books.ts';

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
