import type { Sql } from '../../../db/db.ts';
import { ownPlacesMax } from '@frontrow/core/ticketing/waitlist.ts';

/** A place of one person, waiting or with an offer. */
export interface WaitlistPlace {
  readonly eventId: string;
  /** 1 is next. */
  readonly position: number;
  readonly size: number;
  readonly joinedAt: number;
  readonly offer: { readonly orderId: string; readonly endsAt: number } | undefined;
}

/** Whose places: of a session, or of the browser in which a guest joined. */
export interface PlaceHolder {
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

/** Places of this person, the soonest event first. An offer that ran out is not one, also before the job has run. */
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

/** How many people are in line, those with an offer included. */
export async function sizeOfWaitlist(sql: Sql, eventId: string): Promise<number> {
  const row = await sql.one<{ size: number }>(
    "SELECT count(*)::int AS size FROM waitlist_place WHERE event_id = $1 AND status IN ('waiting', 'offered')",
    [eventId],
  );
  return row?.size ?? 0;
}
