import { type ChatDelivery, requireKeyRequester } from '@frontrow/core/broadcast/delivery-rules.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { isTakenDown } from '@frontrow/core/rooms/room-rules.ts';
import { LRUCache } from 'lru-cache';
import { batchedReads } from '../../../db/batcher.ts';
import { isRemoved } from '../../rooms/index.ts';
import type { BroadcastDeps } from '../broadcast-deps.ts';
import { openKey } from './segment-keys.ts';

interface KeyRequesterRow {
  nth: number;
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
  chat_by: ChatDelivery | null;
  login: string | null;
  key_id: string | null;
  sealed: Buffer | null;
}

/** Sixteen bytes each; a broadcast has one every four minutes. */
const openedKeysMax = 1_000;

interface AskedKey {
  readonly eventUuid: string;
  readonly userId: number;
  readonly number: number;
}

export interface AskedBy extends Omit<AskedKey, 'userId'> {
  /** Identifies the tab, as in `join_streaming`; without it, only logins tell devices apart. */
  readonly sessionId: string | undefined;
}

/**
 * Gives out the keys of live broadcasts, each for a few minutes. Every request checks everything that a room token
 * requires, as of now. Where a person reads the chat as files, nothing else shows that they are in the room, so the key
 * renews their seat. Throws `event_not_found`, `broadcast_only`, `hls_not_yet` and what core's rule throws.
 */
export function createKeyAccess(deps: BroadcastDeps): (actor: Account, asked: AskedBy) => Promise<Buffer> {
  const read = createKeyRequesters(deps);
  const { rooms } = deps;
  const opened = new LRUCache<string, Buffer>({ max: openedKeysMax });
  return async (actor, { eventUuid, number, sessionId }) => {
    const row = await read({ eventUuid, userId: actor.id, number });
    if (!row) throw refuse('event_not_found');
    requireKeyAccess(row, actor, sessionId);
    if (row.key_id === null || row.sealed === null) throw refuse('hls_not_yet');
    if (row.chat_by === 'files') await rooms.keepFileReader({ eventUuid, userId: actor.id });
    const known = opened.get(row.key_id);
    if (known) return known;
    const key = openKey(deps, { id: row.key_id, sealed: row.sealed });
    opened.set(row.key_id, key);
    return key;
  };
}

/**
 * All viewers need a new key within the same seconds, more of them than there are connections to the database: those
 * who wait are read together, by a statement that begins after they asked.
 */
const createKeyRequesters = ({
  db,
}: Pick<BroadcastDeps, 'db'>): ((key: AskedKey) => Promise<KeyRequesterRow | undefined>) =>
  batchedReads(async (keys: readonly AskedKey[]) => {
    const rows = await db.query<KeyRequesterRow>(
      `SELECT a.nth, e.kind, e.state, e.started_at, e.cancelled_at, e.host_id = u.id AS is_host, ${isRemoved} AS is_removed,
         EXISTS (SELECT 1 FROM ticket t WHERE t.event_id = e.id AND t.holder_key = person_holder(u.id)
           AND t.voided_at IS NULL) AS has_ticket,
         m.banned_at IS NOT NULL AS is_banned, m.seat_until IS NOT NULL AS is_present, m.seat_session, m.chat_by,
         l.session_id AS login, k.id AS key_id, k.sealed
       FROM unnest($1::uuid[], $2::bigint[], $3::int[]) WITH ORDINALITY AS a (event_id, user_id, number, nth)
       JOIN event e ON e.id = a.event_id JOIN app_user u ON u.id = a.user_id
       LEFT JOIN room_member m ON m.event_id = e.id AND m.user_id = u.id
       LEFT JOIN room_login l ON l.event_id = e.id AND l.user_id = u.id
       LEFT JOIN segment_key k ON k.event_id = e.id AND k.number = a.number`,
      [keys.map((key) => key.eventUuid), keys.map((key) => key.userId), keys.map((key) => key.number)],
    );
    const found = new Map(rows.map((row) => [row.nth, row]));
    return keys.map((_key, index) => found.get(index + 1));
  });

function requireKeyAccess(row: KeyRequesterRow, actor: Account, sessionId: string | undefined): void {
  if (row.kind !== 1) throw refuse('broadcast_only');
  const isAnotherTab = row.seat_session !== null && sessionId !== undefined && row.seat_session !== sessionId;
  requireKeyRequester(
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
}
