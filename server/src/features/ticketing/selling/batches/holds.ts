import type { Minor } from '@frontrow/core/kernel/money.ts';
import {
  guestHoldShareMax,
  holdMs,
  holdsPerAddressMax,
  paymentAttemptsMax,
  paymentAttemptsWindowMs,
} from '@frontrow/core/ticketing/limits.ts';
import type { HoldVerdict } from '@frontrow/core/ticketing/verdicts.ts';
import { createBatcher } from '../../../../db/batcher.ts';
import type { Db } from '../../../../db/db.ts';
import { batchLimits, runBatch } from './run-batch.ts';
import { type SeatRequest, seatRow } from './seat-request.ts';

export interface HoldRequest extends SeatRequest {
  readonly feeMinor: Minor;
  /** A promo code is named, or none any more: an open order at another price must make room for a new one. */
  readonly reprice: boolean;
  /** The provider that will be asked for the money: its payment is written with the hold. Undefined: only hold. */
  readonly provider: string | undefined;
}

export interface HoldAnswer {
  readonly verdict: HoldVerdict;
  readonly orderId: string | undefined;
  /** Set when this request wrote a payment. */
  readonly paymentId: string | undefined;
  /** End of the hold; with `too_many_attempts` the time of the next allowed attempt. */
  readonly expiresAt: number;
  /** The database's time of the decision. */
  readonly at: number;
}

interface HoldRow {
  n: number;
  verdict: HoldVerdict;
  order_id: string | null;
  payment_id: string | null;
  expires: Date;
  at: Date;
}

const limits = [holdMs, guestHoldShareMax, holdsPerAddressMax, paymentAttemptsMax, paymentAttemptsWindowMs];

export const batchHolds = (db: Db) =>
  createBatcher<HoldRequest, HoldAnswer>({
    ...batchLimits,
    async run(eventId, requests) {
      const asked = requests.map((request, n) => ({
        ...seatRow(request, n),
        provider: request.provider,
        percent: request.promo?.percent,
        reprice: request.reprice,
        fee: request.feeMinor,
      }));
      const rows = await runBatch(() =>
        db.query<HoldRow>('SELECT * FROM hold_seats($1, $2, $3, $4, $5, $6, $7)', [
          eventId,
          JSON.stringify(asked),
          ...limits,
        ]),
      );
      return rows.map((row) => ({
        verdict: row.verdict,
        orderId: row.order_id ?? undefined,
        paymentId: row.payment_id ?? undefined,
        expiresAt: row.expires.getTime(),
        at: row.at.getTime(),
      }));
    },
  });
