import type { Holdings } from '@frontrow/core/token-gate/holdings.ts';
import type { TokenRule } from '@frontrow/core/token-gate/token-rule.ts';

/** A wallet that proved itself, and what it holds of what an event asks for. */
export interface ProvenWallet {
  /** Stays the same for one wallet. Nobody is shown it, and no log has it. */
  readonly subject: string;
  readonly holds: Holdings;
  /** What `holdsStill` asks again with; undefined where nothing can be asked later. Secret. */
  readonly proof: string | undefined;
}

/** What a wallet holds when it is asked about again. */
export type HeldStill = (
  | { readonly is: 'known'; readonly holds: Holdings }
  /** Nobody answered now. */
  | { readonly is: 'unknown' }
  /** Nobody can be asked any more: the provider was told to forget us. */
  | { readonly is: 'unaskable' }
) & {
  /** Takes the old one's place, whatever was answered. */
  readonly proof: string;
};

/** A way to find out what somebody holds. */
export interface Gate {
  /** Of this gate, in what is stored; the names for wallets of two gates mean nothing to each other. */
  readonly name: string;
  /** Asks about the wallet of a ticket again. Never throws because the other side is away. */
  holdsStill(proof: string, rule: TokenRule): Promise<HeldStill>;
}

/** A provider that people sign in at: OAuth 2.0 authorization code with PKCE. The caller sees to single use. */
export interface OAuthGate extends Gate {
  /** Where the popup goes. */
  signInUrl(request: { state: string; codeVerifier: string; returnUrl: string }): Promise<string>;
  /** Trades the code for the wallet; refuses `rally_refused` and `rally_unavailable`. */
  wallet(
    back: { code: string; state: string; codeVerifier: string; returnUrl: string },
    rule: TokenRule,
  ): Promise<ProvenWallet>;
}

/** A wallet that signs a message, and chains that are read (EIP-4361). The caller gives out nonces, each good once. */
export interface WalletGate extends Gate {
  /**
   * Checks message and signature against `nonce` and the page's `origin`; refuses `wallet_message_wrong`,
   * `wallet_signature_wrong` and `chain_unavailable`. Where a wallet that delegated to this one is what lets it in,
   * that one is the subject.
   */
  wallet(
    signed: { message: string; signature: string; nonce: string; origin: string },
    rule: TokenRule,
  ): Promise<ProvenWallet>;
}

/** The ways this installation has; with neither, no event is for token holders. */
export interface TokenGates {
  readonly oauth: OAuthGate | undefined;
  readonly wallet: WalletGate | undefined;
}
