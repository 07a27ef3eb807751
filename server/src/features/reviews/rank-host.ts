import { type HostRecord, ranking } from '@frontrow/core/reviews/ranking.ts';
import type { Db } from '../../db/db.ts';

interface Row extends Omit<HostRecord, 'cancelledLate' | 'noShows'> {
  readonly cancelled_late: number;
  readonly no_shows: number;
}

/** Reckons a host's score anew from the tables; running it again changes nothing. */
export async function rankHost(db: Pick<Db, 'tx'>, hostId: number): Promise<void> {
  await db.tx(async (tx) => {
    // One at a time per host: whoever comes later reads what the other one wrote.
    await tx.query('SELECT 1 FROM app_user WHERE id = $1 FOR NO KEY UPDATE', [hostId]);
    const row = await tx.one<Row>('SELECT * FROM host_record WHERE host_id = $1', [hostId]);
    if (!row) return;
    const score = ranking({ ...row, cancelledLate: row.cancelled_late, noShows: row.no_shows });
    await tx.query(
      'UPDATE app_user SET ranking = $2, review_count = $3 WHERE id = $1 AND (ranking, review_count) <> ($2, $3)',
      [hostId, score, row.reviews],
    );
  });
}

export async function rankHostOf(db: Db, eventUuid: string): Promise<void> {
  const event = await db.one<{ host_id: number }>('SELECT host_id FROM event WHERE id = $1', [eventUuid]);
  if (event) await rankHost(db, event.host_id);
}
