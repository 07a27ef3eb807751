import type pg from 'pg';
import type { LoadResult } from './load.ts';

/** How many of an event were on sale, and how many asked for one. */
export interface Sale {
  readonly eventId: string;
  readonly tickets: number;
  readonly buyers: number;
}

/** Throws unless exactly the tickets there were are sold and everybody else was told so. */
export async function checkSale(db: pg.Client, { eventId, tickets, buyers }: Sale, told: LoadResult): Promise<void> {
  const { sold, held, made } = await counted(db, eventId);
  const right =
    sold === tickets &&
    held === 0 &&
    made === tickets &&
    (told.statuses.get(200) ?? 0) === tickets &&
    (told.statuses.get(409) ?? 0) === buyers - tickets;
  if (right) return;
  const answers = [...told.statuses].map(([status, n]) => `${status}×${n}`).join(' ');
  throw new Error(`of ${tickets} tickets ${sold} sold, ${held} held, ${made} made; answered ${answers}`);
}

/** The naive way may turn buyers away in a rush; it must not sell what there is not. */
export async function checkNaiveSale(db: pg.Client, { eventId, tickets }: Sale): Promise<void> {
  const { sold, held, made } = await counted(db, eventId);
  if (sold + held > tickets || made !== sold)
    throw new Error(`the naive way sold ${sold} of ${tickets} tickets, holds ${held}, made ${made}`);
}

/** Seats of an event that are sold and held, and tickets that were made. */
export async function counted(db: pg.Client, eventId: string): Promise<{ sold: number; held: number; made: number }> {
  const { rows } = await db.query<{ sold: number; held: number; made: number }>(
    `SELECT sold, held,
            (SELECT count(*)::int FROM ticket WHERE event_id = $1 AND voided_at IS NULL) AS made
     FROM event WHERE id = $1`,
    [eventId],
  );
  return rows[0]!;
}
