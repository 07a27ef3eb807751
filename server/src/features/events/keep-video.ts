import { judgeVideo, videoBytesPerHostMax, type VideoSlot } from '@frontrow/core/events/event-video.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { mayBeCommitted, type Sql } from '../../db/db.ts';
import type { ReceivedFile } from '../../http/files/receive-file.ts';
import type { Kit } from '../../kit.ts';
import { readVideo } from '../../media/read-video.ts';
import { noteUnwritten, keepFiles } from '../../media/unwritten-files.ts';
import type { EventRecord } from './event-record.ts';
import { findPublished, lockPublished } from './store.ts';

export interface VideoUses extends Pick<Kit, 'db' | 'ids' | 'storage' | 'log'> {
  touch(sql: Sql, eventUuid: string): Promise<void>;
}

/** Checked before the file is read: the flag, and the event where the form has named it by then. */
export async function admitVideo({ db }: VideoUses, host: Account, eventUuid: string | undefined): Promise<void> {
  await mayUpload(db, host);
  if (eventUuid !== undefined) ownOf(host, await findPublished(db, eventUuid));
}

/** Judges the file by its content, stores it and deletes the one it replaces. */
export async function keepVideo(
  uses: VideoUses,
  host: Account,
  eventUuid: string,
  slot: VideoSlot,
  file: Pick<ReceivedFile, 'field' | 'path' | 'bytes'>,
): Promise<void> {
  const { db, ids, storage } = uses;
  await admitVideo(uses, host, eventUuid);
  const video = await readVideo(file.path);
  const problem = judgeVideo({ type: video?.type, bytes: file.bytes, durationMs: video?.durationMs });
  if (!video || problem) throw refuse(problem ?? 'video_type', {}, { field: file.field });

  const key = `videos/${ids.uuid()}.${video.type === 'video/mp4' ? 'mp4' : 'mov'}`;
  await noteUnwritten(db, [key]);
  await storage.putFile(key, file.path, video.type);
  try {
    const replaced = await db.tx(async (tx) => {
      // Checked again under the locks: since the upload began the flag may have been taken away and the event
      // cancelled, and two uploads of one host must not both count the same free space.
      ownOf(host, await lockPublished(tx, eventUuid));
      await mayUpload(tx, host, { locked: true });
      const before = await keyOf(tx, eventUuid, slot);
      await tx.query(
        `INSERT INTO event_video (event_id, slot, file_key, bytes, duration_ms) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (event_id, slot)
         DO UPDATE SET file_key = $3, bytes = $4, duration_ms = $5, created_at = app_now()`,
        [eventUuid, slot, key, file.bytes, video.durationMs],
      );
      await keepFiles(tx, [key]);
      if (before) await noteUnwritten(tx, [before]);
      const used = await tx.one<{ bytes: number }>(
        `SELECT coalesce(sum(v.bytes), 0)::bigint AS bytes
         FROM event_video v JOIN event e ON e.id = v.event_id WHERE e.host_id = $1`,
        [host.id],
      );
      if (used!.bytes > videoBytesPerHostMax) throw refuse('video_quota_full');
      await uses.touch(tx, eventUuid);
      return before;
    });
    if (replaced) await drop(uses, replaced);
  } catch (error) {
    if (!mayBeCommitted(error)) await drop(uses, key);
    throw error;
  }
}

/** Removes a video from the event; a missing one is no error. The flag is not needed, because this only frees space. */
export async function removeVideo(uses: VideoUses, host: Account, eventUuid: string, slot: VideoSlot): Promise<void> {
  const removed = await uses.db.tx(async (tx) => {
    ownOf(host, await lockPublished(tx, eventUuid), { evenCancelled: true });
    const row = await tx.one<{ file_key: string }>(
      'DELETE FROM event_video WHERE event_id = $1 AND slot = $2 RETURNING file_key',
      [eventUuid, slot],
    );
    if (!row) return undefined;
    await noteUnwritten(tx, [row.file_key]);
    await uses.touch(tx, eventUuid);
    return row.file_key;
  });
  if (removed) await drop(uses, removed);
}

async function mayUpload(sql: Sql, host: Account, { locked = false } = {}): Promise<void> {
  const row = await sql.one<{ advertising: boolean }>(
    `SELECT advertising FROM app_user WHERE id = $1 AND erased_at IS NULL ${locked ? 'FOR NO KEY UPDATE' : ''}`,
    [host.id],
  );
  if (!row?.advertising) throw refuse('videos_not_allowed');
}

function ownOf(host: Account, event: EventRecord | undefined, { evenCancelled = false } = {}): void {
  if (!event) throw refuse('event_not_found');
  if (event.hostId !== host.id) throw refuse('forbidden');
  if (event.cancelledAt !== undefined && !evenCancelled) throw refuse('event_cancelled');
}

const keyOf = async (sql: Sql, eventUuid: string, slot: VideoSlot): Promise<string | undefined> =>
  (
    await sql.one<{ file_key: string }>('SELECT file_key FROM event_video WHERE event_id = $1 AND slot = $2', [
      eventUuid,
      slot,
    ])
  )?.file_key;

/** Deletes a file that no row names any more; failing to do so does not fail the call. */
async function drop({ storage, log }: VideoUses, key: string): Promise<void> {
  await storage.delete(key).catch((error: unknown) => log.warn({ key, error: String(error) }, 'video not removed'));
}
