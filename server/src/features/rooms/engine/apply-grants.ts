import type { Kit } from '../../../kit.ts';
import { callInBatches } from './call-in-batches.ts';
import type { GrantChange } from './regrant.ts';
import { identityOf } from '../room-kit.ts';

/**
 * Applies grants at the engine and records which version was applied. What fails is left to the reconciler: it repeats
 * everything whose applied version differs from the desired one.
 */
export async function applyGrants(
  kit: Pick<Kit, 'clock' | 'db' | 'video' | 'log'>,
  eventUuid: string,
  changes: readonly GrantChange[],
): Promise<void> {
  const taken = await callInBatches(kit, changes, Infinity, ({ userId, grants }) =>
    kit.video.applyGrants(eventUuid, identityOf(userId), grants),
  );
  await noteApplied(kit.db, eventUuid, taken);
}

/** Records applied versions. A grant that changed again meanwhile has a higher version and is still to be applied. */
export async function noteApplied(
  db: Kit['db'],
  eventUuid: string,
  changes: readonly Pick<GrantChange, 'userId' | 'version'>[],
): Promise<void> {
  if (changes.length === 0) return;
  await db.query(
    `UPDATE room_member m SET applied_ver = c.version FROM unnest($2::bigint[], $3::int[]) AS c (user_id, version)
     WHERE m.event_id = $1 AND m.user_id = c.user_id AND m.applied_ver < c.version`,
    [eventUuid, changes.map((one) => one.userId), changes.map((one) => one.version)],
  );
}
