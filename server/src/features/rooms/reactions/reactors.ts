import { isTakenDown, type PersonFacts, type RoomFacts } from '@frontrow/core/rooms/room-rules.ts';
import { batchedReads } from '../../../db/batcher.ts';
import type { Sql } from '../../../db/db.ts';

export interface ReactorKey {
  readonly eventUuid: string;
  readonly userId: number;
}

/** Somebody who reacts, and the room, as core's rule needs them. */
export interface Reactor {
  readonly room: Pick<RoomFacts, 'closed' | 'takenDown' | 'isInteractive'>;
  readonly person: Pick<PersonFacts, 'isHost' | 'isBanned' | 'isPresent'>;
}

interface ReactorRow {
  nth: number;
  kind: 0 | 1;
  closed: boolean;
  started_at: Date | null;
  cancelled_at: Date | null;
  is_host: boolean;
  is_banned: boolean;
  is_present: boolean;
}

/** A thousand people react at once: they are looked up together, and no lock of the room is taken. */
export const createReactors = (db: Sql): ((key: ReactorKey) => Promise<Reactor | undefined>) =>
  batchedReads(async (keys: readonly ReactorKey[]) => {
    const rows = await db.query<ReactorRow>(
      `SELECT k.nth, e.kind, r.closed_at IS NOT NULL OR e.state = 2 AS closed, e.started_at, e.cancelled_at,
         e.host_id = k.user_id AS is_host, m.banned_at IS NOT NULL AS is_banned,
         coalesce(m.seat_until > app_now(), false) AS is_present
       FROM unnest($1::uuid[], $2::bigint[]) WITH ORDINALITY AS k (event_id, user_id, nth)
       JOIN room r ON r.event_id = k.event_id JOIN event e ON e.id = r.event_id
       LEFT JOIN room_member m ON m.event_id = k.event_id AND m.user_id = k.user_id`,
      [keys.map((key) => key.eventUuid), keys.map((key) => key.userId)],
    );
    const found = new Map(rows.map((row) => [row.nth, reactorOf(row)]));
    return keys.map((_key, index) => found.get(index + 1));
  });

const reactorOf = (row: ReactorRow): Reactor => ({
  room: {
    isInteractive: row.kind === 0,
    closed: row.closed,
    takenDown: isTakenDown({ startedAt: row.started_at?.getTime(), cancelledAt: row.cancelled_at?.getTime() }),
  },
  person: { isHost: row.is_host, isBanned: row.is_banned, isPresent: row.is_present },
});
