import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { mayBeCommitted, type Sql } from '../../db/db.ts';
import type { Kit } from '../../kit.ts';
import type { Picture } from '../../media/read-picture.ts';
import { sizeCover } from '../../media/size-cover.ts';
import { noteUnwritten } from '../../media/unwritten-files.ts';
import { coverFile, coverFiles, smallerFiles } from './cover-key.ts';

export interface CoverUses extends Pick<Kit, 'db' | 'ids' | 'storage'> {
  /** Runs one after another: pictures are decoded one at a time. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Encodes a picture in the sizes of a cover and stores the files; their key is for `keepFiles`. */
export async function keepCover({ db, ids, storage, inTurn }: CoverUses, picture: Picture): Promise<string> {
  const sizes = await inTurn(() => sizeCover(picture.bytes));
  const coverKey = `covers/${ids.uuid()}`;
  await noteUnwritten(db, coverFiles(coverKey));
  for (const { width, webp } of sizes) await storage.put(coverFile(coverKey, width), webp, 'image/webp');
  return coverKey;
}

/** Deletes the files of a cover that no event shows, first those that others are made from. */
async function dropCover({ storage }: Pick<CoverUses, 'storage'>, coverKey: string): Promise<void> {
  for (const files of [coverFiles(coverKey), smallerFiles(coverKey)])
    await Promise.allSettled(files.map((file) => storage.delete(file)));
}

/** The same after a failed transaction, unless it may have been committed after all. */
export async function dropUnwrittenCover(
  uses: Pick<CoverUses, 'storage'>,
  coverKey: string,
  error: unknown,
): Promise<void> {
  if (!mayBeCommitted(error)) await dropCover(uses, coverKey);
}

/** A cover that an event of this host had until now. */
interface LeftCover {
  readonly hostId: number;
  readonly coverKey: string;
}

/** Deletes its files unless another event has the cover too: copies share it. */
export async function dropCoverUnlessShared(
  sql: Sql,
  uses: Pick<CoverUses, 'storage'>,
  left: LeftCover,
): Promise<void> {
  if (!(await isShown(sql, left))) await dropCover(uses, left.coverKey);
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
    'SELECT cover_key FROM event WHERE id = $1 AND host_id = $2 AND private_for IS NULL FOR SHARE',
    [eventUuid ?? null, host.id],
  );
  if (!row) throw refuse('image_required', {}, { field: 'event_cover_image' });
  return row.cover_key;
}
