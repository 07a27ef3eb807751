import type { KindCode } from '@frontrow/core/events/live-event-machine.ts';
import type { Minor } from '@frontrow/core/kernel/money.ts';
import {
  guestHoldShareMax,
  holdMs,
  holdsPerAddressMax,
  paymentAttemptsMax,
  paymentAttemptsWindowMs,
  seatBatchMax,
  seatQueueMax,
  unopenedPerAddressMax,
} from '@frontrow/core/ticketing/limits.ts';
import type { PaymentStatus } from '@frontrow/core/ticketing/machines.ts';
import type { CostlessSeatVerdict, HoldVerdict, SettleVerdict } from '@frontrow/core/ticketing/verdicts.ts';
import { createBatcher } from '../../db/batcher.ts';
import { isRetriable, sqlStateOf } from '../../db/database-errors.ts';
import type { Db } from '../../db/db.ts';
import type { PromoTerms, TokenClaim } from './seat-terms.ts';

const attemptsMax = 4;

/** Data, integrity and raised errors may be the fault of one request; a lost connection is no request's fault. */
const mayBeOnesFault = (error: unknown): boolean => /^(22|23|P0)/.test(sqlStateOf(error));

const batchLimits = { batchMax: seatBatchMax, waitingMax: seatQueueMax, splitsOn: mayBeOnesFault };

/** Runs the statement of a batch and returns its rows in the order of the requests; deadlocks are retried. */
async function runBatch<Row extends { readonly n: number }>(statement: () => Promise<Row[]>): Promise<Row[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      const rows = await statement();
      return rows.toSorted((a, b) => a.n - b.n);
    } catch (error) {
      if (!isRetriable(error) || attempt >= attemptsMax) throw error;
    }
  }
}

/** What every request for a seat states: the buyer, the kind of ticket, and the terms. */
interface SeatRequest {
  readonly orderId: string;
  readonly paymentId: string;
  readonly buyerId: number;
  /** Normalized email address of a guest. */
  readonly guestEmail: string | undefined;
  readonly guestKey: string | undefined;
  readonly kind: KindCode;
  readonly priceMinor: Minor;
  readonly discountMinor: Minor;
  readonly promo: PromoTerms | undefined;
  readonly minFeeMinor: Minor;
  readonly feeBp: number;
  readonly currency: string;
  /** Network address that seats are counted by; undefined if they are not counted. */
  readonly address: string | undefined;
}

/** A request as the stored functions read it; `n` is its place in the batch. */
const seatRow = (request: SeatRequest, n: number): object => ({
  n,
  order_id: request.orderId,
  payment_id: request.paymentId,
  buyer: request.buyerId,
  email: request.guestEmail,
  guest: request.guestKey,
  kind: request.kind,
  price: request.priceMinor,
  discount: request.discountMinor,
  promo: request.promo?.id,
  min_fee: request.minFeeMinor,
  fee_bp: request.feeBp,
  currency: request.currency,
  address: request.address,
});

interface HoldRequest extends SeatRequest {
  readonly feeMinor: Minor;
  /** A promo code is named or was removed: an open order at another price must make room for a new one. */
  readonly reprice: boolean;
  /** The provider that will be asked for the money: its payment is written with the hold. Undefined: only hold. */
  readonly provider: string | undefined;
}

interface HoldAnswer {
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

const batchHolds = (db: Db) =>
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

interface CostlessSeatRequest extends SeatRequest {
  readonly ticketId: string;
  readonly code: string;
  /** Of a ticket for token holders. */
  readonly claim?: TokenClaim | undefined;
}

interface CostlessSeatAnswer {
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

const batchCostlessSeats = (db: Db) =>
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

/** What a provider says about one of our payments. */
export interface SeenPayment {
  readonly paymentId: string;
  readonly status: Exclude<PaymentStatus, 'creating'>;
  readonly ref: string | undefined;
  readonly captureRef: string | undefined;
  readonly amountMinor: Minor;
  readonly currency: string;
  readonly failure: string | undefined;
  /** The id of the ticket that this issues, if it issues one. */
  readonly ticketId: string;
  readonly code: string;
}

interface SettleAnswer {
  readonly verdict: SettleVerdict;
  /** The number of a ticket issued in a batch; the seat of one issued alone must be read. */
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

const batchSettlements = (db: Db) =>
  createBatcher<SeenPayment, SettleAnswer>({
    ...batchLimits,
    async run(eventId, seen) {
      const answer = seen.map((one, n) => ({
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
          JSON.stringify(answer),
        ]),
      );
      return rows.map((row) => ({ verdict: row.verdict, seat: row.seat ?? undefined, at: row.at.getTime() }));
    },
  });

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
