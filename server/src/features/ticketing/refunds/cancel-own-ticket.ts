import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import {
  type SelfCancelPolicy,
  selfCancelParts,
  type SelfCancelQuestion,
  selfCancelRefusal,
} from '@frontrow/core/ticketing/self-cancel.ts';
import type { Sql } from '../../../db/db.ts';
import { recordFact } from '../../../facts/record-fact.ts';
import type { Checkout } from '../selling/checkout.ts';
import { findTicket, type HeldTicket } from '../store.ts';
import { lockOwnTicket } from '../tickets/lock-own-ticket.ts';

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

export interface SelfCancelTerms extends SelfCancelQuestion {
  /** What would go back; undefined without a policy. */
  readonly parts: Parts | undefined;
}

/** What the rules ask about a ticket. Its event and order are locked, or the answer is only shown. */
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
 * Takes the caller's ticket back because the host allows it: the seat is free at once, and what the ticket promised
 * goes back to who paid. Asked again, it answers the same.
 */
export async function cancelOwnTicket(
  checkout: Checkout,
  holder: Pick<Account, 'id' | 'guestOf'>,
  ticketId: string,
): Promise<HeldTicket & { readonly refund: Parts }> {
  const { db } = checkout;
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
    // What is refunded has the email of its refund.
    if (price + fee === 0)
      await recordFact(tx, {
        topic: 'HolderTold',
        dedupeKey: `returned:${ticketId}`,
        payload: { eventUuid: eventId, ticketId, what: 'returned' },
      });
  });
  const outcome = await findTicket(db, ticketId);
  if (!outcome) throw refuse('ticket_not_found');
  const back = await db.one<{ price: number; fee: number }>(
    'SELECT refunded_price_minor AS price, refunded_fee_minor AS fee FROM orders WHERE id = $1',
    [outcome.order.id],
  );
  return { ...outcome, refund: back! };
}
