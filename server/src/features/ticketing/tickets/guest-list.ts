import type { AnswerOf } from '@frontrow/contract/api.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { currencyOf, type Minor, toDecimal } from '@frontrow/core/kernel/money.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { guestListAccess } from '@frontrow/core/ticketing/guest-list-access.ts';
import type { Db, Sql } from '../../../db/db.ts';
import { recordFact } from '../../../facts/fact-handler.ts';
import { nextCursor, readTimeCursor } from '../../../db/cursors.ts';
import { csvHead, csvRows } from '../../../http/csv.ts';
import type { EventRecord, Events } from '../../events/index.ts';

/** The event, for its host only. */
export async function ownedEvent(
  events: Pick<Events, 'findPublished'>,
  sql: Sql,
  host: Account,
  eventUuid: string,
): Promise<EventRecord> {
  const event = await events.findPublished(sql, eventUuid);
  if (!event) throw refuse('event_not_found');
  if (event.hostId !== host.id) throw refuse('forbidden');
  return event;
}

/** Event admins and co-hosts with a valid ticket; needs the table `m` (member). */
const isStaff = `(m.is_admin OR m.stage_role = 'cohost') AND EXISTS (
  SELECT 1 FROM ticket h
  WHERE h.event_id = m.event_id AND h.holder_key = person_holder(m.user_id) AND h.voided_at IS NULL)`;

/** Whether this person checks people in at somebody else's event. */
export async function isGuestListStaff(sql: Sql, eventUuid: string, userId: number): Promise<boolean> {
  const row = await sql.one<{ found: number }>(
    `SELECT 1 AS found FROM room_member m WHERE m.event_id = $1 AND m.user_id = $2 AND ${isStaff}`,
    [eventUuid, userId],
  );
  return row !== undefined;
}

/** The event and what of its guest list is for this person. Throws `event_not_found`, `forbidden`. */
export async function requireGuestListAccess(
  events: Pick<Events, 'findPublished'>,
  sql: Sql,
  actor: Account,
  eventUuid: string,
): Promise<{ readonly event: EventRecord; readonly access: 'host' | 'staff' }> {
  const event = await events.findPublished(sql, eventUuid);
  if (!event) throw refuse('event_not_found');
  const isHost = event.hostId === actor.id;
  const access = guestListAccess({
    isHost,
    isStaff: !isHost && (await isGuestListStaff(sql, eventUuid, actor.id)),
    byApiKey: actor.apiKey !== undefined,
  });
  if (!access) throw refuse('forbidden');
  return { event, access };
}

type GuestListEntry = AnswerOf<'GET /events/:id/door_list'>['entries'][number];
type TicketKind = GuestListEntry['ticket_kind'];

interface Row {
  id: string;
  seat: number;
  name: string;
  code: string;
  voided: boolean;
  complimentary: boolean;
  promo_code: string | null;
  of_pass: boolean;
  costless: boolean;
  holder_of: string | null;
  joined: boolean;
  checked_in_at: Date | null;
  username: string | null;
  has_page: boolean;
  email: string | null;
}

/**
 * Ticket holders as their host may see them: display name, and the email address of everyone who took a valid ticket.
 * Nobody asks to be given a complimentary one, so its address is the one that the host typed, while that person holds
 * it: otherwise a host who knows a username would learn the address. Erased people have no name or address left.
 */
