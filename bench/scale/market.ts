import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { counted } from '../sale/check-sale.ts';
import { post } from '../sale/load.ts';

/** Where a part of this bench sells. */
export interface Market {
  readonly db: pg.Client;
  readonly databaseUrl: string;
  readonly postgresPid: number;
  readonly hostId: number;
  readonly buyerIds: readonly number[];
  /** A session of a buyer, good for ten minutes. */
  tokenOf(buyer: number): string;
}

export const connections = 256;

/** One buyer asks for one free ticket, by a key that says that it is the same purchase when it comes again. */
export const purchase = (token: string, eventId: string): Buffer =>
  post('/api/events/purchase', token, { event_uuid: eventId, type: 'streaming' }, randomUUID());

/** Throws unless exactly these tickets are sold, once each. */
export async function checkSold(db: pg.Client, eventId: string, tickets: number): Promise<void> {
  const { sold, held, made } = await counted(db, eventId);
  const { rows } = await db.query<{ seats: number; holders: number }>(
    `SELECT count(DISTINCT seat)::int AS seats, count(DISTINCT holder_id)::int AS holders
     FROM ticket WHERE event_id = $1 AND voided_at IS NULL`,
    [eventId],
  );
  const { seats = 0, holders = 0 } = rows[0] ?? {};
  if ([sold, made, seats, holders].some((count) => count !== tickets) || held !== 0)
    throw new Error(
      `of ${tickets} tickets ${sold} sold, ${held} held, ${made} made, on ${seats} seats, for ${holders} people`,
    );
}
