import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import { ApiRefusal, isAnswer } from '#web/shared/api/refusal.ts';
import type { Eip1193 } from './find-wallets.ts';

export interface Signed {
  readonly message: string;
  readonly signature: string;
}

export interface WalletPorts {
  nonce(): Promise<AnswerOf<'POST /auth/siwe_nonce'>>;
  /** The message that the wallet is to sign, and how wallets want it. */
  message(address: string, nonce: AnswerOf<'POST /auth/siwe_nonce'>): Promise<{ text: string; hex: string }>;
  claim(signed: Signed): Promise<unknown>;
  say(error: unknown): string;
  /** What is said where the wallet itself did not do it. */
  readonly words: Readonly<Record<WalletProblem, string>>;
  done(): void;
}

export type WalletProblem = 'declined' | 'busy' | 'noAccount' | 'failed';

export type WalletPhase =
  | { readonly is: 'choosing' }
  /** The person is asked by their wallet: for its address, then for a signature. */
  | { readonly is: 'connecting' | 'signing'; readonly wallet: string }
  | { readonly is: 'claiming' }
  /** `again`: another signature may help, or the same claim, or nothing. */
  | { readonly is: 'refused'; readonly message: string; readonly again: 'sign' | 'claim' | 'nothing' }
  | { readonly is: 'done' };

export interface WalletFlow {
  readonly store: StoreApi<WalletPhase>;
  signIn(wallet: { readonly name: string; readonly provider: Eip1193 }): Promise<void>;
  /** The same signature once more: the network was gone, or the chain away. */
  claimAgain(): Promise<void>;
  /** Back to the choice; what a wallet answers later is not heard any more. */
  chooseAgain(): void;
}

/** Refusals that another signature may change. */
const signAgain: readonly string[] = [
  'wallet_message_wrong',
  'wallet_nonce_over',
  'wallet_signature_wrong',
  'not_a_holder',
  'wallet_has_ticket',
];
/** Codes of EIP-1193 and of its JSON-RPC: the person said no; another request is open. */
const declined = 4001;
const requestOpen = -32_002;

const problemOf = (error: unknown): WalletProblem => {
  const { code } = (error ?? {}) as { code?: unknown };
  if (code === declined) return 'declined';
  return code === requestOpen ? 'busy' : 'failed';
};

/** A ticket for token holders by Sign-In with Ethereum: the wallet, its signature, the claim. No React. */
export function createWalletFlow(ports: WalletPorts): WalletFlow {
  const store = createStore<WalletPhase>(() => ({ is: 'choosing' }));
  const set = (phase: WalletPhase): void => store.setState(phase, true);
  /** An attempt that was left must not answer for the one after it. */
  let attempt = 0;
  let signed: Signed | undefined;

  const refuseBy = (problem: WalletProblem): void =>
    set({ is: 'refused', message: ports.words[problem], again: 'sign' });

  async function claim(): Promise<void> {
    if (!signed) return;
    set({ is: 'claiming' });
    try {
      await ports.claim(signed);
      set({ is: 'done' });
      ports.done();
    } catch (error) {
      const refusal = error instanceof ApiRefusal ? error : undefined;
      const sameAgain = !isAnswer(error) || refusal?.is('request_in_progress');
      const again = sameAgain ? 'claim' : signAgain.some((code) => refusal?.is(code)) ? 'sign' : 'nothing';
      set({ is: 'refused', message: ports.say(error), again });
      // Another tab of this person may have got it.
      if (refusal?.is('already_has_ticket')) ports.done();
    }
  }

  return {
    store,
    async signIn({ name, provider }) {
      const mine = (attempt += 1);
      signed = undefined;
      set({ is: 'connecting', wallet: name });
      let asked: { text: string; hex: string };
      let address: unknown;
      try {
        const accounts = await provider.request({ method: 'eth_requestAccounts' });
        if (mine !== attempt) return;
        [address] = Array.isArray(accounts) ? (accounts as unknown[]) : [];
      } catch (error) {
        return mine === attempt ? refuseBy(problemOf(error)) : undefined;
      }
      if (typeof address !== 'string') return refuseBy('noAccount');
      try {
        asked = await ports.message(address, await ports.nonce());
        if (mine !== attempt) return;
      } catch (error) {
        if (mine === attempt) set({ is: 'refused', message: ports.say(error), again: 'sign' });
        return;
      }
      set({ is: 'signing', wallet: name });
      try {
        const signature = await provider.request({ method: 'personal_sign', params: [asked.hex, address] });
        if (mine !== attempt) return;
        if (typeof signature !== 'string') return refuseBy('failed');
        signed = { message: asked.text, signature };
      } catch (error) {
        return mine === attempt ? refuseBy(problemOf(error)) : undefined;
      }
      await claim();
    },
    claimAgain: claim,
    chooseAgain() {
      attempt += 1;
      set({ is: 'choosing' });
    },
  };
}
