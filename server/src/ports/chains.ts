import type { CollectionPlace, TokenPlace } from '@frontrow/core/token-gate/token-place.ts';
import type { FoundToken, TokenRule } from '@frontrow/core/token-gate/token-rule.ts';
import type { Holdings } from '@frontrow/core/token-gate/holdings.ts';

/** A token as its contract describes itself, with what `picture` its metadata shows, if any could be had. */
export type DescribedToken = Omit<FoundToken, 'picture'> & {
  /** Bytes of a picture of any format; not looked at yet. */
  readonly pictureBytes: Buffer | undefined;
};

/** What a wallet holds itself, and what those hold that delegated to it. */
export interface WalletHoldings {
  /** `0x…`, in lower case. */
  readonly wallet: string;
  readonly holds: Holdings;
}

/**
 * Chains that are read at endpoints this installation names. Every call refuses `chain_unavailable` where no endpoint
 * of a chain answers in time; the reason goes to the log, without an address of a wallet.
 */
export interface Chains {
  /** The chains that can be read; none: tokens are judged by the provider alone. */
  readonly ids: readonly number[];
  /**
   * Refuses `token_chain_unset`, `token_not_found` where no contract is, and `token_unreadable` where it is no such
   * token or says impossible things of itself.
   */
  describeCollection(place: CollectionPlace): Promise<DescribedToken>;
  describeCoin(place: TokenPlace): Promise<DescribedToken>;
  /**
   * What the wallet holds of the rule's tokens, all answers of a chain from one block. Where the rule allows it also
   * one row for each wallet that delegated to this one something that may count. The wallet itself comes first. A
   * contract that fails counts as one of which nothing is held.
   */
  holdings(wallet: string, rule: TokenRule): Promise<readonly WalletHoldings[]>;
  /** Whether the wallet signed: its key, or its contract on that chain says so (EIP-1271). */
  isSignedBy(signed: {
    readonly chainId: number;
    readonly address: string;
    readonly message: string;
    readonly signature: string;
  }): Promise<boolean>;
}
