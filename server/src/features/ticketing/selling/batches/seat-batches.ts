import type { Db } from '../../../../db/db.ts';
import { batchCostlessSeats, type CostlessSeatAnswer, type CostlessSeatRequest } from './costless-seats.ts';
import { batchHolds, type HoldAnswer, type HoldRequest } from './holds.ts';
import { batchSettlements, type SeenPayment, type SettleAnswer } from './settlements.ts';

/**
 * Requests for seats of one event, decided in batches: while one batch is at the database the next one gathers, and one
 * stored function decides a whole batch under one lock of the event's row (docs/decisions/0008).
 */
export interface SeatBatches {
  sellCostless(eventId: string, request: CostlessSeatRequest): Promise<CostlessSeatAnswer>;
  hold(eventId: string, request: HoldRequest): Promise<HoldAnswer>;
  settle(eventId: string, seen: SeenPayment): Promise<SettleAnswer>;
}

export const createSeatBatches = (db: Db): SeatBatches => ({
  sellCostless: batchCostlessSeats(db),
  hold: batchHolds(db),
  settle: batchSettlements(db),
});
