import type { Account } from '@frontrow/core/kernel/actor.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { admittingToken, wantedText } from '@frontrow/core/token-gate/holder-rules.ts';
import type { Kit } from '../../kit.ts';
import type { Gate, ProvenWallet } from '../../ports/token-gate.ts';
import type { Asked, HolderSale, Ticketing } from '../ticketing/index.ts';
import { type GatedEvent, gatedEvent } from './gated-event.ts';
import { keepHolderProof } from './holder-proofs.ts';
import type { WalletSecrets } from './wallet-secrets.ts';

/** What the use cases of tickets for token holders are given. */
export interface ClaimUses extends Kit {
  readonly ticketing: Ticketing;
  readonly secrets: WalletSecrets;
}

interface Claim {
  readonly eventId: string;
  readonly gate: Gate;
  /** Of two ways to claim the keys mean nothing to each other. */
  readonly way: 'rally' | 'siwe';
  /** What was proved with, hashed. */
  readonly key: string;
}

/**
 * A claim, whichever way the wallet proves itself: whoever repeats one whose answer was lost gets the same answer, and
 * whoever has a ticket proves nothing.
 */
export function claimOnce(
  uses: ClaimUses,
  actor: Account,
  asked: Asked,
  { eventId, gate, way, key }: Claim,
  prove: (event: GatedEvent) => Promise<ProvenWallet>,
): Promise<HolderSale> {
  const { db, idempotency, ticketing } = uses;
  const request = { scope: `${way}:${actor.id}:${eventId}`, key, body: { event_uuid: eventId } };
  return idempotency.run(request, async ({ repeated, firstBegunAt }) => {
    const sold = repeated && firstBegunAt ? await ticketing.soldToHolder(actor.id, eventId, firstBegunAt) : undefined;
    if (sold) return sold;
    const event = await gatedEvent(db, eventId);
    if (await ticketing.liveTicket(db, eventId, actor.id)) throw refuse('already_has_ticket');
    return sellTo(uses, actor, asked, event, { gate: gate.name, wallet: await prove(event) });
  });
}

/**
 * Core decides whether what the wallet holds is enough; then the seat is sold as any other. Who proved to be a holder
 * and finds the event sold out may join its waitlist.
 */
async function sellTo(
  { db, secrets, ticketing }: Pick<ClaimUses, 'db' | 'secrets' | 'ticketing'>,
  actor: Account,
  asked: Asked,
  { id, kind, rule }: GatedEvent,
  { gate, wallet }: { readonly gate: string; readonly wallet: ProvenWallet },
): Promise<HolderSale> {
  const holderOf = admittingToken(rule, wallet.holds);
  if (holderOf === undefined) throw refuse('not_a_holder', { wanted: wantedText(rule) });
  const walletHash = secrets.hash(id, gate, wallet.subject);
  const sale = ticketing.sellToHolder(actor, asked, {
    eventId: id,
    kind,
    gate,
    walletHash,
    holderOf,
    proofSealed: wallet.proof === undefined ? undefined : secrets.seal(walletHash, wallet.proof),
  });
  return sale.catch(async (error: unknown) => {
    if (error instanceof Refusal && error.code === 'sold_out') await keepHolderProof(db, id, actor.id);
    throw error;
  });
}
