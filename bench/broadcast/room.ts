import type pg from 'pg';
import { benchSecret } from '../new-product.ts';
import { seedEvent, seedPeople, tokenFor } from '../sale/people.ts';

/** One live broadcast with viewers in its room, and their access tokens. */
export async function seedCrowd(
  db: pg.Client,
  viewers: number,
): Promise<{ readonly eventUuid: string; readonly viewerIds: readonly number[]; readonly tokens: readonly string[] }> {
  const { hostId, buyerIds } = await seedPeople(db, viewers);
  const eventUuid = await seedLiveBroadcast(db, hostId, buyerIds);
  await seatAll(db, eventUuid, buyerIds);
  return { eventUuid, viewerIds: buyerIds, tokens: buyerIds.map((id) => tokenFor(benchSecret, id)) };
}

/** People who hold a ticket and a seat of one live broadcast; rows as sale and door write them. */
export const seedLiveBroadcast = (db: pg.Client, hostId: number, viewerIds: readonly number[]): Promise<string> =>
  seedLiveEvent(db, hostId, viewerIds, 'broadcast');

export async function seedLiveEvent(
  db: pg.Client,
  hostId: number,
  viewerIds: readonly number[],
  kind: 'broadcast' | 'interactive',
): Promise<string> {
  const eventUuid = await seedEvent(db, hostId, viewerIds.length, 0);
  const isBroadcast = kind === 'broadcast';
  await db.query(
    `WITH live AS (
       UPDATE event SET state = 1, sold = $2, starts_at = s.at, original_starts_at = s.at,
         local_start = s.at AT TIME ZONE 'UTC', started_at = app_now()
       FROM (SELECT date_bin('15 minutes', app_now(), 'epoch') AS at) s WHERE id = $1)
     INSERT INTO room (event_id, host_seen_at, source, ingest_state, raise_hand_enabled)
     VALUES ($1, app_now(), $3, $4, $5)`,
    [eventUuid, viewerIds.length, isBroadcast ? 'encoder' : null, isBroadcast ? 'live' : null, !isBroadcast],
  );
  await db.query(
    `WITH o AS (
       INSERT INTO orders (id, event_id, buyer_id, holder_key, status, price_minor, fee_minor, min_fee_minor, fee_bp,
         total_minor, currency, paid_at)
       SELECT gen_random_uuid(), $1, u, person_holder(u), 'paid', 0, 0, 50, 500, 0, 'EUR', app_now()
       FROM unnest($2::bigint[]) u RETURNING id, buyer_id)
     INSERT INTO ticket (id, order_id, event_id, holder_id, holder_key, code)
     SELECT gen_random_uuid(), id, $1, buyer_id, person_holder(buyer_id), 'FR-' || id FROM o`,
    [eventUuid, viewerIds],
  );
  return eventUuid;
}

/** They sit down: a seat is kept for half a minute, and then by the socket. */
export async function seatAll(db: pg.Client, eventUuid: string, viewerIds: readonly number[]): Promise<void> {
  await db.query(
    `INSERT INTO room_member (event_id, user_id, seat_until, joined_at)
     SELECT $1, u, app_now() + interval '10 minutes', app_now() FROM unnest($2::bigint[]) u`,
    [eventUuid, viewerIds],
  );
}
