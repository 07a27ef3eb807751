import { unopenedPerAddressMax } from '@frontrow/core/ticketing/limits.ts';
import type { CostlessSeatVerdict } from '@frontrow/core/ticketing/verdicts.ts';
import { createBatcher } from '../../../../db/batcher.ts';
import type { Db } from '../../../../db/db.ts';
import type { TokenClaim } from '../seat-wish.ts';
import { batchLimits, runBatch } from './run-batch.ts';
import { type SeatRequest, seatRow } from './seat-request.ts';

export interface CostlessSeatRequest extends SeatRequest {
  readonly ticketId: string;
  readonly code: string;
  /** Of a ticket for token holders. */
  readonly claim?: TokenClaim | undefined;
}

export interface CostlessSeatAnswer {
  readonly verdict: CostlessSeatVerdict;
  readonly orderId: string | undefined;
  readonly seat: number | undefined;
  /** The database's time of the decision. */
  readonly at: number;
}

interface CostlessSeatRow {
  n: number;
  verdict: CostlessSeatVerdict;
  order_id: string | null;
  seat: number | null;
  at: Date;
}

export const batchCostlessSeats = (db: Db) =>
  createBatcher<CostlessSeatRequest, CostlessSeatAnswer>({
    ...batchLimits,
    async run(eventId, requests) {
      const asked = requests.map((request, n) => ({
        ...seatRow(request, n),
        ticket_id: request.ticketId,
        code: request.code,
        ...(request.claim && {
          wallet: request.claim.walletHash.toString('hex'),
          gate: request.claim.gate,
          holder_of: request.claim.holderOf,
          proof: request.claim.proofSealed?.toString('hex'),
        }),
      }));
      const rows = await runBatch(() =>
        db.query<CostlessSeatRow>('SELECT * FROM sell_costless_seats($1, $2, $3)', [
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
