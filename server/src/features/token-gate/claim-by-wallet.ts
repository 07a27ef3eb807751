import type { Account } from '@frontrow/core/kernel/actor.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { hashOf } from '../../keys.ts';
import type { ProvenWallet, WalletGate } from '../../ports/token-gate.ts';
import type { Asked, HolderSale } from '../ticketing/index.ts';
import { type ClaimUses, claimOnce } from './claim-once.ts';
import type { GatedEvent } from './gated-event.ts';
import { giveNonceBack, takeNonce } from './nonces.ts';

interface Signed {
  readonly message: string;
  readonly signature: string;
  /** Of the page that asked the wallet. */
  readonly origin: string;
}

/**
 * Claims a ticket with a message that a wallet signed for this account. The same signature for the same event again
 * gets the same answer; for another event its nonce is used up. Refuses `wallet_unset` where no chain that the event
 * asks about can be read.
 */
export async function claimByWallet(
  uses: ClaimUses,
  actor: Account,
  asked: Asked,
  { eventId, ...signed }: Signed & { readonly eventId: string },
): Promise<HolderSale> {
  const { wallet: gate } = uses.tokenGates;
  if (!gate) throw refuse('wallet_unset');
  const key = hashOf(`${signed.message}\n${signed.signature}`).toString('base64url');
  return claimOnce(uses, actor, asked, { eventId, gate, way: 'siwe', key }, (event) =>
    walletOf(uses, gate, actor.id, event, signed),
  );
}

/** Checks the message. A chain that did not answer leaves the nonce open: the same signature may be tried again. */
async function walletOf(
  { db, chains }: ClaimUses,
  gate: WalletGate,
  accountId: number,
  { rule }: GatedEvent,
  signed: Signed,
): Promise<ProvenWallet> {
  if (!rule.tokens.some(({ chainId }) => chains.ids.includes(chainId))) throw refuse('wallet_unset');
  const nonce = await takeNonce(db, accountId, signed.message);
  try {
    return await gate.wallet({ ...signed, nonce }, rule);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'chain_unavailable') await giveNonceBack(db, nonce);
    throw error;
  }
}
