import { recordFact } from '../../facts/record-fact.ts';
import type { Kit } from '../../kit.ts';
import { reviewsChanged } from './reviews-changed.ts';

/** What an erased person said goes with them. */
export async function forgetAuthor({ db, ids }: Pick<Kit, 'db' | 'ids'>, authorId: number): Promise<void> {
  await db.tx(async (tx) => {
    const gone = await tx.query<{ host_id: number }>('DELETE FROM review WHERE author_id = $1 RETURNING host_id', [
      authorId,
    ]);
    for (const hostId of new Set(gone.map((row) => row.host_id)))
      await recordFact(tx, reviewsChanged(hostId, ids.uuid()));
  });
}
