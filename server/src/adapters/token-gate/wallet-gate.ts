import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { admittingToken, nothingHeld } from '@frontrow/core/token-gate/holdings.ts';
import type { TokenRule } from '@frontrow/core/token-gate/token-rule.ts';
import type { Chains, WalletHoldings } from '../../ports/chains.ts';
import type { Clock } from '../../ports/clock.ts';
import type { WalletGate } from '../../ports/token-gate.ts';
import { readSiweMessage } from './siwe-message.ts';

/**
 * Sign-In with Ethereum (EIP-4361): a wallet signs a message with our nonce, and its chains are read. What is asked
 * about later is the wallet that signed, so that a delegation that ended counts no more.
 */
export function walletGate({ chains, clock }: { readonly chains: Chains; readonly clock: Clock }): WalletGate {
  /** The first wallet that is let in: the one that signed, or one that delegated to it. */
  const admitted = (rows: readonly WalletHoldings[], rule: TokenRule): WalletHoldings | undefined =>
    rows.find(({ holds }) => admittingToken(rule, holds) !== undefined) ?? rows[0];

  return {
    name: 'wallet',

    async wallet({ message, signature, nonce, origin }, rule) {
      const signed = readSiweMessage(message, { nonce, origin, now: clock.now() });
      if (!signed || !chains.ids.includes(signed.chainId)) throw refuse('wallet_message_wrong');
      if (!(await chains.isSignedBy({ ...signed, message, signature }))) throw refuse('wallet_signature_wrong');
      const found = admitted(await chains.holdings(signed.address, rule), rule);
      const subject = found?.wallet ?? signed.address;
      return {
        subject,
        holds: found?.holds ?? nothingHeld,
        proof: JSON.stringify({ signer: signed.address, holder: subject } satisfies Proof),
      };
    },

    async holdsStill(proof, rule) {
      const { signer, holder } = JSON.parse(proof) as Proof;
      try {
        const rows = await chains.holdings(signer, rule);
        return { is: 'known', holds: rows.find(({ wallet }) => wallet === holder)?.holds ?? nothingHeld, proof };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return { is: 'unknown', proof };
      }
    },
  };
}

interface Proof {
  /** Who signed, and whose tokens let them in. */
  readonly signer: string;
  readonly holder: string;
}
