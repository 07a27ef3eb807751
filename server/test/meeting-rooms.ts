import { randomUUID } from 'node:crypto';
import { minutes } from '@frontrow/core/kernel/instant.ts';
import { newHost, newViewer, type TestActor } from './actors.ts';
import { freeTicket } from './free-ticket.ts';
import type { TestApp } from './harness.ts';
import { roomOf, type TestRoom } from './rooms.ts';

export interface MeetingRoom extends TestRoom {
  readonly viewer: TestActor;
  readonly startsAt: number;
}

/**
 * A meeting of nothing to pay, agreed and confirmed (or of 20.00 and not paid yet), written straight into the tables.
 * It starts on a quarter of an hour this far ahead.
 */
export async function meetingRoom(
  app: TestApp,
  { startsInMs = 0, length = 30, confirmed = true, host: known = undefined as TestActor | undefined } = {},
): Promise<MeetingRoom> {
  const host = known ?? (await newHost(app));
  const viewer = await newViewer(app);
  const id = randomUUID();
  const startsAt = Math.floor((app.clock.now() + startsInMs) / minutes(15)) * minutes(15);
  await app.db.query(
    `INSERT INTO private_request (id, host_id, viewer_id, status, payment_state, starts_at, minutes, price_minor,
       currency, accepted_at)
     VALUES ($1, $2, $3, CASE WHEN $6 THEN 'confirmed'::meeting_state ELSE 'accepted' END,
       CASE WHEN $6 THEN 'none'::meeting_payment_state ELSE 'pending_ticket_purchase' END,
       to_timestamp($4::double precision / 1000), $5, $7, 'EUR', app_now())`,
    [id, host.id, viewer.id, startsAt, length, confirmed, confirmed ? 0 : 2000],
  );
  await app.db.query(
    `INSERT INTO private_request_step (request_id, n, by_side, status, payment_state, starts_at, minutes, price_minor)
     SELECT id, 1, 'host', status, payment_state, starts_at, minutes, price_minor FROM private_request WHERE id = $1`,
    [id],
  );
  await app.db.query(
    `INSERT INTO event (id, host_id, kind, ticket_type_id, title, description, cover_key, lang_ides, is_public,
       opening_ticketing, starts_at, original_starts_at, local_start, tz, capacity, price_minor, currency,
       min_fee_minor, fee_bp, private_for, ends_at)
     SELECT r.id, r.host_id, 0, 7, 'A private meeting', 'Of two.', 'covers/test', '{}', false, true, r.starts_at,
       r.starts_at, r.starts_at AT TIME ZONE 'UTC', 'UTC', 1, r.price_minor, r.currency, 50, 500, r.viewer_id,
       r.starts_at + r.minutes * interval '1 minute'
     FROM private_request r WHERE r.id = $1`,
    [id],
  );
  if (confirmed) await freeTicket(app.db, id, viewer.id);
  return { ...roomOf(app, { id, hostId: host.id }, host, [viewer]), viewer, startsAt };
}
