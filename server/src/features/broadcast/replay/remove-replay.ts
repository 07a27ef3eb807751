import { requireReplayOwner } from '@frontrow/core/broadcast/recording-rules.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Db } from '../../../db/db.ts';
import { noteUnwritten } from '../../../media/unwritten-files.ts';
import type { BroadcastKit } from '../broadcast-kit.ts';

/** The host deletes the replay for good. Audited. Throws `host_only`, `replay_not_yet`, `replay_gone`. */
export async function removeReplay(kit: BroadcastKit, actor: Account, eventUuid: string): Promise<void> {
  const event = await kit.events.find(kit.db, eventUuid);
  if (!event) throw refuse('event_not_found');
  requireReplayOwner({ isHost: event.hostId === actor.id });
  if (event.state !== 2) throw refuse('replay_not_yet');
  const files = await dropParts(kit.db, eventUuid);
  if (files.length === 0) throw refuse('replay_gone');
  await kit.db.tx((tx) =>
    kit.accounts.recordAudit(tx, {
      actorId: actor.id,
      action: 'replay_removed',
      subjectId: actor.id,
      details: { event: event.title, event_uuid: eventUuid },
    }),
  );
  await deleteFiles(kit, files);
}

/** Deletes what was recorded of an event, and answers its files: nobody can watch from the commit on. */
export const dropParts = (db: Db, eventUuid: string): Promise<string[]> =>
  db.tx(async (tx) => {
    const gone = await tx.query<{ file_key: string }>(
      `DELETE FROM recording_piece s USING recording_part p WHERE p.id = s.part_id AND p.event_id = $1
       RETURNING s.file_key`,
      [eventUuid],
    );
    await tx.query('DELETE FROM recording_part WHERE event_id = $1', [eventUuid]);
    const keys = gone.map((row) => row.file_key);
    await noteUnwritten(tx, keys);
    return keys;
  });

/** At once; where the storage does not answer, the job that drops unnamed files does it. */
export async function deleteFiles(
  { db, storage, log }: Pick<BroadcastKit, 'db' | 'storage' | 'log'>,
  keys: readonly string[],
): Promise<void> {
  try {
    for (const key of keys) {
      await storage.delete(key);
      await db.query('DELETE FROM unwritten_file WHERE file_key = $1', [key]);
    }
  } catch (error) {
    log.warn({ error: String(error) }, 'files of a replay will be removed later');
  }
}
