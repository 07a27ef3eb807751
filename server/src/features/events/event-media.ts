import { judgeVideo, videoBytesPerHostMax, type VideoSlot } from '@frontrow/core/events/event-video.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { mayBeCommitted, type Sql } from '../../db/db.ts';
import type { ReceivedFile } from '../../http/files/receive-file.ts';
import type { Kit } from '../../kit.ts';
import { sizeCover, type Picture } from '../../media/pictures.ts';
import { readVideo } from '../../media/read-video.ts';
import { keepFiles, noteUnwritten } from '../../media/unwritten-files.ts';
import { coverFile, coverFiles, type EventRecord, findPublished, lockPublished, smallerFiles } from './records.ts';

export interface CoverDeps extends Pick<Kit, 'db' | 'ids' | 'storage'> {
  /** Runs one after another: pictures are decoded one at a time. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Encodes a picture in the sizes of a cover and stores the files; their key is for `keepFiles`. */
export async function keepCover({ db, ids, storage, inTurn }: CoverDeps, picture: Picture): Promise<string> {
  const sizes = await inTurn(() => sizeCover(picture.bytes));
  const coverKey = `covers/${ids.uuid()}`;
  await noteUnwritten(db, coverFiles(coverKey));
  for (const { width, webp } of sizes) await storage.put(coverFile(coverKey, width), webp, 'image/webp');
  return coverKey;
}

/** Deletes the files of a cover that no event shows, first those that others are made from. */
async function dropCover({ storage }: Pick<CoverDeps, 'storage'>, coverKey: string): Promise<void> {
  for (const files of [coverFiles(coverKey), smallerFiles(coverKey)])
    await Promise.allSettled(files.map((file) => storage.delete(file)));
}

/** The same after a failed transaction, unless it may have been committed after all. */
export async function dropUnwrittenCover(
  deps: Pick<CoverDeps, 'storage'>,
  coverKey: string,
  error: unknown,
): Promise<void> {
  if (!mayBeCommitted(error)) await dropCover(deps, coverKey);
}

/** A cover that an event of this host had until now. */
interface LeftCover {
  readonly hostId: number;
  readonly coverKey: string;
}

/** Deletes its files unless another event has the cover too: copies share it. */
export async function dropCoverUnlessShared(
  sql: Sql,
  deps: Pick<CoverDeps, 'storage'>,
  left: LeftCover,
): Promise<void> {
  if (!(await isShown(sql, left))) await dropCover(deps, left.coverKey);
}

/**
 * To be called in the transaction that takes the cover off an event: after the last one its files are noted as
 * unwritten.
 */
export async function leaveCover(tx: Sql, left: LeftCover): Promise<void> {
  const { coverKey } = left;
  // Of two events that drop it at the same time the second one sees the first.
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('cover:' || $1, 0))", [coverKey]);
  if (!(await isShown(tx, left))) await noteUnwritten(tx, [...coverFiles(coverKey), ...smallerFiles(coverKey)]);
}

/** Only events of one host share a cover, and these are found by an index. */
const isShown = async (sql: Sql, { hostId, coverKey }: LeftCover): Promise<boolean> =>
  (await sql.one('SELECT 1 FROM event WHERE host_id = $1 AND cover_key = $2 LIMIT 1', [hostId, coverKey])) !==
  undefined;

/** The cover of another event of the same host; its row is locked until the copy is committed. */
export async function sharedCover(tx: Sql, host: Account, eventUuid: string | undefined): Promise<string> {
  const row = await tx.one<{ cover_key: string }>(
    'SELECT cover_key FROM event WHERE id = $1 AND host_id = $2 AND private_for IS NULL AND replay_of IS NULL FOR SHARE',
    [eventUuid ?? null, host.id],
  );
  if (!row) throw refuse('image_required', {}, { field: 'event_cover_image' });
  return row.cover_key;
}

export interface VideoDeps extends Pick<Kit, 'db' | 'ids' | 'storage' | 'log'> {
  touch(sql: Sql, eventUuid: string): Promise<void>;
}

/** Checked before the file is read: the flag, and the event where the form has named it by then. */
export async function admitVideo({ db }: VideoDeps, host: Account, eventUuid: string | undefined): Promise<void> {
  await mayUpload(db, host);
  if (eventUuid !== undefined) ownOf(host, await findPublished(db, eventUuid));
}

/** Judges the file by its content, stores it and deletes the one it replaces. */
export async function keepVideo(
  deps: VideoDeps,
  host: Account,
  eventUuid: string,
  slot: VideoSlot,
  file: Pick<ReceivedFile, 'field' | 'path' | 'bytes'>,
): Promise<void> {
  const { db, ids, storage } = deps;
  await admitVideo(deps, host, eventUuid);
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
      await deps.touch(tx, eventUuid);
      return before;
    });
    if (replaced) await drop(deps, replaced);
  } catch (error) {
    if (!mayBeCommitted(error)) await drop(deps, key);
    throw error;
  }
}

/** Removes a video from the event; a missing one is no error. The flag is not needed, because this only frees space. */
export async function removeVideo(deps: VideoDeps, host: Account, eventUuid: string, slot: VideoSlot): Promise<void> {
  const removed = await deps.db.tx(async (tx) => {
    ownOf(host, await lockPublished(tx, eventUuid), { evenCancelled: true });
    const row = await tx.one<{ file_key: string }>(
      'DELETE FROM event_video WHERE event_id = $1 AND slot = $2 RETURNING file_key',
      [eventUuid, slot],
    );
    if (!row) return undefined;
    await noteUnwritten(tx, [row.file_key]);
    await deps.touch(tx, eventUuid);
    return row.file_key;
  });
  if (removed) await drop(deps, removed);
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
async function drop({ storage, log }: VideoDeps, key: string): Promise<void> {
  await storage.delete(key).catch((error: unknown) => log.warn({ key, error: String(error) }, 'video not removed'));
}
