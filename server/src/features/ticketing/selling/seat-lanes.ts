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
import { createBatcher } from '../../../db/batcher.ts';
import type { Db } from '../../../db/db.ts';

/** The words `sell_free_seats` and `hold_seats` answer with. Those that are refusals carry the refusal's code. */
export type SeatVerdict =
  | 'sold'
  | 'replayed'
  | 'held'
  | 'pending'
  | 'payment_open'
  | 'lapsed'
  | 'free_order'
  | 'afresh'
  | 'again'
  | 'ticket_elsewhere'
  | 'full_elsewhere'
  | 'order_elsewhere'
  | 'terms_changed'
  | 'event_not_found'
  | 'event_cancelled'
  | 'event_over'
  | 'ticketing_closed'
  | 'token_gated'
  | 'ticket_type_wrong'
  | 'own_event'
  | 'already_has_ticket'
  | 'sold_out'
  | 'too_many_holds'
  | 'too_many_unopened'
  | 'too_many_attempts'
  | 'promo_not_yet'
  | 'promo_expired'
  | 'promo_used_up';

export interface SeatRequest {
  readonly orderId: string;
  readonly paymentId: string;
  readonly buyerId: number;
  /** Normalised address of a guest. */
  readonly guestEmail: string | undefined;
  readonly guestKey: string | undefined;
  readonly kind: KindCode;
  readonly priceMinor: Minor;
  readonly discountMinor: Minor;
  readonly minFeeMinor: Minor;
  readonly feeBp: number;
  readonly currency: string;
}

export interface FreeSeatRequest extends SeatRequest {
  /** Network address that seats for unopened mails are counted by; undefined where they are not. */
  readonly address: string | undefined;
  readonly ticketId: string;
  readonly code: string;
}

export interface HoldRequest extends SeatRequest {
  readonly feeMinor: Minor;
  readonly discountPercent: number;
  /** A promo code, or none any more, was named: an open order at another price makes room for a new one. */
  readonly reprice: boolean;
  /** Network address that holds are counted by; undefined where they are not. */
  readonly address: string | undefined;
  /** Also write the payment this hold is for, before that provider is called. */
  readonly provider: string | undefined;
}

export interface FreeSeatAnswer {
  readonly verdict: SeatVerdict;
  readonly orderId: string | undefined;
  readonly seat: number | undefined;
  /** The database's time of the decision. */
  readonly at: number;
}

export interface HoldAnswer {
  readonly verdict: SeatVerdict;
  readonly orderId: string | undefined;
  /** Set when this call wrote a payment. */
  readonly paymentId: string | undefined;
  /** End of the hold; with `too_many_attempts` when the next one may be made. */
  readonly expiresAt: number;
  /** The database's time of the decision. */
  readonly at: number;
}

/** What a provider says about one of our payments. */
export interface SeenPayment {
  readonly paymentId: string;
  readonly status: Exclude<PaymentStatus, 'creating'>;
  readonly ref: string | undefined;
  readonly captureRef: string | undefined;
  readonly amountMinor: Minor;
  readonly currency: string;
  readonly failure: string | undefined;
  /** Used when this makes a ticket. */
  readonly ticketId: string;
  readonly code: string;
}

/** `paid`: the ticket exists now. `refunding`: money came but no seat was left for it. `mismatch`: authentic, but not our amount. */
export type SettleVerdict = 'paid' | 'already' | 'refunding' | 'mismatch' | Exclude<PaymentStatus, 'succeeded'>;

export interface SettleAnswer {
  readonly verdict: SettleVerdict;
  /** Of a ticket made together with others; who needs the seat of one made alone reads it. */
  readonly seat: number | undefined;
  /** The database's time of the decision. */
  readonly at: number;
}

