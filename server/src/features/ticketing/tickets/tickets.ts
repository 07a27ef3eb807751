import type { AnswerOf } from '@frontrow/contract/api.ts';
import type { WireEventCard } from '@frontrow/contract/events/api.ts';
import type { WireOrder, WirePaymentIntent, wirePaymentOrder, WireTicket } from '@frontrow/contract/ticketing/api.ts';
import type { ReplayRefund } from '@frontrow/core/broadcast/replay-refund.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { currencyOf, type Minor, toDecimal } from '@frontrow/core/kernel/money.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { ticketsPageSize } from '@frontrow/core/ticketing/limits.ts';
import type { OrderStatus } from '@frontrow/core/ticketing/machines.ts';
import { selfCancelRefusal, selfCancelUntil } from '@frontrow/core/ticketing/self-cancel.ts';
import { transferRefusal } from '@frontrow/core/ticketing/ticket-transfer.ts';
import type { z } from 'zod';
import { nextCursor, readTimeCursor } from '../../../db/cursors.ts';
import type { Kit } from '../../../kit.ts';
import type { CardIntent } from '../../../ports/card-payments.ts';
import type { WalletOrder } from '../../../ports/wallet-payments.ts';
import { type Events, replayRefundView } from '../../events/index.ts';
import type { Confirmed } from '../payments/open-payments.ts';
import { type OrderRecord, type Purchased, ticketOf, type TicketRecord } from '../records.ts';
import { joinReplayShare, reasonOf, replayFacts, replayRefundOf, selfCancelTerms } from '../refunds/refunds.ts';
import type { TicketingDeps } from '../ticketing-deps.ts';
import type { Passes } from '../wallets/passes.ts';
import { isGuestListStaff } from './guest-list.ts';
import { factsOf } from './transfer.ts';

export function orderView(order: OrderRecord): WireOrder {
  const { digits } = currencyOf(order.currency);
  return {
    order_uuid: order.id,
    order_status: order.status,
    event_uuid: order.replayOf ?? order.eventId,
    ...(order.replayOf !== undefined && { replay: true as const }),
    price: toDecimal(order.priceMinor, digits),
    discount: toDecimal(order.discountMinor, digits),
    fee: toDecimal(order.feeMinor, digits),
    total: toDecimal(order.totalMinor, digits),
    currency_code: order.currency,
    hold_expires_at: order.status === 'pending' ? (order.holdExpiresAt ?? null) : null,
    ...(order.offered && order.status === 'pending' && { offered: true as const }),
  };
}

/** What happened to a void ticket, by its order; otherwise its refund is on its way. */
const voidedStates: Partial<Record<OrderRecord['status'], WireTicket['ticket_state']>> = {
  refunded: 'refunded',
  disputed: 'disputed',
  charged_back: 'disputed',
};

function stateOf({ transferred, voided }: TicketRecord, { status }: OrderRecord): WireTicket['ticket_state'] {
  if (!voided) return 'valid';
  return transferred ? 'transferred' : (voidedStates[status] ?? 'refunding');
}

export function ticketView(ticket: TicketRecord, order: OrderRecord): WireTicket {
  return {
    ticket_uuid: ticket.id,
    ticket_code: ticket.code,
    ticket_state: stateOf(ticket, order),
    ticket_seat: ticket.seat,
    event_uuid: ticket.replayOf ?? ticket.eventId,
    ...(ticket.replayOf !== undefined && { replay: true as const }),
    ...(ticket.qr && !ticket.voided && { qr: true as const }),
    created_at: ticket.createdAt,
    order: orderView(order),
  };
}

/** `returnUrl` is where the challenge page ends; the checkout waits for it in its frame. */
function intentView(intent: CardIntent, returnUrl: string): WirePaymentIntent {
  const { redirectUrl } = intent;
  return {
    id: intent.ref,
    status: intent.status,
    amount: toDecimal(intent.amountMinor, currencyOf(intent.currency).digits),
    currency: intent.currency,
    next_action:
      intent.status === 'requires_action' && redirectUrl
        ? { redirect_to_url: { url: redirectUrl, return_url: returnUrl } }
        : null,
  };
}

function walletView(order: WalletOrder): z.infer<typeof wirePaymentOrder> {
  return {
    id: order.ref,
    status: order.status,
    links: order.approveUrl ? [{ href: order.approveUrl, rel: 'approve' }] : [],
  };
}

