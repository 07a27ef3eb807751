import type { WireEventCard } from '@frontrow/contract/events/api.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { ticketsPageSize } from '@frontrow/core/ticketing/limits.ts';
import { refundDue } from '@frontrow/core/ticketing/refund-due.ts';
import type { OrderStatus } from '@frontrow/core/ticketing/machines.ts';
import type { Kit } from '../../../kit.ts';
import type { Events } from '../../events/index.ts';
import type { OrderRecord, TicketRecord } from '../store.ts';

export interface TicketsQuestion {
  readonly scope: 'upcoming' | 'past' | 'all';
  readonly eventId: string | undefined;
  readonly cursor: string | undefined;
}

export interface ListedTicket {
  readonly ticket: TicketRecord;
  readonly order: OrderRecord;
  readonly event: WireEventCard;
  readonly refundable: boolean;
}

interface Row {
  id: string;
  code: string;
  seat: number;
  event_id: string;
  created_at: Date;
  voided: boolean;
  transferred: boolean;
  order_id: string;
  status: OrderStatus;
  price_minor: number;
  discount_minor: number;
  fee_minor: number;
  total_minor: number;
  currency: string;
  paid_at: Date;
  starts_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  cancelled: boolean;
  moved_since_order: boolean;
  turned_away: boolean;
  now: Date;
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
): Promise<{ tickets: ListedTicket[]; nextCursor: string | undefined }> {
  const soonestFirst = scope === 'upcoming';
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const only = actor.guestOf ?? eventId;
  const order = soonestFirst ? 'ASC' : 'DESC';
  const rows = await sql.query<Row>(
    `SELECT t.id, t.code, t.seat, t.event_id, t.created_at, t.voided_at IS NOT NULL AS voided,
       t.transferred,
       o.id AS order_id, o.status, o.price_minor, o.discount_minor, o.fee_minor, o.total_minor, o.currency, o.paid_at,
       e.starts_at, e.started_at, e.finished_at, e.cancelled_at IS NOT NULL AS cancelled,
       (o.created_at < e.rescheduled_at) IS TRUE AS moved_since_order,
       is_turned_away(t.event_id, t.holder_id, $6) AS turned_away, app_now() AS now
     FROM ticket t JOIN orders o ON o.id = t.order_id JOIN event e ON e.id = t.event_id
     WHERE t.holder_id = $1 AND ($2::uuid IS NULL OR t.event_id = $2) ${scopeFilter[scope]}
       AND ($3::timestamptz IS NULL OR (e.starts_at, t.id) ${soonestFirst ? '>' : '<'} ($3, $4::uuid))
     ORDER BY e.starts_at ${order}, t.id ${order} LIMIT $5`,
    [
      actor.id,
      only ?? null,
      after ? new Date(after.startsAt) : null,
      after?.id ?? null,
      ticketsPageSize + 1,
      config.broadcastViewersMax,
    ],
  );
  const page = rows.slice(0, ticketsPageSize);
  const cards = await events.cards(sql, [...new Set(page.map((row) => row.event_id))]);
  const cardOf = new Map(cards.map((card) => [card.event.event_uuid, card]));
  const tickets = page.flatMap((row) => {
    const event = cardOf.get(row.event_id);
    return event
      ? [{ ...recordsOf(row, actor), event, refundable: !event.event.event_private && isRefundable(row) }]
      : [];
  });
  const last = page.at(-1);
  return {
    tickets,
    nextCursor: rows.length > page.length && last ? writeCursor(last.starts_at.getTime(), last.id) : undefined,
  };
}

const isRefundable = (row: Row): boolean =>
  !row.voided &&
  refundDue({
    now: row.now.getTime(),
    startsAt: row.starts_at.getTime(),
    startedAt: row.started_at?.getTime(),
    finishedAt: row.finished_at?.getTime(),
    cancelled: row.cancelled,
    movedSinceOrder: row.moved_since_order,
    paidAt: row.paid_at.getTime(),
    turnedAway: row.turned_away,
  }) !== undefined;

const recordsOf = (row: Row, actor: Account): { ticket: TicketRecord; order: OrderRecord } => ({
  ticket: {
    id: row.id,
    code: row.code,
    seat: row.seat,
    eventId: row.event_id,
    createdAt: row.created_at.getTime(),
    voided: row.voided,
    transferred: row.transferred,
  },
  order: {
    id: row.order_id,
    eventId: row.event_id,
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

const writeCursor = (startsAt: number, id: string): string => Buffer.from(`${startsAt}|${id}`).toString('base64url');

function readCursor(cursor: string): { startsAt: number; id: string } {
  const [startsAt, id] = Buffer.from(cursor, 'base64url').toString().split('|');
  const at = Number(startsAt);
  if (!Number.isSafeInteger(at) || !/^[0-9a-f-]{36}$/.test(id ?? ''))
    throw refuse('bad_input', { detail: 'cursor: not valid' }, { field: 'cursor' });
  return { startsAt: at, id: id! };
}