const select = `SELECT t.id, t.seat, shown_name_of(u) AS name, t.code, t.voided_at IS NOT NULL AS voided,
    o.complimentary, c.code AS promo_code, o.pass_purchase_id IS NOT NULL AS of_pass, o.price_minor = 0 AS costless,
    k.holder_of,
    coalesce(m.joined_at IS NOT NULL, false) AS joined, t.checked_in_at,
    CASE WHEN u.guest_email_norm IS NULL AND u.erased_at IS NULL THEN u.username END AS username,
    u.role = 1 AND u.erased_at IS NULL AS has_page,
    CASE WHEN u.erased_at IS NOT NULL THEN NULL
      WHEN o.complimentary AND t.holder_id = o.buyer_id THEN g.email_norm
      WHEN t.voided_at IS NULL THEN coalesce(u.email_norm, u.guest_email_norm) END AS email
  FROM (
      SELECT its.* FROM ticket its WHERE its.event_id = $1 AND its.voided_at IS NULL
      UNION ALL
      SELECT its.* FROM orders ended JOIN ticket its ON its.order_id = ended.id AND its.voided_at IS NOT NULL
      WHERE ended.event_id = $1 AND ended.status NOT IN ('pending', 'paid') AND NOT its.transferred) t
    JOIN orders o ON o.id = t.order_id JOIN app_user u ON u.id = t.holder_id
    LEFT JOIN promo_code c ON c.id = o.promo_id
    LEFT JOIN token_claim k ON k.ticket_id = t.id
    LEFT JOIN complimentary_guest g ON g.order_id = o.id
    LEFT JOIN room_member m ON m.event_id = t.event_id AND m.user_id = t.holder_id
  WHERE t.event_id = $1`;

interface ListPlace {
  readonly afterSeat: number;
  readonly max: number;
  readonly search?: string | undefined;
  /** Whose list it is; the host's unless another is said. */
  readonly access?: 'host' | 'staff';
}

/**
 * By seat, after one. `search` is part of a name, in whatever capitals and with or without accents, of a username,
 * ticket code or email address on the list, or a seat. Staff neither read email addresses and promo codes nor find
 * anybody by them.
 */
export async function guestListEntries(
  sql: Sql,
  eventUuid: string,
  { afterSeat, max, search = '', access = 'host' }: ListPlace,
): Promise<GuestListEntry[]> {
  const rows = await sql.query<Row>(
    `SELECT * FROM (${select}) listed
     WHERE seat > $2 AND ($4::text = '' OR seat::text = $4
       OR strpos(lower(concat_ws(' ', username, code, CASE WHEN $5 THEN email END)), lower($4)) > 0
       OR strpos(search_fold(name), nullif(search_fold($4), '')) > 0)
     ORDER BY seat LIMIT $3`,
    [eventUuid, afterSeat, max, search.trim(), access === 'host'],
  );
  return rows.map((row) => entryOf(access === 'host' ? row : { ...row, email: null, promo_code: null }));
}

interface Counts {
  tickets: number;
  joined: number;
  checked_in: number;
}

/** How many hold a valid ticket, were in the room, and were checked in. */
export async function countGuests(sql: Sql, eventUuid: string): Promise<Counts> {
  const row = await sql.one<Counts>(
    `SELECT count(*)::int AS tickets, (count(*) FILTER (WHERE m.joined_at IS NOT NULL))::int AS joined,
       (count(*) FILTER (WHERE t.checked_in_at IS NOT NULL))::int AS checked_in
     FROM ticket t LEFT JOIN room_member m ON m.event_id = t.event_id AND m.user_id = t.holder_id
     WHERE t.event_id = $1 AND t.voided_at IS NULL`,
    [eventUuid],
  );
  return row ?? { tickets: 0, joined: 0, checked_in: 0 };
}

