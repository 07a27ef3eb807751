import { requireReplayOwner } from '@frontrow/core/broadcast/recording-rules.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../../db/db.ts';
import { noteUnwritten } from '../../../media/unwritten-files.ts';
import type { BroadcastKit } from '../broadcast-kit.ts';

/** Three hours are some 5,400 files. */
const filesAtOnce = 50;

/** The host deletes the replay for good. Audited. Throws `host_only`, `replay_not_yet`, `replay_gone`. */
export async function removeReplay(kit: BroadcastKit, actor: Account, eventUuid: string): Promise<void> {
  const event = await kit.events.findPublished(kit.db, eventUuid);
  if (!event) throw refuse('event_not_found');
  requireReplayOwner({ isHost: event.hostId === actor.id });
  if (event.state !== 2) throw refuse('replay_not_yet');
  const files = await kit.db.tx(async (tx) => {
    const dropped = await dropParts(tx, eventUuid);
    if (dropped.length === 0) throw refuse('replay_gone');
    await kit.accounts.recordAudit(tx, {
      actorId: actor.id,
      action: 'replay_removed',
      subjectId: actor.id,
      details: { event: event.title, event_uuid: eventUuid },
    });
    return dropped;
  });
  await deleteFiles(kit, files);
}

/** Deletes what was recorded of an event, and answers its files: no one can watch once the transaction commits. */
export async function dropParts(tx: Sql, eventUuid: string): Promise<string[]> {
  const gone = await tx.query<{ file_key: string }>(
    `DELETE FROM recording_piece s USING recording_part p WHERE p.id = s.part_id AND p.event_id = $1
     RETURNING s.file_key`,
    [eventUuid],
  );
  await tx.query('DELETE FROM recording_part WHERE event_id = $1', [eventUuid]);
  const keys = gone.map((row) => row.file_key);
  await noteUnwritten(tx, keys);
  return keys;
}

/** At once; where the storage does not answer, the job that drops unnamed files does it. */
export async function deleteFiles(
  { db, storage, log }: Pick<BroadcastKit, 'db' | 'storage' | 'log'>,
  keys: readonly string[],
): Promise<void> {
  try {
    for (let at = 0; at < keys.length; at += filesAtOnce) {
      const some = keys.slice(at, at + filesAtOnce);
      await Promise.all(some.map((key) => storage.delete(key)));
      await db.query('DELETE FROM unwritten_file WHERE file_key = ANY ($1)', [some]);
    }
  } catch (error) {
    log.warn({ error: String(error) }, 'files of a replay will be removed later');
  }
}

/** An erased account's replays: nobody is left who could delete them. */
export async function dropReplaysOf(
  kit: Pick<BroadcastKit, 'db' | 'storage' | 'log'>,
  accountId: number,
): Promise<void> {
  const rows = await kit.db.query<{ event_id: string }>(
    `SELECT DISTINCT p.event_id FROM recording_part p JOIN event e ON e.id = p.event_id WHERE e.host_id = $1`,
    [accountId],
  );
  for (const { event_id: eventUuid } of rows) await deleteFiles(kit, await kit.db.tx((tx) => dropParts(tx, eventUuid)));
}
