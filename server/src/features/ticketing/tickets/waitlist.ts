import { refuse } from '@frontrow/core/refuse.ts';
import {
  joinRefusal,
  type JoinVerdict,
  liveOfferMs,
  offerMs,
  offersPerRunMax,
  ownPlacesMax,
  waitingPerAddressMax,
  waitlistClosesMs,
} from '@frontrow/core/ticketing/waitlist.ts';
import { holderProofMs } from '@frontrow/core/token-gate/limits.ts';
import type { Sql } from '../../../db/db.ts';
import { isolateErrors } from '../../../jobs/runner.ts';
import type { Kit } from '../../../kit.ts';
import { abandonPayment } from '../payments/open-payments.ts';
import { openPaymentOf } from '../records.ts';
import type { Buyer } from '../seat-terms.ts';
import type { TicketingDeps } from '../ticketing-deps.ts';

/** One person's place, waiting or with an offer. */
interface WaitlistPlace {
  readonly eventId: string;
  /** 1 is next. */
  readonly position: number;
  readonly size: number;
  readonly joinedAt: number;
  readonly offer: { readonly orderId: string; readonly endsAt: number } | undefined;
}

/** Whose places: those of a session, or of the browser in which a guest joined. */
interface PlaceHolder {
  readonly accountId: number | undefined;
  readonly guestKey: string | undefined;
  readonly eventId: string | undefined;
}

interface Row {
  event_id: string;
  joined_at: Date;
  position: number;
  size: number;
  order_id: string | null;
  offer_ends: Date | null;
}

/** Places of this person, the soonest event first, without expired offers, even before the job has run. */
export async function ownPlaces(sql: Sql, { accountId, guestKey, eventId }: PlaceHolder): Promise<WaitlistPlace[]> {
  const rows = await sql.query<Row>(
    `SELECT mine.event_id, mine.joined_at, its.id AS order_id, its.hold_expires_at AS offer_ends,
       (SELECT count(*)::int FROM waitlist_place ahead
        WHERE ahead.event_id = mine.event_id AND ahead.status IN ('waiting', 'offered') AND ahead.id <= mine.id)
         AS position,
       (SELECT count(*)::int FROM waitlist_place other
        WHERE other.event_id = mine.event_id AND other.status IN ('waiting', 'offered')) AS size
     FROM waitlist_place mine
       JOIN event e ON e.id = mine.event_id
       LEFT JOIN orders its ON its.id = mine.order_id AND its.status = 'pending' AND its.hold_expires_at > app_now()
     WHERE mine.status IN ('waiting', 'offered') AND (mine.account_id = $1 OR mine.guest_key = $2)
       AND ($3::uuid IS NULL OR mine.event_id = $3)
     ORDER BY e.starts_at, mine.id LIMIT $4`,
    [accountId ?? null, guestKey ?? null, eventId ?? null, ownPlacesMax],
  );
  return rows.map((row) => ({
    eventId: row.event_id,
    position: row.position,
    size: row.size,
    joinedAt: row.joined_at.getTime(),
    offer:
      row.order_id === null || row.offer_ends === null
        ? undefined
        : { orderId: row.order_id, endsAt: row.offer_ends.getTime() },
  }));
}

/**
 * Until when an open checkout of this person holds a seat of the event. It may be the last one: the page is sold out
 * for everyone else. A seat that was offered belongs to its place, and those of a pass are bought together.
 */
export async function heldUntil(
  sql: Sql,
  { accountId, guestKey, eventId }: PlaceHolder & { readonly eventId: string },
): Promise<number | undefined> {
  const row = await sql.one<{ until: Date | null }>(
    `SELECT hold_expires_at AS until FROM orders
     WHERE event_id = $3 AND status = 'pending' AND hold_expires_at > app_now() AND NOT offered
       AND pass_purchase_id IS NULL AND (holder_key = person_holder($1) OR guest_key = $2)
     ORDER BY hold_expires_at DESC LIMIT 1`,
    [accountId ?? null, guestKey ?? null, eventId],
  );
  return row?.until?.getTime();
}