export function purchaseView({ intent, wallet, order, ticket, ticketOrder = order }: Purchased, returnUrl: string) {
  return {
    ...(intent && { payment_intent: intentView(intent, returnUrl) }),
    ...(wallet && { payment_order: walletView(wallet) }),
    order: orderView(order),
    ticket: ticket ? ticketView(ticket, ticketOrder) : null,
  };
}

export const confirmedView = <Status>({ status, order, ticket, ticketOrder = order }: Confirmed<Status>) => ({
  status,
  order: order ? orderView(order) : null,
  ticket: ticketOrder && ticket ? ticketView(ticket, ticketOrder) : null,
});

interface TicketsQuestion {
  readonly scope: 'upcoming' | 'past' | 'all';
  readonly eventId: string | undefined;
  readonly cursor: string | undefined;
}

interface ListedTicket {
  readonly ticket: TicketRecord;
  readonly order: OrderRecord;
  readonly event: WireEventCard;
  readonly refundable: boolean;
  /** What a full refund returns. */
  readonly refundMinor: Minor;
  readonly bought: boolean;
  /** Of a replay ticket that is good. */
  readonly replayRefund: ReplayRefund | undefined;
}

export const listedTicketView = ({
  ticket,
  order,
  event,
  refundable,
  refundMinor,
  bought,
  replayRefund,
}: ListedTicket) => ({
  ticket: ticketView(ticket, order),
  event,
  refundable,
  refund_total: toDecimal(refundMinor, currencyOf(order.currency).digits),
  bought,
  ...(replayRefund && { replay_refund: replayRefundView(replayRefund) }),
});

interface Row {
  id: string;
  code: string;
  seat: number;
  event_id: string;
  replay_of: string | null;
  created_at: Date;
  voided: boolean;
  transferred: boolean;
  qr: boolean;
  order_id: string;
  status: OrderStatus;
  price_minor: number;
  discount_minor: number;
  fee_minor: number;
  total_minor: number;
  refund_minor: number;
  currency: string;
  bought: boolean;
  paid_at: Date;
  starts_at: Date;
  starts_at_text: string;
  started_at: Date | null;
  finished_at: Date | null;
  cancelled: boolean;
  unpublished: boolean;
  moved_since_order: boolean;
  turned_away: boolean;
  now: Date;
  sent_ms: number | null;
  played_ms: number | null;
  length_ms: number | null;
  gone: boolean;
}

const scopeFilter = {
  upcoming: 'AND t.voided_at IS NULL AND e.state < 2 AND e.cancelled_at IS NULL',
  past: 'AND (t.voided_at IS NOT NULL OR e.state = 2 OR e.cancelled_at IS NOT NULL)',
  all: '',
} as const;

/** The caller's tickets by the start of the event, newest first (upcoming: soonest first), page by page. */
export async function listTickets(
  { db: sql, config }: Pick<Kit, 'db' | 'config'>,
  events: Pick<Events, 'cards'>,
  actor: Account,
  { scope, eventId, cursor }: TicketsQuestion,
): Promise<{ tickets: ListedTicket[]; next: string | null }> {
  const soonestFirst = scope === 'upcoming';
  const after = readTimeCursor(cursor, 'uuid');
  const only = actor.guestOf ?? eventId;
  const order = soonestFirst ? 'ASC' : 'DESC';
  const rows = await sql.query<Row>(
    `SELECT t.id, t.code, t.seat, t.event_id, e.replay_of, t.created_at, t.voided_at IS NOT NULL AS voided,
       t.transferred, e.ticket_qr AS qr,
       o.id AS order_id, o.status, o.price_minor, o.discount_minor, o.fee_minor, o.total_minor,
       o.total_minor - o.refunded_price_minor - o.refunded_fee_minor AS refund_minor, o.currency,
       o.buyer_id = t.holder_id AS bought, o.paid_at,
       e.starts_at, e.starts_at::text AS starts_at_text, e.started_at, e.finished_at,
       e.cancelled_at IS NOT NULL AS cancelled, e.unpublished_at IS NOT NULL AS unpublished,
       (o.created_at < e.rescheduled_at) IS TRUE AS moved_since_order,
       is_turned_away(t.event_id, t.holder_id, $6) AS turned_away, app_now() AS now, ${replayFacts}
     FROM ticket t JOIN orders o ON o.id = t.order_id JOIN event e ON e.id = t.event_id ${joinReplayShare}
     WHERE t.holder_id = $1 AND ($2::uuid IS NULL OR t.event_id = $2 OR e.replay_of = $2) ${scopeFilter[scope]}
       AND ($3::timestamptz IS NULL OR (e.starts_at, t.id) ${soonestFirst ? '>' : '<'} ($3, $4::uuid))
     ORDER BY e.starts_at ${order}, t.id ${order} LIMIT $5`,
    [actor.id, only ?? null, after?.at ?? null, after?.id ?? null, ticketsPageSize + 1, config.broadcastViewersMax],
  );
  const page = rows.slice(0, ticketsPageSize);
  const cards = await events.cards(sql, [...new Set(page.map((row) => row.replay_of ?? row.event_id))]);
  const cardOf = new Map(cards.map((card) => [card.event.event_uuid, card]));
  const tickets = page.flatMap((row) => {
    const event = cardOf.get(row.replay_of ?? row.event_id);
    return event
      ? [
          {
            ...recordsOf(row, actor),
            event,
            refundable: !event.event.event_private && isRefundable(row),
            refundMinor: row.refund_minor,
            bought: row.bought,
            replayRefund: row.voided ? undefined : replayRefundOf(row),
          },
        ]
      : [];
  });
  return { tickets, next: nextCursor(rows, ticketsPageSize, ({ starts_at_text, id }) => ({ at: starts_at_text, id })) };
}

