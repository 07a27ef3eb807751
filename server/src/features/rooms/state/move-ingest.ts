import { ingestMachine, type IngestTrigger } from '@frontrow/core/broadcast/ingest-machine.ts';
import type { Sql } from '../../../db/db.ts';

/**
 * Moves what is known of a broadcast's encoder, as core's machine allows; false when nothing changed. The host was seen
 * as long as it was live. The caller holds the room's lock.
 */
export async function moveIngest(sql: Sql, eventUuid: string, trigger: IngestTrigger): Promise<boolean> {
  const moves = ingestMachine.from(trigger).map((from) => [from, ingestMachine.next(from, trigger)!] as const);
  const moved = await sql.one(
    `UPDATE room r SET ingest_state = m.target,
       host_seen_at = CASE WHEN r.ingest_state = 'live' THEN app_now() ELSE r.host_seen_at END
     FROM unnest($2::text[], $3::text[]) AS m (source, target)
     WHERE r.event_id = $1 AND r.ingest_state = m.source AND r.closed_at IS NULL RETURNING r.event_id`,
    [eventUuid, moves.map(([from]) => from), moves.map(([, to]) => to)],
  );
  return moved !== undefined;
}
