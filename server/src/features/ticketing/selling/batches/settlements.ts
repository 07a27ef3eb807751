import type { Minor } from '@frontrow/core/kernel/money.ts';
import type { PaymentStatus } from '@frontrow/core/ticketing/machines.ts';
import type { SettleVerdict } from '@frontrow/core/ticketing/verdicts.ts';
import { createBatcher } from '../../../../db/batcher.ts';
import type { Db } from '../../../../db/db.ts';
import { batchLimits, runBatch } from './run-batch.ts';

/** What a provider says about one of our payments. */
export interface SeenPayment {
  readonly paymentId: string;
  readonly status: Exclude<PaymentStatus, 'creating'>;
  readonly ref: string | undefined;
  readonly captureRef: string | undefined;
  readonly amountMinor: Minor;
  readonly currency: string;
  readonly failure: string | undefined;
  /** Of the ticket that this makes, should it make one. */
  readonly ticketId: string;
  readonly code: string;
}

export interface SettleAnswer {
  readonly verdict: SettleVerdict;
  /** Of a ticket that was made together with others; the seat of one made alone must be read. */
  readonly seat: number | undefined;
  /** The database's time of the decision. */
  readonly at: number;
}

interface SettleRow {
  n: number;
  verdict: SettleVerdict;
  seat: number | null;
  at: Date;
}

export const batchSettlements = (db: Db) =>
  createBatcher<SeenPayment, SettleAnswer>({
    ...batchLimits,
    async run(eventId, seen) {
      const said = seen.map((one, n) => ({
        n,
        payment_id: one.paymentId,
        status: one.status,
        ref: one.ref,
        capture_ref: one.captureRef,
        amount: one.amountMinor,
        currency: one.currency,
        failure: one.failure,
        ticket_id: one.ticketId,
        code: one.code,
      }));
      const rows = await runBatch(() =>
        db.query<SettleRow>('SELECT n, verdict, seat, at FROM settle_payments($1, $2)', [
          eventId,
          JSON.stringify(said),
        ]),
      );
      return rows.map((row) => ({ verdict: row.verdict, seat: row.seat ?? undefined, at: row.at.getTime() }));
    },
  });
