import { writtenTitle } from '@frontrow/core/events/title-in.ts';
import { currencyOf, type Minor } from '@frontrow/core/kernel/money.ts';
import type { RecordedFact } from '../../../facts/fact-handler.ts';
import { plannedEnd } from '../../events/index.ts';
import { waitlistOfferMail, waitlistPlaceMail } from '../../../mail/waitlist-mails.ts';
import type { TicketingDeps } from '../ticketing-deps.ts';
import { ownPlaces } from '../tickets/waitlist.ts';

interface OfferRow {
  buyer_id: number;
  title: string;
  starts_at: Date;
  planned_end: Date | null;
  tz: string;
  total_minor: Minor;
  currency: string;
  offer_ends: Date;
}

/** Emails the next in line that a seat is held, but only while it is: a delayed email must not promise anything. */
export async function mailOffer(
  { accounts, config, db, mail }: TicketingDeps,
  { dedupeKey, payload }: RecordedFact<'WaitlistOffered'>,
): Promise<void> {
  const row = await db.one<OfferRow>(
    `SELECT o.buyer_id, e.title, e.starts_at, ${plannedEnd} AS planned_end, e.tz, o.total_minor, o.currency,
       coalesce(o.hold_expires_at, app_now()) AS offer_ends
     FROM orders o JOIN event e ON e.id = o.event_id
     WHERE o.id = $1 AND o.status = 'pending' AND o.hold_expires_at > app_now()`,
    [payload.orderId],
  );
  const to = row && (await accounts.addressOf(row.buyer_id));
  if (!to) return;
  await mail.send(
    waitlistOfferMail({
      dedupeKey,
      to,
      title: writtenTitle(row.title),
      startsAt: row.starts_at.getTime(),
      eventEndsAt: row.planned_end?.getTime(),
      endsAt: row.offer_ends.getTime(),
      tz: row.tz,
      totalMinor: row.total_minor,
      currency: currencyOf(row.currency),
      takeUrl: await accounts.joinLink(row.buyer_id, payload.eventUuid),
      eventUrl: `${config.publicUrl}/event/${payload.eventUuid}`,
    }),
  );
}

/**
 * Emails a guest their place and the link that proves it, with which they can see and leave the waitlist in any
 * browser.
 */
export async function mailPlace(
  { accounts, db, mail }: TicketingDeps,
  { dedupeKey, payload: { accountId, eventUuid } }: RecordedFact<'WaitlistJoined'>,
): Promise<void> {
  const [place] = await ownPlaces(db, { accountId, guestKey: undefined, eventId: eventUuid });
  const event = await db.one<{ title: string }>('SELECT title FROM event WHERE id = $1', [eventUuid]);
  const to = place && event && (await accounts.addressOf(accountId));
  if (!to) return;
  await mail.send(
    waitlistPlaceMail({
      dedupeKey,
      to,
      title: writtenTitle(event.title),
      position: place.position,
      placeUrl: await accounts.joinLink(accountId, eventUuid),
    }),
  );
}
