import { unopenedPerAddressMax } from '@frontrow/core/ticketing/limits.ts';
import type { FreeSeatVerdict } from '@frontrow/core/ticketing/verdicts.ts';
import { createBatcher } from '../../../../db/batcher.ts';
import type { Db } from '../../../../db/db.ts';
import { batchLimits, runBatch } from './run-batch.ts';
import { type SeatRequest, seatRow } from './seat-request.ts';

export interface FreeSeatRequest extends SeatRequest {
  readonly ticketId: string;
  readonly code: string;
}

export interface FreeSeatAnswer {
  readonly verdict: FreeSeatVerdict;
  readonly orderId: string | undefined;
  readonly seat: number | undefined;
  /** The database's time of the decision. */
  readonly at: number;
}

interface FreeSeatRow {
  n: number;
  verdict: FreeSeatVerdict;
  order_id: string | null;
  seat: number | null;
  at: Date;
}

export const batchFreeSeats = (db: Db) =>
  createBatcher<FreeSeatRequest, FreeSeatAnswer>({
    ...batchLimits,
    async run(eventId, requests) {
      const asked = requests.map((request, n) => ({
        ...seatRow(request, n),
        ticket_id: request.ticketId,
        code: request.code,
      }));
      const rows = await runBatch(() =>
        db.query<FreeSeatRow>('SELECT * FROM sell_free_seats($1, $2, $3)', [
          eventId,
          JSON.stringify(asked),
          unopenedPerAddressMax,
        ]),
      );
      return rows.map((row) => ({
        verdict: row.verdict,
        orderId: row.order_id ?? undefined,
        seat: row.seat ?? undefined,
        at: row.at.getTime(),
      }));
    },
  });
