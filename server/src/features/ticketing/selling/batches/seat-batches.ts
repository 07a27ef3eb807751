import type { Db } from '../../../../db/db.ts';
import { batchFreeSeats, type FreeSeatAnswer, type FreeSeatRequest } from './free-seats.ts';
import { batchHolds, type HoldAnswer, type HoldRequest } from './holds.ts';
import { batchSettlements, type SeenPayment, type SettleAnswer } from './settlements.ts';

/**
 * Requests for seats of one event, decided in batches: while one batch is at the database the next one gathers, and one
 * stored function decides a whole batch under one lock of the event's row (docs/decisions/0008).
 */
export interface SeatBatches {
  sellFree(eventId: string, request: FreeSeatRequest): Promise<FreeSeatAnswer>;
  hold(eventId: string, request: HoldRequest): Promise<HoldAnswer>;
  settle(eventId: string, seen: SeenPayment): Promise<SettleAnswer>;
}

export const createSeatBatches = (db: Db): SeatBatches => ({
  sellFree: batchFreeSeats(db),
  hold: batchHolds(db),
  settle: batchSettlements(db),
});
