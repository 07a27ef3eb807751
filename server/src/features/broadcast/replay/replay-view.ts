import type { WireReplay } from '@frontrow/contract/broadcast/api.ts';
import { roomForgottenMs } from '@frontrow/core/rooms/limits.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import type { BroadcastKit } from '../broadcast-kit.ts';
import { requireWatcher } from './may-watch.ts';
import { goodUntil, watchAddress } from './watch-address.ts';

interface PartRow {
  id: string;
  begins_at: Date;
  length_ms: number;
  bytes: number;
}

/** What was recorded of the event, in order; null where nothing was, or it was deleted. */
export async function readReplay(kit: BroadcastKit, actor: Account, eventUuid: string): Promise<WireReplay | null> {
  const event = await requireWatcher(kit, eventUuid, actor.id);
  const parts = await kit.db.query<PartRow>(
    `SELECT p.id, p.begins_at, (array_agg(s.begins_ms + s.length_ms ORDER BY s.ordinal DESC))[1] AS length_ms,
       sum(s.bytes)::bigint AS bytes
     FROM recording_part p JOIN recording_piece s ON s.part_id = p.id
     WHERE p.event_id = $1 GROUP BY p.id ORDER BY p.begins_at, p.id`,
    [eventUuid],
  );
  if (parts.length === 0) return null;
  const host = await kit.db.one<{ username: string; avatar_url: string | null }>(
    'SELECT username, avatar_url FROM app_user WHERE id = $1',
    [event.hostId],
  );
  const until = goodUntil(kit);
  return {
    event_uuid: eventUuid,
    title: event.title,
    host: { username: host?.username ?? event.hostUsername, user_avatar: host?.avatar_url ?? null },
    parts: parts.map((part) => ({
      url: watchAddress(kit, part.id, actor.id, until),
      begins_at: part.begins_at.getTime(),
      length_ms: part.length_ms,
      bytes: part.bytes,
    })),
    addresses_until: until,
    kept_until: (event.finishedAt ?? event.now) + roomForgottenMs,
    removable: event.hostId === actor.id,
  };
}
