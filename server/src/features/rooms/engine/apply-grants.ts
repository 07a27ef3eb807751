import type { Kit } from '../../../kit.ts';
import { fewAtOnce } from './few-at-once.ts';
import type { GrantChange } from './regrant.ts';
import { identityOf } from '../room-kit.ts';

/**
 * Applies rights at the engine and notes the version that was applied. What the engine does not take now is left for the
 * reconciler: the difference between desired and applied version is its work list.
 */
export async function applyGrants(
  kit: Pick<Kit, 'clock' | 'db' | 'video' | 'log'>,
  eventUuid: string,
  changes: readonly GrantChange[],
): Promise<void> {
  const taken = await fewAtOnce(kit, changes, Infinity, ({ userId, grants }) =>
    kit.video.applyGrants(eventUuid, identityOf(userId), grants),
  );
  await noteApplied(kit.db, eventUuid, taken);
}

/** Notes versions as applied; a version that was overtaken meanwhile stays open. */
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
