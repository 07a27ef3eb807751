import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import type { Kit } from '../../../kit.ts';
import { readPicture } from '../../../media/read-picture.ts';
import { sizeAvatar } from '../../../media/size-avatar.ts';
import { noteUnwritten, keepFiles } from '../../../media/unwritten-files.ts';

export interface ChangeAvatarUses extends Pick<Kit, 'db' | 'ids' | 'storage'> {
  /** Runs one job after another, because decoding pictures takes much memory. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

const field = 'avatar';

/** Sets or removes the picture and deletes the old file. Nothing slow runs inside the transaction. */
export async function changeAvatar(
  { db, ids, storage, inTurn }: ChangeAvatarUses,
  accountId: number,
  dataUrl: string | null,
): Promise<void> {
  let key: string | null = null;
  if (dataUrl !== null) {
    const picture = await readPicture(dataUrl, field);
    if (picture instanceof Refusal) throw picture;
    const webp = await inTurn(() => sizeAvatar(picture.bytes, field));
    key = `avatars/${ids.uuid()}.webp`;
    await noteUnwritten(db, [key]);
    await storage.put(key, webp, 'image/webp');
  }
  const gone = await db.tx(async (tx) => {
    const before = await tx.one<{ avatar_key: string | null }>(
      `WITH before AS (SELECT id, avatar_key FROM app_user WHERE id = $1 AND erased_at IS NULL FOR UPDATE)
       UPDATE app_user u SET avatar_key = $2, avatar_url = $3 FROM before
       WHERE u.id = before.id RETURNING before.avatar_key`,
      [accountId, key, key && storage.url(key)],
    );
    if (!before) return key;
    if (key) await keepFiles(tx, [key]);
    if (before.avatar_key) await noteUnwritten(tx, [before.avatar_key]);
    return before.avatar_key;
  });
  if (gone) await storage.delete(gone).catch(() => undefined);
}
