import { liveOfferMs, offerMs, offersPerRunMax, waitlistClosesMs } from '@frontrow/core/ticketing/waitlist.ts';
import type { Kit } from '../../../kit.ts';
import { onItsOwn } from '../../../jobs/on-its-own.ts';

const eventsPerRunMax = 200;

/**
 * Offers seats that are free to who waits for them, whatever freed them, and ends the lists of events that sell no
 * more. It reads what is free now, so a run that dies loses nothing.
 */
export async function offerFreeSeats({ db, log }: Pick<Kit, 'db' | 'log'>): Promise<void> {
  const due = await db.query<{ id: string }>(
    `SELECT e.id FROM event e
     WHERE e.waiting > 0 AND (
       e.held + e.sold < seats_admitted(e)
       OR waitlist_refusal(e, $1) IS NOT NULL
       OR EXISTS (
         SELECT 1 FROM orders o WHERE o.event_id = e.id AND o.status = 'pending' AND o.hold_expires_at <= app_now()))
     LIMIT $2`,
    [waitlistClosesMs, eventsPerRunMax],
  );
  for (const { id } of due)
    await onItsOwn(log, { event: id }, () =>
      db.query('SELECT offer_seats($1, $2, $3, $4, $5)', [id, offerMs, liveOfferMs, waitlistClosesMs, offersPerRunMax]),
    );
}