/** How many people are in line, including those with an offer. */
async function sizeOfWaitlist(sql: Sql, eventId: string): Promise<number> {
  const row = await sql.one<{ size: number }>(
    "SELECT count(*)::int AS size FROM waitlist_place WHERE event_id = $1 AND status IN ('waiting', 'offered')",
    [eventId],
  );
  return row?.size ?? 0;
}

/** What the person sees; position is undefined without a place. */
export type ShownPlace = Pick<WaitlistPlace, 'size' | 'offer'> & { readonly position: number | undefined };

/**
 * Gives the person a place at the end of the waitlist; a repeated call returns the same place. A guest who only typed
 * an email address that already has a place or a ticket, from another browser, is answered as if new, and the owner of
 * the address is emailed the link again.
 */
export async function joinWaitlist(
  { db, accounts }: TicketingDeps,
  buyer: Buyer,
  eventId: string,
): Promise<ShownPlace> {
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
    if (buyer.guestEmail !== undefined) await accounts.resendJoinLink(buyer.guestEmail, eventId);
    const size = Math.max(1, await sizeOfWaitlist(db, eventId));
    return { position: size, size, offer: undefined };
  }
  const [place] = await ownPlaces(db, { accountId: buyer.accountId, guestKey: undefined, eventId });
  // The place may be used or ended when it is read.
  return place ?? { position: undefined, size: await sizeOfWaitlist(db, eventId), offer: undefined };
}

type Leaver = PlaceHolder & { readonly eventId: string };

/**
 * Removes the person from the waitlist; an offered seat goes to the next in line. Safe to call twice. An email address
 * alone removes no one: the place must belong to the session or this browser. An unfinished challenge or approval of
 * the offer is ended first; a charge in flight keeps the seat.
 */
export async function leaveWaitlist(deps: TicketingDeps, leaver: Leaver): Promise<ShownPlace> {
  const { db } = deps;
  const { accountId, guestKey, eventId } = leaver;
  const place = await db.one<{ account_id: number; order_id: string | null }>(
    `SELECT account_id, order_id FROM waitlist_place
     WHERE event_id = $3 AND status IN ('waiting', 'offered') AND (account_id = $1 OR guest_key = $2)`,
    [accountId ?? null, guestKey ?? null, eventId],
  );
  if (place) {
    const open = place.order_id === null ? undefined : await openPaymentOf(db, place.order_id);
    if (open?.status === 'requires_action') await abandonPayment(deps, open);
    const row = await db.one<{ verdict: string }>('SELECT leave_waitlist($1, $2) AS verdict', [
      eventId,
      place.account_id,
    ]);
    if (row?.verdict === 'paying') throw refuse('request_in_progress', {}, { retryAfter: 5 });
  }
  return { position: undefined, size: await sizeOfWaitlist(db, eventId), offer: undefined };
}

/** Removes an erased account from every waitlist, so that no one waits behind it. Safe to run again. */
export async function leaveAllWaitlists(db: Sql, accountId: number): Promise<void> {
  const places = await db.query<{ event_id: string }>(
    "SELECT event_id FROM waitlist_place WHERE account_id = $1 AND status IN ('waiting', 'offered') ORDER BY event_id",
    [accountId],
  );
  for (const { event_id } of places) await db.query('SELECT leave_waitlist($1, $2)', [event_id, accountId]);
}

const eventsPerRunMax = 200;

/**
 * Offers free seats to the people who wait for them, whatever freed them, and closes the waitlists of events that no
 * longer sell. It reads what is free now, so a run that dies loses nothing.
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
    await isolateErrors(log, { event: id }, () =>
      db.query('SELECT offer_seats($1, $2, $3, $4, $5)', [id, offerMs, liveOfferMs, waitlistClosesMs, offersPerRunMax]),
    );
}
