import { randomUUID } from 'node:crypto';
import { days } from '@frontrow/core/kernel/instant.ts';
import type { TestActor } from './actors.ts';
import type { TestApp } from './harness.ts';

export interface MeetingTraits {
  /**
   * Start, from the database's now, in quarters of an hour; default three days ahead, when no event of `newEvent` takes
   * the host's time.
   */
  readonly startsInMs?: number;
  readonly minutes?: 15 | 30 | 45 | 60;
  /** Listed price in cents; default 40.00. */
  readonly priceMinor?: number;
  readonly title?: string;
}

export interface TestMeeting {
  /** Of the request and of its event. */
  readonly id: string;
  readonly hostId: number;
}

/** An accepted and unpaid request with its event, written straight into the tables, past every rule of asking. */
export async function newMeeting(
  app: TestApp,
  host: TestActor,
  viewer: TestActor,
  traits: MeetingTraits = {},
): Promise<TestMeeting> {
  const id = randomUUID();
  const { startsInMs = days(3), minutes = 30, priceMinor = 4000 } = traits;
  const title = traits.title ?? `Private meeting with ${host.username}`;
  await app.db.tx(async (tx) => {
    await tx.query(
      `INSERT INTO private_request (id, host_id, viewer_id, status, payment_state, starts_at, minutes, price_minor,
         currency, message, accepted_at, changed_by)
       VALUES ($1, $2, $3, 'accepted', 'pending_ticket_purchase',
         date_bin('15 minutes', app_now() + $4 * interval '1 ms', 'epoch'), $5, $6, 'EUR', 'May I ask?', app_now(),
         'host')`,
      [id, host.id, viewer.id, startsInMs, minutes, priceMinor],
    );
    await tx.query(
      `INSERT INTO private_request_step (request_id, n, by_side, status, payment_state, starts_at, minutes, price_minor)
       SELECT id, 1, 'host', status, payment_state, starts_at, minutes, price_minor FROM private_request WHERE id = $1`,
      [id],
    );
    await tx.query(
      `INSERT INTO event (id, host_id, kind, ticket_type_id, title, description, cover_key, lang_ides, is_public,
         opening_ticketing, starts_at, original_starts_at, local_start, tz, capacity, price_minor, currency,
         min_fee_minor, fee_bp, private_for, ends_at)
       SELECT r.id, r.host_id, 0, 7, $2, 'A private meeting.', 'covers/test', '{}', false, true, r.starts_at, r.starts_at,
         r.starts_at AT TIME ZONE 'UTC', 'UTC', 1, r.price_minor, r.currency, 50, 500, r.viewer_id,
         r.starts_at + r.minutes * interval '1 minute'
       FROM private_request r WHERE r.id = $1`,
      [id, title],
    );
  });
  return { id, hostId: host.id };
}
