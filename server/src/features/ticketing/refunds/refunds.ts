import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { replayRefund, type ReplayRefund } from '@frontrow/core/broadcast/replay-refund.ts';
import { replayRefundMs } from '@frontrow/core/broadcast/replay-sale.ts';
import { refundDue, type RefundReason } from '@frontrow/core/ticketing/refund-due.ts';
import type { RefundParts } from '@frontrow/core/ticketing/refund-parts.ts';
import {
  selfCancelParts,
  type SelfCancelPolicy,
  type SelfCancelQuestion,
  selfCancelRefusal,
} from '@frontrow/core/ticketing/self-cancel.ts';
import type { Sql, Tx } from '../../../db/db.ts';
import type { PayloadOf } from '../../../facts/catalogue.ts';
import { recordFact } from '../../../facts/fact-handler.ts';
import { findTicket, type HeldTicket, lockOwnTicket, ticketReturned } from '../records.ts';
import type { TicketingDeps } from '../ticketing-deps.ts';

interface TicketFacts {
  replay_of: string | null;
  /** Of a replay ticket. */
  sent_ms: number | null;
  played_ms: number | null;
  length_ms: number | null;
  /** The recording was deleted. */
  gone: boolean;
  paid_at: Date;
  starts_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  cancelled: boolean;
  unpublished: boolean;
  moved_since_order: boolean;
  turned_away: boolean;
  free: boolean;
  now: Date;
}

/** Joined to a ticket `t` of the event `e`: of a replay ticket, what counts as watched. */
export const joinReplayShare = 'LEFT JOIN LATERAL replay_share(t.id, e.replay_of) share ON e.replay_of IS NOT NULL';
export const replayFacts = `e.replay_of IS NOT NULL AND e.finished_at IS NOT NULL AS gone,
  share.sent_ms, share.played_ms, share.length_ms`;

/**
 * Refunds a ticket in full if the host is late, the event was moved, or the room has no place for its holder. The seat
 * is released immediately. Judged under the event's lock, under which people also take their places in the room. Throws
 * `refund_not_due`, `ticket_not_found`, `ticket_passed_on`.
 */
export async function refundTicket(
  deps: TicketingDeps,
  holder: Pick<Account, 'id' | 'guestOf'>,
  ticketId: string,
): Promise<HeldTicket> {
  await deps.db.tx(async (tx) => {
    const { eventId, orderId, voided } = await lockOwnTicket(tx, holder, ticketId);
    if (voided) return;
    const row = await factsOf(tx, deps.config, holder.id, ticketId);
    const reason = row && reasonOf(row);
    if (!reason) throw refuse('refund_not_due');
    await tx.query('SELECT refund_orders($1, $2, $3, 1)', [eventId, reason, [orderId]]);
    // A paid ticket has the email about its refund.
    if (row.free) await recordReturn(tx, { eventUuid: eventId, ticketId, orderId, reason });
  });
  const outcome = await findTicket(deps.db, ticketId);
  if (!outcome) throw refuse('ticket_not_found');
  return outcome;
}

/** Its holder is emailed, and the host's endpoints hear of it, because there is no refund to tell them. */
async function recordReturn(tx: Tx, returned: PayloadOf<'TicketReturned'>): Promise<void> {
  const { eventUuid, ticketId } = returned;
  await recordFact(tx, {
    topic: 'HolderTold',
    dedupeKey: `returned:${ticketId}`,
    payload: { eventUuid, ticketId, what: 'returned' },
  });
  await recordFact(tx, ticketReturned(returned));
}

const factsOf = (
  tx: Tx,
  { broadcastViewersMax }: TicketingDeps['config'],
  holderId: number,
  ticketId: string,
): Promise<TicketFacts | undefined> =>
  tx.one<TicketFacts>(
    `SELECT o.paid_at, o.total_minor = 0 AS free, e.replay_of, ${replayFacts}, e.starts_at, e.started_at, e.finished_at,
       e.cancelled_at IS NOT NULL AS cancelled,
       e.unpublished_at IS NOT NULL AS unpublished,
       (o.created_at < e.rescheduled_at) IS TRUE AS moved_since_order,
       is_turned_away(t.event_id, t.holder_id, $3) AS turned_away, app_now() AS now
     FROM ticket t JOIN orders o ON o.id = t.order_id JOIN event e ON e.id = t.event_id ${joinReplayShare}
     WHERE t.id = $1 AND t.holder_id = $2`,
    [ticketId, holderId, broadcastViewersMax],
  );

/** What the holder of a replay ticket has watched and may return; undefined for other tickets. */
export const replayRefundOf = (row: Omit<TicketFacts, 'free'>): ReplayRefund | undefined => {
  if (row.replay_of === null) return undefined;
  const refund = replayRefund({
    now: row.now.getTime(),
    paidAt: row.paid_at.getTime(),
    sentMs: row.sent_ms ?? 0,
    playedMs: row.played_ms ?? 0,
    lengthMs: row.length_ms ?? 0,
  });
  return { ...refund, possible: refund.possible && !row.gone };
};

