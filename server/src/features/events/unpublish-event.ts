import type { Sql } from '../../db/db.ts';
import { recordFact } from '../../facts/fact-handler.ts';
import { eventRepublished, eventUnpublished } from './facts.ts';

/**
 * Takes an event out of lists and off sale until it is published again; tickets stay valid, and their holders may
 * return them until it goes live. The caller holds the event's lock. False when it was unpublished before, or is over.
 */
export async function unpublishEvent(
  sql: Sql,
  eventUuid: string,
  { reason, withHost }: { readonly reason: string; readonly withHost: boolean },
): Promise<boolean> {
  const changed = await sql.one<{ version: number }>(
    `UPDATE event SET unpublished_at = app_now(), unpublished_reason = $2, unpublished_with_host = $3,
       version = version + 1
     WHERE id = $1 AND state < 2 AND unpublished_at IS NULL RETURNING version`,
    [eventUuid, reason, withHost],
  );
  if (changed) await recordFact(sql, eventUnpublished(eventUuid, changed.version));
  return changed !== undefined;
}

/** Brings an event back into lists and on sale. False when it was published already. */
export async function republishEvent(sql: Sql, eventUuid: string): Promise<boolean> {
  const changed = await sql.one<{ version: number }>(
    `UPDATE event SET unpublished_at = NULL, unpublished_reason = NULL, unpublished_with_host = false,
       version = version + 1
     WHERE id = $1 AND unpublished_at IS NOT NULL RETURNING version`,
    [eventUuid],
  );
  if (changed) await recordFact(sql, eventRepublished(eventUuid, changed.version));
  return changed !== undefined;
}
