import type { Account } from '@frontrow/core/kernel/actor.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { hashOf } from '../../keys.ts';
import type { OAuthGate, ProvenWallet } from '../../ports/token-gate.ts';
import type { Asked, HolderSale } from '../ticketing/index.ts';
import { type ClaimUses, claimOnce } from './claim-once.ts';
import type { GatedEvent } from './gated-event.ts';
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
  uses: ClaimUses,
  actor: Account,
  asked: Asked,
  { eventId, code, state, returnUrl }: AskedClaim,
): Promise<HolderSale> {
  const { oauth } = uses.tokenGates;
  if (!oauth) throw refuse('rally_unset');
  if (code.trim() === '') throw refuse('rally_failed');
  const key = hashOf(code).toString('base64url');
  return claimOnce(uses, actor, asked, { eventId, gate: oauth, way: 'rally', key }, (event) =>
    walletOf(uses, oauth, actor.id, event, { code, state, returnUrl }),
  );
}

/** Trades the code. A provider that did not answer leaves the trip open: the same code may be tried again. */
async function walletOf(
  { db }: Pick<ClaimUses, 'db'>,
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