/** Checks a holder in, or undoes that; the first time is kept. Refuses `ticket_not_found` for a void ticket. */
export async function checkIn(
  db: Pick<Db, 'tx'>,
  eventUuid: string,
  { ticketUuid, checkedIn }: { readonly ticketUuid: string; readonly checkedIn: boolean },
): Promise<number | null> {
  return db.tx(async (tx) => {
    const before = await tx.one<{ checked_in_at: Date | null }>(
      'SELECT checked_in_at FROM ticket WHERE id = $1 AND event_id = $2 AND voided_at IS NULL FOR NO KEY UPDATE',
      [ticketUuid, eventUuid],
    );
    if (!before) throw refuse('ticket_not_found');
    if ((before.checked_in_at !== null) === checkedIn) return before.checked_in_at?.getTime() ?? null;
    const after = await tx.one<{ checked_in_at: Date | null }>(
      `UPDATE ticket SET checked_in_at = CASE WHEN $2::boolean THEN app_now() END, checked_in_place = NULL,
         checked_in_scan = NULL WHERE id = $1 RETURNING checked_in_at`,
      [ticketUuid, checkedIn],
    );
    const at = after?.checked_in_at?.getTime();
    if (at === undefined) return null;
    await recordFact(tx, {
      topic: 'TicketCheckedIn',
      dedupeKey: `checked_in:${ticketUuid}:${at}`,
      payload: { eventUuid, ticketId: ticketUuid, at },
    });
    return at;
  });
}

/** Complimentary guests only, the latest first. */
export async function complimentaryEntries(sql: Sql, eventUuid: string, max: number): Promise<GuestListEntry[]> {
  const rows = await sql.query<Row>(`${select} AND o.complimentary ORDER BY t.seat DESC LIMIT $2`, [eventUuid, max]);
  return rows.map(entryOf);
}

const entryOf = (row: Row): GuestListEntry => ({
  ticket_uuid: row.id,
  ticket_seat: row.seat,
  name: row.name,
  ticket_code: row.code,
  ticket_state: row.voided ? 'void' : 'valid',
  ticket_kind:
    row.holder_of === null
      ? kindOf({
          complimentary: row.complimentary,
          promoCode: row.promo_code,
          ofPass: row.of_pass,
          costless: row.costless,
        })
      : 'holder',
  promo_code: row.promo_code,
  holder_of: row.holder_of,
  joined: row.joined,
  checked_in: row.checked_in_at?.getTime() ?? null,
  username: row.username,
  has_page: row.has_page,
  email: row.email,
});

const kindOf = (sold: {
  readonly complimentary: boolean;
  readonly promoCode: string | null;
  readonly ofPass: boolean;
  readonly costless: boolean;
}): TicketKind =>
  sold.complimentary
    ? 'complimentary'
    : sold.promoCode !== null
      ? 'promo'
      : sold.ofPass
        ? 'pass'
        : sold.costless
          ? 'free'
          : 'paid';

const columns = [
  'Seat',
  'Name',
  'Ticket code',
  'State',
  'Kind',
  'Promo code',
  'Holder of',
  'Joined',
  'Checked in',
  'Email',
];

/** Everyone with a ticket, for a spreadsheet. */
export const guestListCsv = (entries: readonly GuestListEntry[]): string =>
  csvHead(columns) +
  csvRows(
    entries.map((entry) => [
      entry.ticket_seat,
      entry.name,
      entry.ticket_code,
      entry.ticket_state,
      entry.ticket_kind,
      entry.promo_code,
      entry.holder_of,
      entry.joined,
      entry.checked_in !== null,
      entry.email,
    ]),
  );

type Billed = AnswerOf<'GET /events/:id/billed'>;

interface OrderRow {
  id: string;
  name: string;
  paid_at: Date;
  at: string;
  complimentary: boolean;
  promo_code: string | null;
  of_pass: boolean;
  price_minor: Minor;
  discount_minor: Minor;
  fee_minor: Minor;
  total_minor: Minor;
  refunded_minor: Minor;
  disputed_minor: Minor;
}

interface CodeRow {
  promo_code: string | null;
  complimentary: boolean;
  tickets: number;
  price_minor: Minor;
  discount_minor: Minor;
  fee_minor: Minor;
  refunded_price_minor: Minor;
  refunded_fee_minor: Minor;
  disputed_price_minor: Minor;
  disputed_fee_minor: Minor;
}

const pageSize = 50;