/** Why this ticket may be refunded now; undefined if it may not. */
export const reasonOf = (row: Omit<TicketFacts, 'free'>): RefundReason | undefined => {
  const returned = replayRefundOf(row);
  if (returned) return returned.possible ? 'replay_returned' : undefined;
  return refundDue({
    now: row.now.getTime(),
    paidAt: row.paid_at.getTime(),
    startsAt: row.starts_at.getTime(),
    startedAt: row.started_at?.getTime(),
    finishedAt: row.finished_at?.getTime(),
    cancelled: row.cancelled,
    unpublished: row.unpublished,
    movedSinceOrder: row.moved_since_order,
    turnedAway: row.turned_away,
  });
};

interface CancelRow {
  starts_at: Date;
  started: boolean;
  cancelled: boolean;
  hours: number | null;
  percent: number | null;
  price_minor: number;
  fee_minor: number;
  refunded_price_minor: number;
  refunded_fee_minor: number;
  now: Date;
}

interface Parts {
  readonly price: number;
  readonly fee: number;
}

interface SelfCancelTerms extends SelfCancelQuestion {
  /** The amount that would be refunded; undefined without a policy. */
  readonly parts: Parts | undefined;
}

/** What the rules need to know about a ticket. Its event and order are locked, or the answer is only shown. */
export async function selfCancelTerms(sql: Pick<Sql, 'one'>, ticketId: string): Promise<SelfCancelTerms> {
  const row = await sql.one<CancelRow>(
    `SELECT e.starts_at, e.state > 0 AS started, e.cancelled_at IS NOT NULL AS cancelled,
       t.self_cancel_hours AS hours, t.self_cancel_percent AS percent,
       o.price_minor - o.discount_minor AS price_minor, o.fee_minor, o.refunded_price_minor, o.refunded_fee_minor,
       app_now() AS now
     FROM ticket t JOIN orders o ON o.id = t.order_id JOIN event e ON e.id = t.event_id WHERE t.id = $1`,
    [ticketId],
  );
  if (!row) throw refuse('ticket_not_found');
  const policy: SelfCancelPolicy | undefined =
    row.hours === null ? undefined : { hours: row.hours, percent: row.percent ?? undefined };
  const paid = {
    priceMinor: row.price_minor,
    feeMinor: row.fee_minor,
    refundedPriceMinor: row.refunded_price_minor,
    refundedFeeMinor: row.refunded_fee_minor,
  };
  return {
    now: row.now.getTime(),
    startsAt: row.starts_at.getTime(),
    started: row.started,
    cancelled: row.cancelled,
    policy,
    parts: policy && selfCancelParts(paid, policy),
  };
}

/**
 * Cancels the caller's ticket under the host's cancellation policy: the seat is released immediately, and what the
 * ticket promised is refunded to the buyer. A repeated call answers the same.
 */
export async function cancelOwnTicket(
  deps: TicketingDeps,
  holder: Pick<Account, 'id' | 'guestOf'>,
  ticketId: string,
): Promise<HeldTicket & { readonly refund: Parts }> {
  const { db } = deps;
  await db.tx(async (tx) => {
    const { eventId, orderId, voided } = await lockOwnTicket(tx, holder, ticketId);
    if (voided) return;
    const terms = await selfCancelTerms(tx, ticketId);
    const no = selfCancelRefusal(terms);
    if (no) throw refuse(no, { hours: terms.policy?.hours ?? 0 });
    const { price, fee } = terms.parts!;
    const done = await tx.one<{ done: boolean }>("SELECT take_back_in_part($1, 'self_cancelled', $2, $3) AS done", [
      orderId,
      price,
      fee,
    ]);
    // Disputed: the provider decides about its money.
    if (!done?.done) throw refuse('order_not_refundable');
    // A refunded ticket has the email about its refund.
    if (price + fee === 0) await recordReturn(tx, { eventUuid: eventId, ticketId, orderId, reason: 'self_cancelled' });
  });
  const outcome = await findTicket(db, ticketId);
  if (!outcome) throw refuse('ticket_not_found');
  // What went back with the ticket, not what was refunded by hand while it was good.
  const back = await db.one<{ price: number; fee: number }>(
    `SELECT coalesce(sum(price_minor), 0)::bigint AS price, coalesce(sum(fee_minor), 0)::bigint AS fee
     FROM refund WHERE payment_id = (SELECT sale_payment(o) FROM orders o WHERE o.id = $1)
       AND created_at >= (SELECT voided_at FROM ticket WHERE id = $2)`,
    [outcome.order.id, ticketId],
  );
  return { ...outcome, refund: back! };
}

/**
 * Refunds part of a paid order by hand; if nothing is left after it, the ticket is void. False if the order is no
 * longer paid, or less is left of it.
 */
