import { requireKeyBuyer } from '@frontrow/core/broadcast/delivery-rules.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { isTakenDown } from '@frontrow/core/rooms/room-rules.ts';
import { isRemoved } from '../../rooms/index.ts';
import type { BroadcastDeps } from '../broadcast-deps.ts';
import { openKey } from './segment-keys.ts';

interface BuyerRow {
  kind: 0 | 1;
  state: 0 | 1 | 2;
  started_at: Date | null;
  cancelled_at: Date | null;
  is_host: boolean;
  has_ticket: boolean;
  is_removed: boolean;
  is_banned: boolean;
  is_present: boolean;
  seat_session: string | null;
  login: string | null;
  key_id: string | null;
  sealed: Buffer | null;
}

/**
 * The key for a few minutes of a live broadcast. Each request checks everything that a room token requires, as of now.
 * Throws `event_not_found`, `broadcast_only`, `hls_not_yet` and what core's rule throws.
 *
 * `sessionId` identifies the tab, as in `join_streaming`; without it, only logins tell devices apart.
 */
export async function readKey(
  deps: BroadcastDeps,
  actor: Account,
  asked: { readonly eventUuid: string; readonly number: number; readonly sessionId: string | undefined },
): Promise<Buffer> {
  const { eventUuid, number, sessionId } = asked;
  // One statement: a crowd asks for a new key within seconds.
  const row = await deps.db.one<BuyerRow>(
    `SELECT e.kind, e.state, e.started_at, e.cancelled_at, e.host_id = u.id AS is_host, ${isRemoved} AS is_removed,
       EXISTS (SELECT 1 FROM ticket t WHERE t.event_id = e.id AND t.holder_key = person_holder(u.id)
         AND t.voided_at IS NULL) AS has_ticket,
       m.banned_at IS NOT NULL AS is_banned, m.seat_until IS NOT NULL AS is_present, m.seat_session,
       l.session_id AS login, k.id AS key_id, k.sealed
     FROM event e JOIN app_user u ON u.id = $2
     LEFT JOIN room_member m ON m.event_id = e.id AND m.user_id = u.id
     LEFT JOIN room_login l ON l.event_id = e.id AND l.user_id = u.id
     LEFT JOIN segment_key k ON k.event_id = e.id AND k.number = $3
     WHERE e.id = $1`,
    [eventUuid, actor.id, number],
  );
  if (!row) throw refuse('event_not_found');
  if (row.kind !== 1) throw refuse('broadcast_only');
  const isAnotherTab = row.seat_session !== null && sessionId !== undefined && row.seat_session !== sessionId;
  requireKeyBuyer(
    {
      state: row.state,
      takenDown: isTakenDown({ startedAt: row.started_at?.getTime(), cancelledAt: row.cancelled_at?.getTime() }),
    },
    {
      isHost: row.is_host,
      isAppAdmin: actor.isAdmin,
      hasTicket: row.has_ticket,
      isRemoved: row.is_removed,
      isBanned: row.is_banned,
      isPresent: row.is_present,
      isElsewhere: isAnotherTab || row.login !== actor.sessionId,
    },
  );
  if (row.key_id === null || row.sealed === null) throw refuse('hls_not_yet');
  return openKey(deps, { id: row.key_id, sealed: row.sealed });
}
