import type { WireRequest } from '@frontrow/contract/meetings/requests-api.ts';
import { usernameSkeleton } from '@frontrow/core/accounts/username-skeleton.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { hours } from '@frontrow/core/kernel/instant.ts';
import { type MeetingMinutes, openRequestsMax } from '@frontrow/core/meetings/limits.ts';
import { openMeetingStates } from '@frontrow/core/meetings/meeting-machine.ts';
import { requestText, requireMeetingTime } from '@frontrow/core/meetings/request-terms.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql, Tx } from '../../../db/db.ts';
import type { MeetingsKit } from '../meetings-kit.ts';
import { insertRequest, timeIsTaken } from './store.ts';
import { readRequest } from './views.ts';

export interface Question {
  readonly username: string;
  readonly startsAt: number;
  readonly minutes: MeetingMinutes;
  readonly message: string | undefined;
}

interface Offer {
  host_id: number;
  enabled: boolean | null;
  notice_hours: number | null;
  price_minor: number | null;
  currency: string | null;
  blocked: boolean;
  now: Date;
}

/**
 * Asks a host for a meeting, at a free slot or at any other time. Throws `user_not_found`, `own_meeting`,
 * `meetings_not_offered` (also to whom the host blocked), `length_not_offered`, `slot_not_offered` (sooner than the
 * host wants to know), `time_past`, `time_too_far`, `time_taken`, `request_open`, `requests_full`.
 */
export async function createRequest(kit: MeetingsKit, viewer: Account, question: Question): Promise<WireRequest> {
  const message = requestText(question.message ?? '', { required: false, field: 'message' });
  const id = kit.ids.uuid();
  return kit.db.tx(async (tx) => {
    const { startsAt, minutes } = question;
    const offer = await offerOf(tx, question, viewer.id);
    if (offer.host_id === viewer.id) throw refuse('own_meeting');
    if (!offer.enabled || offer.blocked) throw refuse('meetings_not_offered');
    if (offer.price_minor === null || offer.currency === null)
      throw refuse('length_not_offered', {}, { field: 'minutes' });
    const now = offer.now.getTime();
    requireMeetingTime(startsAt, now);
    if (startsAt < now + hours(offer.notice_hours ?? 0)) throw refuse('slot_not_offered', {}, { field: 'starts_at' });
    await requireRoomForMore(tx, viewer.id, offer.host_id);
    if (await timeIsTaken(tx, offer.host_id, startsAt, minutes)) throw refuse('time_taken', {}, { field: 'starts_at' });
    const { host_id: hostId, price_minor: priceMinor, currency } = offer;
    await insertRequest(tx, { id, hostId, viewerId: viewer.id, startsAt, minutes, priceMinor, currency, message });
    const wire = await readRequest(tx, 'viewer', viewer.id, id);
    if (!wire) throw new Error('a new request cannot be read');
    return wire;
  });
}

async function offerOf(sql: Sql, { username, minutes }: Question, viewerId: number): Promise<Offer> {
  const offer = await sql.one<Offer>(
    `SELECT u.id AS host_id, o.enabled, o.notice_hours, l.price_minor, l.currency,
       EXISTS (SELECT 1 FROM host_block b WHERE b.host_id = u.id AND b.user_id = $4) AS blocked, app_now() AS now
     FROM app_user u LEFT JOIN meeting_offer o ON o.host_id = u.id
       LEFT JOIN meeting_length l ON l.host_id = u.id AND l.minutes = $3
     WHERE u.username_skeleton = $1 AND lower(u.username) = lower($2) AND u.role = 1 AND u.erased_at IS NULL`,
    [usernameSkeleton(username), username, minutes, viewerId],
  );
  if (!offer) throw refuse('user_not_found');
  return offer;
}

/** One open request to a host, five in all. The viewer's row is locked, so that two at once are counted both. */
async function requireRoomForMore(tx: Tx, viewerId: number, hostId: number): Promise<void> {
  await tx.query('SELECT 1 FROM app_user WHERE id = $1 FOR NO KEY UPDATE', [viewerId]);
  const row = await tx.one<{ open: number; here: number }>(
    `SELECT count(*)::int AS open, (count(*) FILTER (WHERE host_id = $2))::int AS here FROM private_request
     WHERE viewer_id = $1 AND status = ANY ($3::meeting_state[])`,
    [viewerId, hostId, openMeetingStates],
  );
  if ((row?.here ?? 0) > 0) throw refuse('request_open');
  if ((row?.open ?? 0) >= openRequestsMax) throw refuse('requests_full', { maximum: openRequestsMax });
}
