import { refuse } from '@frontrow/core/refuse.ts';
import { holderProofMs } from '@frontrow/core/token-gate/limits.ts';
import {
  joinRefusal,
  type JoinVerdict,
  waitingPerAddressMax,
  waitlistClosesMs,
} from '@frontrow/core/ticketing/waitlist.ts';
import type { Buyer, Checkout } from '../selling/checkout.ts';
import { ownPlaces, sizeOfWaitlist, type WaitlistPlace } from './own-places.ts';

/** What the person is told; position is undefined without a place. */
export type ShownPlace = Pick<WaitlistPlace, 'size' | 'offer'> & { readonly position: number | undefined };

/**
 * Gives the person a place at the end of the line; asking again answers the same place. A guest who only typed an
 * address that has a place or a ticket already, got in another browser, is answered like somebody new, and the owner
 * of the address is mailed the way in again.
 */
export async function joinWaitlist({ db, accounts }: Checkout, buyer: Buyer, eventId: string): Promise<ShownPlace> {
  const row = await db.one<{ verdict: JoinVerdict }>('SELECT join_waitlist($1, $2, $3, $4, $5, $6, $7) AS verdict', [
    eventId,
    buyer.accountId,
    buyer.guestKey ?? null,
    buyer.guestKey === undefined ? null : (buyer.address ?? null),
    waitlistClosesMs,
    waitingPerAddressMax,
    holderProofMs,
  ]);
  const verdict = row?.verdict ?? 'event_not_found';
  const refused = joinRefusal(verdict);
  if (refused) throw refuse(refused, {}, refused === 'too_many_waiting' ? { retryAfter: 60 } : {});
  if (verdict === 'waits_elsewhere' || verdict === 'address_has_ticket') {
    if (buyer.guestEmail !== undefined) await accounts.mailWayInAgain(buyer.guestEmail, eventId);
    const size = Math.max(1, await sizeOfWaitlist(db, eventId));
    return { position: size, size, offer: undefined };
  }
  const [place] = await ownPlaces(db, { accountId: buyer.accountId, guestKey: undefined, eventId });
  // The place may be used or ended by the time it is read.
  return place ?? { position: undefined, size: await sizeOfWaitlist(db, eventId), offer: undefined };
}