export async function refundInPart(
  sql: Sql,
  orderId: string,
  reason: string,
  { priceMinor, feeMinor }: RefundParts,
): Promise<boolean> {
  const row = await sql.one<{ refund: string | null }>('SELECT refund_part($1, $2, $3, $4, NULL) AS refund', [
    orderId,
    reason,
    priceMinor,
    feeMinor,
  ]);
  return typeof row?.refund === 'string';
}

/** Orders refunded per transaction, so that a full house never locks its event for long. */
const refundBatchMax = 200;
/** A house of 100,000 takes 500 batches; the limit only stops a loop that makes no progress. */
const batchesMax = 2_000;

/**
 * Refunds every buyer of an event and releases its held seats. Safe to run again, because only paid orders are
 * refunded.
 */
async function refundEvent(sql: Sql, eventId: string, reason: string): Promise<void> {
  await sql.query('SELECT cancel_holds($1)', [eventId]);
  await inBatches(() =>
    sql.one<{ done: number }>('SELECT refund_orders($1, $2, NULL, $3) AS done', [eventId, reason, refundBatchMax]),
  );
}

/**
 * No one keeps money of a cancelled event: what the host kept of tickets that their holders cancelled is refunded, too.
 * Safe to run again.
 */
export async function refundCancelledEvent(sql: Sql, eventId: string): Promise<void> {
  await refundEvent(sql, eventId, 'event_cancelled');
  await inBatches(() =>
    sql.one<{ done: number }>("SELECT refund_kept_parts($1, 'event_cancelled', $2) AS done", [eventId, refundBatchMax]),
  );
}

async function inBatches(run: () => Promise<{ done: number } | undefined>): Promise<void> {
  for (let batch = 0; batch < batchesMax; batch++) if (((await run())?.done ?? 0) < refundBatchMax) return;
}

/**
 * The host deleted the replay, or an app admin took it down: everyone who bought a ticket to it within the last 14 days
 * before that is refunded, also those who have watched it. Safe to run again.
 */
export async function refundRemovedReplay(sql: Sql, eventUuid: string): Promise<void> {
  const replays = await sql.query<{ id: string }>('SELECT id FROM event WHERE replay_of = $1 ORDER BY id', [eventUuid]);
  for (const { id } of replays) {
    await sql.query('SELECT cancel_holds($1)', [id]);
    await inBatches(() =>
      sql.one<{ done: number }>(
        `SELECT refund_orders($1, 'replay_removed', ARRAY(
           SELECT o.id FROM orders o JOIN event e ON e.id = o.event_id
           WHERE o.event_id = $1 AND o.status = 'paid' AND o.paid_at >= e.finished_at - $3 * interval '1 ms'
           ORDER BY o.id LIMIT $2::int), $2::int) AS done`,
        [id, refundBatchMax, replayRefundMs],
      ),
    );
  }
}

/** Refunds every event whose host was not live in time, if the installation is set to do so. */
export async function refundLateEvents(sql: Sql, lateAfterMs: number): Promise<void> {
  const late = await sql.query<{ id: string }>(
    `SELECT e.id FROM event e
     WHERE e.state = 0 AND e.cancelled_at IS NULL AND e.starts_at <= app_now() - $1 * interval '1 ms'
       AND EXISTS (SELECT 1 FROM orders o WHERE o.event_id = e.id AND o.status = 'paid') ORDER BY e.starts_at LIMIT 20`,
    [lateAfterMs],
  );
  for (const { id } of late) await refundEvent(sql, id, 'host_late');
}

/**
 * Refunds a paid order in full and voids its ticket; false if there is nothing to refund. The holder of a free ticket
 * gets an email about it, because no email about a refund follows. A meeting's steps have their own.
 */
export async function refundOrder(
  tx: Tx,
  eventUuid: string,
  orderId: string,
  reason: 'admin' | 'host_missed' | 'token_sold',
): Promise<boolean> {
  const row = await tx.one<{ done: number }>('SELECT refund_orders($1, $2, $3, 1) AS done', [
    eventUuid,
    reason,
    [orderId],
  ]);
  if ((row?.done ?? 0) === 0) return false;
  const free = await tx.one<{ id: string }>(
    `SELECT t.id FROM orders o JOIN event e ON e.id = o.event_id JOIN ticket t ON t.order_id = o.id
     WHERE o.id = $1 AND o.total_minor = 0 AND e.private_for IS NULL ORDER BY t.created_at DESC LIMIT 1`,
    [orderId],
  );
  if (!free || reason === 'host_missed') return true;
  await recordFact(tx, {
    topic: 'HolderTold',
    dedupeKey: `taken_back:${free.id}`,
    payload: { eventUuid, ticketId: free.id, what: 'taken_back', because: reason },
  });
  await recordFact(tx, ticketReturned({ eventUuid, ticketId: free.id, orderId, reason }));
  return true;
}
