import { refuse } from '@frontrow/core/refuse.ts';
import { giveUp } from '../payments/resolve-open-payment.ts';
import type { Checkout } from '../selling/checkout.ts';
import { openPaymentOf } from '../store.ts';
import type { ShownPlace } from './join-waitlist.ts';
import { type PlaceHolder, sizeOfWaitlist } from './own-places.ts';

type Leaver = PlaceHolder & { readonly eventId: string };

/**
 * Takes the person off the line; an offered seat goes to the next. Safe to ask twice. An address alone takes nobody
 * off: the place must be of the session or of this browser. An unfinished challenge or approval of the offer is ended
 * first, a charge in flight keeps the seat.
 */
export async function leaveWaitlist(checkout: Checkout, leaver: Leaver): Promise<ShownPlace> {
  const { db } = checkout;
  const { accountId, guestKey, eventId } = leaver;
  const place = await db.one<{ account_id: number; order_id: string | null }>(
    `SELECT account_id, order_id FROM waitlist_place
     WHERE event_id = $3 AND status IN ('waiting', 'offered') AND (account_id = $1 OR guest_key = $2)`,
    [accountId ?? null, guestKey ?? null, eventId],
  );
  if (place) {
    const open = place.order_id === null ? undefined : await openPaymentOf(db, place.order_id);
    if (open?.status === 'requires_action') await giveUp(checkout, open);
    const row = await db.one<{ verdict: string }>('SELECT leave_waitlist($1, $2) AS verdict', [
      eventId,
      place.account_id,
    ]);
    if (row?.verdict === 'paying') throw refuse('request_in_progress', {}, { retryAfter: 5 });
  }
  return { position: undefined, size: await sizeOfWaitlist(db, eventId), offer: undefined };
}