const isRefundable = (row: Row): boolean => !row.voided && reasonOf(row) !== undefined;

const recordsOf = (row: Row, actor: Account): { ticket: TicketRecord; order: OrderRecord } => ({
  ticket: ticketOf(row),
  order: {
    id: row.order_id,
    eventId: row.event_id,
    replayOf: row.replay_of ?? undefined,
    buyerId: actor.id,
    isGuest: actor.guestOf !== undefined,
    guestKey: undefined,
    status: row.status,
    priceMinor: row.price_minor,
    discountMinor: row.discount_minor,
    feeMinor: row.fee_minor,
    totalMinor: row.total_minor,
    currency: row.currency,
    holdExpiresAt: undefined,
  },
});

/** One ticket as its page shows it. Refuses `ticket_not_found` for everyone but its holder. */
export async function showTicket(
  deps: TicketingDeps,
  events: Pick<Events, 'cards'>,
  passes: Passes,
  actor: Account,
  ticketId: string,
): Promise<AnswerOf<'GET /tickets/:ticket'>> {
  const { db } = deps;
  const own = await db.one<{ event_id: string; undeliverable: string | null }>(
    `SELECT t.event_id, u.address AS undeliverable
     FROM ticket t JOIN app_user h ON h.id = t.holder_id
       LEFT JOIN undeliverable_address u ON u.address = lower(coalesce(h.email_norm, h.guest_email_norm))
     WHERE t.id = $1 AND t.holder_id = $2`,
    [ticketId, actor.id],
  );
  if (!own || (actor.guestOf !== undefined && actor.guestOf !== own.event_id)) throw refuse('ticket_not_found');
  const { tickets } = await listTickets(deps, events, actor, {
    scope: 'all',
    eventId: own.event_id,
    cursor: undefined,
  });
  const found = tickets.find(({ ticket }) => ticket.id === ticketId);
  if (!found) throw refuse('ticket_not_found');
  const { ticket, order, event } = found;
  const hasPass = !ticket.voided && ticket.replayOf === undefined && !event.event.event_private;
  const terms = await selfCancelTerms(db, ticketId);
  const { digits } = currencyOf(order.currency);
  return {
    ...listedTicketView(found),
    undeliverable_email: own.undeliverable,
    transferable: !ticket.voided && transferRefusal(await factsOf(db, ticketId)) === undefined,
    ...(hasPass && { wallets: passes.offered(ticketId) }),
    ...(hasPass && (await isGuestListStaff(db, own.event_id, actor.id)) && { checks_in: true as const }),
    self_cancel:
      terms.policy && terms.parts
        ? {
            until: selfCancelUntil(terms.startsAt, terms.policy),
            possible: !ticket.voided && selfCancelRefusal(terms) === undefined,
            price: toDecimal(terms.parts.price, digits),
            fee: toDecimal(terms.parts.fee, digits),
          }
        : null,
  };
}
