import type { ChatDelivery, Delivery } from '@frontrow/core/broadcast/delivery-rules.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Grants } from '@frontrow/core/rooms/grants.ts';
import { endedRefusal, isTakenDown } from '@frontrow/core/rooms/room-rules.ts';
import type { Tx } from '../../db/db.ts';
import { identityOf, type RoomsDeps } from './rooms-deps.ts';

export interface Entry {
  readonly eventUuid: string;
  readonly sessionId: string | undefined;
  readonly takeOver: boolean;
  /** The browser comes back without being asked. A host's newest device takes over only when its person wants that. */
  readonly returning?: boolean | undefined;
}

export interface Admission {
  readonly token: string;
  /** Empty while there is no video engine, and for viewers by HLS: the room then works without the engine. */
  readonly url: string;
  readonly room: string;
  readonly identity: string;
  readonly delivery: Delivery;
  readonly chat: ChatDelivery;
}

interface EntryRow {
  kind: 0 | 1;
  state: 0 | 1 | 2;
  closed: boolean;
  started_at: Date | null;
  cancelled_at: Date | null;
  is_host: boolean;
  is_meeting: boolean;
  is_met: boolean;
  seated: boolean;
  has_ticket: boolean;
  has_role: boolean;
  desired_grants: Grants | null;
  delivery: Delivery | null;
  chat_by: ChatDelivery | null;
}

/**
 * The only place where room tokens are made. Checks event, ticket, seat lease and role again, as they are now: a token
 * is for the host, a seated ticket holder, or an app admin who watches unseen; in a private meeting for its two people
 * and app admins, all of them seated and none unseen. Throws `join_refused`, `join_not_live`, `room_closed`,
 * `room_taken_down`, and `video_preparing` while the engine is being prepared.
 */
export async function mintRoomToken(
  { db, video }: Pick<RoomsDeps, 'db' | 'video'>,
  actor: Account,
  eventUuid: string,
): Promise<Admission> {
  const entry = await db.one<EntryRow>(
    `SELECT e.kind, e.state, r.closed_at IS NOT NULL AS closed, e.started_at, e.cancelled_at, e.host_id = $2 AS is_host,
       e.private_for IS NOT NULL AS is_meeting, e.private_for = $2 IS TRUE AS is_met,
       coalesce(m.seat_until > app_now(), false) AS seated, m.desired_grants, m.delivery, m.chat_by,
       coalesce(m.stage_role <> 'viewer', false) AS has_role,
       EXISTS (SELECT 1 FROM ticket t
         WHERE t.event_id = e.id AND t.holder_key = person_holder($2) AND t.voided_at IS NULL) AS has_ticket
     FROM event e JOIN room r ON r.event_id = e.id LEFT JOIN room_member m ON m.event_id = e.id AND m.user_id = $2
     WHERE e.id = $1`,
    [eventUuid, actor.id],
  );
  // Before the event is live only the host is admitted, and backstage people with a role: no one else has a seat then.
  if (!entry || (entry.state === 0 && !entry.is_host && !entry.has_role)) throw refuse('join_not_live');
  if (entry.closed || entry.state === 2)
    throw endedRefusal({
      takenDown: isTakenDown({ startedAt: entry.started_at?.getTime(), cancelledAt: entry.cancelled_at?.getTime() }),
    });
  const seated = entry.is_meeting
    ? entry.seated && (entry.is_host || actor.isAdmin || (entry.is_met && entry.has_ticket))
    : entry.is_host || (entry.has_ticket && entry.seated);
  if (!seated && (entry.is_meeting || !actor.isAdmin)) throw refuse('join_refused');
  const hidden = !seated;
  const identity = identityOf(actor.id);
  const isViewer = seated && !entry.is_host;
  if (isViewer && entry.delivery === 'hls')
    return { token: '', url: '', room: eventUuid, identity, delivery: 'hls', chat: entry.chat_by ?? 'socket' };
  const grants = hidden ? 'sub' : (entry.desired_grants ?? 'sub');
  const url = video.clientUrl();
  const token =
    url === '' ? '' : await video.mintToken({ room: eventUuid, identity, displayName: actor.username, grants, hidden });
  return { token, url, room: eventUuid, identity, delivery: 'webrtc', chat: 'socket' };
}

/**
 * Records the login with which a person enters. True if they had entered with another one, whose connection must end.
 */
export async function recordLogin(tx: Tx, eventUuid: string, actor: Account): Promise<boolean> {
  const row = await tx.one<{ is_another: boolean }>(
    `WITH before AS (SELECT session_id FROM room_login WHERE event_id = $1 AND user_id = $2)
     INSERT INTO room_login (event_id, user_id, session_id, session_version) VALUES ($1, $2, $3, $4)
     ON CONFLICT (event_id, user_id) DO UPDATE SET session_id = excluded.session_id,
       session_version = excluded.session_version
     RETURNING coalesce((SELECT b.session_id <> $3 FROM before b), false) AS is_another`,
    [eventUuid, actor.id, actor.sessionId, actor.sessionVersion],
  );
  return row!.is_another;
}
