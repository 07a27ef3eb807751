import type { Account } from '@frontrow/core/kernel/actor.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { admittingToken, wantedText } from '@frontrow/core/token-gate/holder-rules.ts';
import { hashOf } from '../../keys.ts';
import type { OAuthGate, ProvenWallet } from '../../ports/token-gate.ts';
import type { Asked, HolderSale } from '../ticketing/index.ts';
import { gatedEvent, type GatedEvent } from './gated-event.ts';
import type { TokenGateUses } from './index.ts';
import { endTrip, tradeTrip } from './trips.ts';

export interface AskedClaim {
  readonly eventId: string;
  readonly code: string;
  readonly state: string | undefined;
  readonly returnUrl: string;
}

/**
 * Claims a ticket with the code of a trip of this account. The same code for the same event again gets the same
 * answer, so that a claim whose answer was lost is repeated without harm; for another event it is used up.
 */
export async function claimByCode(
  uses: TokenGateUses,
  actor: Account,
  asked: Asked,
  { eventId, code, state, returnUrl }: AskedClaim,
): Promise<HolderSale> {
  const { oauth } = uses.tokenGates;
  if (!oauth) throw refuse('rally_unset');
  if (code.trim() === '') throw refuse('rally_failed');
  const request = {
    scope: `rally:${actor.id}:${eventId}`,
    key: hashOf(code).toString('base64url'),
    body: { event_uuid: eventId },
  };
  return uses.idempotency.run(request, async ({ repeated, firstBegunAt }) => {
    const sold =
      repeated && firstBegunAt ? await uses.ticketing.soldToHolder(actor.id, eventId, firstBegunAt) : undefined;
    if (sold) return sold;
    const event = await gatedEvent(uses.db, eventId);
    if (await uses.ticketing.liveTicket(uses.db, eventId, actor.id)) throw refuse('already_has_ticket');
    const wallet = await walletOf(uses, oauth, actor.id, event, { code, state, returnUrl });
    return sellTo(uses, actor, asked, event, { gate: oauth.name, wallet });
  });
}

/** Trades the code. A provider that did not answer leaves the trip open: the same code may be tried again. */
async function walletOf(
  { db }: Pick<TokenGateUses, 'db'>,
  oauth: OAuthGate,
  accountId: number,
  { rule }: GatedEvent,
  { code, state, returnUrl }: Omit<AskedClaim, 'eventId'>,
): Promise<ProvenWallet> {
  const trip = await tradeTrip(db, accountId, state);
  const { codeVerifier } = trip;
  try {
    const wallet = await oauth.wallet({ code, state: trip.state, codeVerifier, returnUrl }, rule);
    await endTrip(db, trip, 'spend');
    return wallet;
  } catch (error) {
    await endTrip(db, trip, error instanceof Refusal && error.code === 'rally_refused' ? 'spend' : 'give_back');
    throw error;
  }
}

/** Core decides whether what the wallet holds is enough; then the seat is sold as any other. */
export async function sellTo(
  { secrets, ticketing }: Pick<TokenGateUses, 'secrets' | 'ticketing'>,
  actor: Account,
  asked: Asked,
  { id, kind, rule }: GatedEvent,
  { gate, wallet }: { readonly gate: string; readonly wallet: ProvenWallet },
): Promise<HolderSale> {
  const holderOf = admittingToken(rule, wallet.holds);
  if (holderOf === undefined) throw refuse('not_a_holder', { wanted: wantedText(rule) });
  const walletHash = secrets.hash(id, gate, wallet.subject);
  return ticketing.sellToHolder(actor, asked, {
    eventId: id,
    kind,
    gate,
    walletHash,
    holderOf,
    proofSealed: wallet.proof === undefined ? undefined : secrets.seal(walletHash, wallet.proof),
  });
}