/** Paid orders, newest first, with their refunds and disputes; on the first page the totals by promo code, too. */
export async function billedOrders(
  sql: Sql,
  event: { readonly id: string; readonly currency: string },
  cursor: string | undefined,
): Promise<Billed> {
  const { digits } = currencyOf(event.currency);
  const amount = (minor: Minor): number => toDecimal(minor, digits);
  const after = readTimeCursor(cursor, 'uuid');
  const rows = await sql.query<OrderRow>(
    `SELECT o.id, shown_name_of(u) AS name, o.paid_at, o.paid_at::text AS at, o.complimentary, c.code AS promo_code,
       o.pass_purchase_id IS NOT NULL AS of_pass,
       o.price_minor, o.discount_minor, o.fee_minor, o.total_minor,
       o.refunded_price_minor + o.refunded_fee_minor AS refunded_minor,
       o.disputed_price_minor + o.disputed_fee_minor AS disputed_minor
     FROM orders o JOIN app_user u ON u.id = o.buyer_id LEFT JOIN promo_code c ON c.id = o.promo_id
     WHERE o.event_id = $1 AND (o.status = 'paid' OR o.status NOT IN ('pending', 'paid')) AND o.paid_at IS NOT NULL
       AND ($2::timestamptz IS NULL OR (o.paid_at, o.id) < ($2, $3::uuid))
     ORDER BY o.paid_at DESC, o.id DESC LIMIT $4`,
    [event.id, after?.at ?? null, after?.id ?? null, pageSize + 1],
  );
  const codes = after ? [] : await sumsByCode(sql, event.id);
  return {
    currency_code: event.currency,
    codes: codes.map((row) => ({
      promo_code: row.promo_code,
      complimentary: row.complimentary,
      tickets: row.tickets,
      price: amount(row.price_minor),
      discount: amount(row.discount_minor),
      fee: amount(row.fee_minor),
      total: amount(row.price_minor - row.discount_minor + row.fee_minor),
      refunded: amount(row.refunded_price_minor + row.refunded_fee_minor),
      disputed: amount(row.disputed_price_minor + row.disputed_fee_minor),
      net: amount(row.price_minor - row.discount_minor - row.refunded_price_minor - row.disputed_price_minor),
    })),
    orders: rows.slice(0, pageSize).map((row) => ({
      order_uuid: row.id,
      name: row.name,
      paid_at: row.paid_at.getTime(),
      ticket_kind: kindOf({
        complimentary: row.complimentary,
        promoCode: row.promo_code,
        ofPass: row.of_pass,
        costless: row.price_minor === 0,
      }),
      promo_code: row.promo_code,
      price: amount(row.price_minor),
      discount: amount(row.discount_minor),
      fee: amount(row.fee_minor),
      total: amount(row.total_minor),
      refunded: amount(row.refunded_minor),
      disputed: amount(row.disputed_minor),
    })),
    next_cursor: nextCursor(rows, pageSize, (row) => ({ at: row.at, id: row.id })),
  };
}

const sumsByCode = (sql: Sql, eventUuid: string): Promise<CodeRow[]> =>
  sql.query<CodeRow>(
    `SELECT c.code AS promo_code, sold.*
     FROM (
       SELECT o.promo_id, o.complimentary, count(*)::int AS tickets, sum(o.price_minor)::bigint AS price_minor,
         sum(o.discount_minor)::bigint AS discount_minor, sum(o.fee_minor)::bigint AS fee_minor,
         sum(o.refunded_price_minor)::bigint AS refunded_price_minor,
         sum(o.refunded_fee_minor)::bigint AS refunded_fee_minor,
         sum(o.disputed_price_minor)::bigint AS disputed_price_minor,
         sum(o.disputed_fee_minor)::bigint AS disputed_fee_minor
       FROM orders o
       WHERE o.event_id = $1 AND (o.status = 'paid' OR o.status NOT IN ('pending', 'paid')) AND o.paid_at IS NOT NULL
       GROUP BY o.promo_id, o.complimentary) sold
     LEFT JOIN promo_code c ON c.id = sold.promo_id
     ORDER BY sold.complimentary, c.id NULLS FIRST`,
    [eventUuid],
  );