export interface SeatLanes {
  sellFree(eventId: string, request: FreeSeatRequest): Promise<FreeSeatAnswer>;
  hold(eventId: string, request: HoldRequest): Promise<HoldAnswer>;
  settle(eventId: string, seen: SeenPayment): Promise<SettleAnswer>;
}

const retriable = new Set(['40001', '40P01', '55P03']);
const triesMax = 4;
const stateOf = (error: unknown): string => (error as { code?: string }).code ?? '';
/** Data, integrity and raised errors may be one request's fault; a lost connection is nobody's. */
const oneIsToBlame = (error: unknown): boolean => /^(22|23|P0)/.test(stateOf(error));

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
  min_fee: request.minFeeMinor,
  fee_bp: request.feeBp,
  currency: request.currency,
});

/** The lanes of hot events: one per event and kind of request, each deciding up to `seatBatchMax` requests in one statement. */
export function createSeatLanes(db: Db): SeatLanes {
  const run = async <Row extends { n: number }>(text: string, params: readonly unknown[]): Promise<Row[]> => {
    for (let attempt = 1; ; attempt++) {
      try {
        const rows = await db.query<Row>(text, params);
        return rows.toSorted((a, b) => a.n - b.n);
      } catch (error) {
        if (!retriable.has(stateOf(error)) || attempt >= triesMax) throw error;
      }
    }
  };
  const limits = { batchMax: seatBatchMax, waitingMax: seatQueueMax, splitsOn: oneIsToBlame };

  const free = createBatcher<FreeSeatRequest, FreeSeatAnswer>({
    ...limits,
    async run(eventId, requests) {
      const rows = requests.map((request, n) => ({
        ...seatRow(request, n),
        ticket_id: request.ticketId,
        code: request.code,
        address: request.address,
      }));
      const answers = await run<{
        n: number;
        verdict: SeatVerdict;
        order_id: string | null;
        seat: number | null;
        at: Date;
      }>('SELECT * FROM sell_free_seats($1, $2, $3)', [eventId, JSON.stringify(rows), unopenedPerAddressMax]);
      return answers.map((row) => ({
        verdict: row.verdict,
        orderId: row.order_id ?? undefined,
        seat: row.seat ?? undefined,
        at: row.at.getTime(),
      }));
    },
  });

  const holds = createBatcher<HoldRequest, HoldAnswer>({
    ...limits,
    async run(eventId, requests) {
      const rows = requests.map((request, n) => ({
        ...seatRow(request, n),
        provider: request.provider,
        percent: request.discountPercent,
        reprice: request.reprice,
        fee: request.feeMinor,
        address: request.address,
      }));
      const answers = await run<{
        n: number;
        verdict: SeatVerdict;
        order_id: string | null;
        payment_id: string | null;
        expires: Date;
        at: Date;
      }>('SELECT * FROM hold_seats($1, $2, $3, $4, $5, $6, $7)', [
        eventId,
        JSON.stringify(rows),
        holdMs,
        guestHoldShareMax,
        holdsPerAddressMax,
        paymentAttemptsMax,
        paymentAttemptsWindowMs,
      ]);
      return answers.map((row) => ({
        verdict: row.verdict,
        orderId: row.order_id ?? undefined,
        paymentId: row.payment_id ?? undefined,
        expiresAt: row.expires.getTime(),
        at: row.at.getTime(),
      }));
    },
  });

  const settlements = createBatcher<SeenPayment, SettleAnswer>({
    ...limits,
    async run(eventId, seen) {
      const rows = seen.map((one, n) => ({
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
      const answers = await run<{ n: number; verdict: SettleVerdict; seat: number | null; at: Date }>(
        'SELECT n, verdict, seat, at FROM settle_payments($1, $2)',
        [eventId, JSON.stringify(rows)],
      );
      return answers.map((row) => ({ verdict: row.verdict, seat: row.seat ?? undefined, at: row.at.getTime() }));
    },
  });

  return {
    sellFree: free,
    hold: holds,
    settle: settlements,
  };
}
