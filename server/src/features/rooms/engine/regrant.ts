import { type Grants, grantsFor } from '@frontrow/core/rooms/grants.ts';
import type { Sql } from '../../../db/db.ts';

/** Rights that changed and are to be applied at the engine after the commit. */
export interface GrantChange {
  readonly userId: number;
  readonly grants: Grants;
  readonly version: number;
}

interface Row {
  user_id: number;
  desired_grants: Grants;
  banned: boolean;
  host_id: number;
  private_for: number | null;
  kind: 0 | 1;
  speaker_id: number | null;
  open_mic: boolean;
  closed: boolean;
}

/**
 * Computes again what each of these people (all of the room when nobody is named) may publish, by the one rule in core,
 * and stores what changed under a new version. The caller holds the room's lock.
 */
export async function regrant(sql: Sql, eventUuid: string, userIds?: readonly number[]): Promise<GrantChange[]> {
  const rows = await sql.query<Row>(
    `SELECT m.user_id, m.desired_grants, m.banned_at IS NOT NULL AS banned, e.host_id, e.private_for,
       e.kind, r.speaker_id,
       r.open_mic, r.closed_at IS NOT NULL AS closed
     FROM room_member m JOIN room r ON r.event_id = m.event_id JOIN event e ON e.id = m.event_id
     WHERE m.event_id = $1 AND ($2::bigint[] IS NULL OR m.user_id = ANY ($2))`,
    [eventUuid, userIds ?? null],
  );
  const changed = rows.flatMap((row) => {
    const grants = grantsFor({
      closed: row.closed,
      isHost: row.user_id === row.host_id,
      isBanned: row.banned,
      hasTurn: row.speaker_id === row.user_id,
      openMic: row.open_mic,
      isInteractive: row.kind === 0,
      isMet: row.user_id === row.private_for,
    });
    return grants === row.desired_grants ? [] : [{ userId: row.user_id, grants }];
  });
  if (changed.length === 0) return [];
  const stored = await sql.query<{ user_id: number; desired_grants: Grants; desired_ver: number }>(
    `UPDATE room_member m SET desired_grants = c.grants, desired_ver = desired_ver + 1
     FROM unnest($2::bigint[], $3::text[]) AS c (user_id, grants) WHERE m.event_id = $1 AND m.user_id = c.user_id
     RETURNING m.user_id, m.desired_grants, m.desired_ver`,
    [eventUuid, changed.map((one) => one.userId), changed.map((one) => one.grants)],
  );
  return stored.map((row) => ({ userId: row.user_id, grants: row.desired_grants, version: row.desired_ver }));
}
