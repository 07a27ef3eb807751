import { rng } from '@frontrow/artwork/shapes.ts';
import { termsOf } from '@frontrow/core/catalog/selling-terms.ts';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import { currencyOf, defaultCurrency, minorOf } from '@frontrow/core/kernel/money.ts';
import { eventTakesMs } from '@frontrow/core/meetings/limits.ts';
import { complimentaryPerEventMax } from '@frontrow/core/ticketing/complimentary.ts';
import { ticketPrice } from '@frontrow/core/ticketing/ticket-price.ts';
import type { Sql } from '../db/db.ts';
import type { Ids } from '../ids.ts';
import type { Seal } from '../seal.ts';
import { demoCoverKey } from './covers.ts';
import type { DemoEvent } from './schedule/demo-event.ts';

/** One time an event of the programme takes place. */
export interface Occurrence {
  readonly event: DemoEvent;
  readonly startsAt: Date;
  readonly seriesId?: string;
}

/** Ids by name, looked up once per seeding. */
export interface DemoCatalogue {
  readonly accounts: ReadonlyMap<string, number>;
  /** Usernames of people who buy tickets. */
  readonly crowd: readonly string[];
  readonly categories: ReadonlyMap<string, number>;
  readonly langs: ReadonlyMap<string, number>;
  /**
   * A real card provider knows nothing of invented sales and could not give them back: paid events then start empty.
   */
  readonly sandboxCards: boolean;
  readonly restreamKeys: Seal;
}

const interactiveSeats = 49;
const hourMs = 3_600_000;

/**
 * Writes an event of the demo with its tags and its crowd, in the caller's transaction: every ticket has its order,
 * payment and capture, as a real sale would have left them; `postSales` writes them into the ledger. No one is emailed:
 * the facts are recorded as sent.
 */
export async function putOnEvent(
  tx: Sql,
  ids: Ids,
  catalogue: DemoCatalogue,
  { event, startsAt, seriesId }: Occurrence,
): Promise<void> {
  const hostId = catalogue.accounts.get(event.host);
  if (hostId === undefined || (await hasMeeting(tx, hostId, startsAt))) return;
  const id = ids.uuid();
  const terms = termsOf(event.currency ?? defaultCurrency);
  const typeId = (event.broadcast ? 4 : 1) + (event.holdersOf ? 2 : event.price > 0 ? 1 : 0);
  await tx.query(
    `INSERT INTO event (id, host_id, kind, ticket_type_id, title, description, cover_key, category_ide, lang_ides,
       is_public, starts_at, original_starts_at, local_start, tz, capacity, price_minor,
       currency, min_fee_minor, fee_bp, created_at, self_cancel_hours, self_cancel_percent,
       opening_ticketing, rally_nfts, rally_coins, duration_minutes, sales_open_at, series_id)
     SELECT $1, $2, t.event_type, t.id, $4, $5, $6, $7, $8, $9, $10, $10,
     $10::timestamptz AT TIME ZONE 'UTC', 'UTC', $11, $12, $18,
       $19, $20, least(app_now(), $10::timestamptz - interval '14 days'), $13, $14,
       $15, $16, $17, $21, app_now() + $22 * interval '1 minute', $23
     FROM ticket_type t WHERE t.id = $3`,
    [
      id,
      hostId,
      typeId,
      event.title,
      event.description,
      demoCoverKey(event.slug),
      catalogue.categories.get(event.category),
      event.langs.map((code) => catalogue.langs.get(code)),
      !event.unlisted,
      startsAt,
      event.seats ?? interactiveSeats,
      minorOf(event.price, terms.currency),
      event.selfCancel?.hours ?? null,
      event.selfCancel?.percent ?? null,
      !event.holdersOf,
      event.holdersOf?.collections ?? [],
      JSON.stringify(event.holdersOf?.coins ?? []),
      terms.currency.code,
      terms.minFeeMinor,
      terms.feeBp,
      event.minutes ?? 60,
      event.onSaleInMinutes ?? null,
      seriesId ?? null,
    ],
  );
  await tx.query(
    `INSERT INTO event_tag (event_id, position, tag) SELECT $1, position - 1, tag FROM unnest($2::text[])
      WITH ORDINALITY AS given (tag, position)`,
    [id, event.tags],
  );
  if (event.ticketQr) await tx.query('UPDATE event SET ticket_qr = true WHERE id = $1', [id]);
  for (const { code, percent } of event.promos ?? [])
    await tx.query('INSERT INTO promo_code (event_id, code, percent) VALUES ($1, $2, $3)', [id, code, percent]);
  if (event.copiedTo) {
    const targetId = ids.uuid();
    const { name, url, minutes } = event.copiedTo;
    await tx.query(
      `INSERT INTO restream_target (id, event_id, name, url, key_sealed, minutes, enabled)
       VALUES ($1, $2, $3, $4, $5, $6, false)`,
      [targetId, id, name, url, catalogue.restreamKeys.seal(targetId, Buffer.from(ids.secret())), minutes],
    );
  }
  await sellTo(tx, ids, id, event, startsAt, crowdOf(catalogue, event));
  await inviteTo(tx, ids, id, guestsOf(catalogue, event));
  await putInLine(tx, id, event.waiting ?? []);
}

/** Whether the host meets someone in private at the time of an event. */
export async function hasMeeting(tx: Sql, hostId: number, startsAt: Date): Promise<boolean> {
  const meeting = await tx.one(
    `SELECT 1 FROM host_time t JOIN event m ON m.id = t.event_id
     WHERE t.host_id = $1 AND m.private_for IS NOT NULL
       AND t.during && tstzrange($2, $2::timestamptz + $3 * interval '1 s')`,
    [hostId, startsAt, eventTakesMs / seconds(1)],
  );
  return meeting !== undefined;
}

/** Who came too late. An event that sells nothing here, as without the sandbox's cards, has no one in line. */
async function putInLine(tx: Sql, eventId: string, usernames: readonly string[]): Promise<void> {
  await tx.query(
    `WITH placed AS (
       INSERT INTO waitlist_place (event_id, account_id, joined_at)
       SELECT e.id, u.id, app_now() - (cardinality($2::text[]) - asked.n) * interval '1 minute'
       FROM unnest($2::text[]) WITH ORDINALITY AS asked (username, n)
         JOIN app_user u ON u.username = asked.username AND u.erased_at IS NULL
         JOIN event e ON e.id = $1 AND e.sold >= e.capacity
       ORDER BY asked.n RETURNING event_id
     )
     UPDATE event SET waiting = waiting + (SELECT count(*)::int FROM placed)
     WHERE id = $1 AND EXISTS (SELECT 1 FROM placed)`,
    [eventId, usernames],
  );
}

/** Has one ticket; see `viewerGoes`. */
const firstViewer = 'viewer';

/** The same people come to the same event on every machine. */
function crowdOf({ accounts, crowd, sandboxCards }: DemoCatalogue, event: DemoEvent): number[] {
  if (event.price > 0 && !sandboxCards) return [];
  const chance = rng(`${event.slug}/crowd`);
  const viewer = event.viewerGoes ? accounts.get(firstViewer) : undefined;
  const others = crowd
    .filter((username) => username !== event.host)
    .map((username) => ({ id: accounts.get(username), order: chance.int(0, 1_000_000) }))
    .toSorted((a, b) => a.order - b.order)
    .flatMap(({ id }) => (id === undefined ? [] : [id]));
  return (viewer === undefined ? others : [viewer, ...others]).slice(0, event.sold);
}

/** Invited are those who come after the buyers. */
const guestsOf = (catalogue: DemoCatalogue, event: DemoEvent): string[] => {
  const bought = new Set(crowdOf(catalogue, event));
  return catalogue.crowd
    .filter((username) => username !== event.host && !bought.has(catalogue.accounts.get(username) ?? 0))
    .slice(0, event.complimentary ?? 0);
};

/** Gives complimentary tickets as the host's list would. No one is emailed. */
async function inviteTo(tx: Sql, ids: Ids, eventId: string, usernames: readonly string[]): Promise<void> {
  if (usernames.length === 0) return;
  const people = await tx.query<{ id: number; email: string | null }>(
    'SELECT id, email_norm AS email FROM app_user WHERE username = ANY ($1)',
    [usernames],
  );
  const guests = people.map(({ id, email }, n) => ({
    n,
    order_id: ids.uuid(),
    payment_id: ids.uuid(),
    ticket_id: ids.uuid(),
    code: ids.ticketCode(),
    person: id,
    rows: [id],
    email,
    is_guest: false,
  }));
  await tx.query('SELECT give_complimentary($1, $2, $3)', [eventId, JSON.stringify(guests), complimentaryPerEventMax]);
  await tx.query(
    `UPDATE outbox SET sent_at = created_at
     WHERE topic = 'TicketIssued' AND sent_at IS NULL AND payload ->> 'eventUuid' = $1::text`,
    [eventId],
  );
}

/** Invented sales to these people, each as a real one would have left it. */
export async function sellTo(
  tx: Sql,
  ids: Ids,
  eventId: string,
  event: Pick<DemoEvent, 'slug' | 'price' | 'currency'>,
  startsAt: Date,
  buyers: readonly number[],
): Promise<void> {
  if (buyers.length === 0) return;
  const row = await tx.one<{ min_fee_minor: number; fee_bp: number; now: Date }>(
    'SELECT min_fee_minor, fee_bp, app_now() AS now FROM event WHERE id = $1',
    [eventId],
  );
  const price = ticketPrice(minorOf(event.price, currencyOf(event.currency ?? defaultCurrency)), {
    minFeeMinor: row!.min_fee_minor,
    feeBp: row!.fee_bp,
  });
  const chance = rng(`${event.slug}/bought`);
  const latest = Math.min(row!.now.getTime(), startsAt.getTime()) - hourMs / 4;
  const sales = buyers.map((buyer) => {
    const paymentId = ids.uuid();
    return {
      buyer,
      order: ids.uuid(),
      payment: paymentId,
      ticket: ids.uuid(),
      code: ids.ticketCode(),
      at: new Date(latest - chance.int(0, 240) * hourMs).toISOString(),
    };
  });
  await tx.query(sell, [
    eventId,
    JSON.stringify(sales.toSorted((a, b) => a.at.localeCompare(b.at))),
    price.fee,
    price.total,
    price.total > 0 ? 'sandbox_card' : 'free',
  ]);
}

/** Orders paid, payments succeeded at the sandbox and in its books, tickets, facts sent, counters. */
const sell = `WITH sale AS (
    SELECT *, (row_number() OVER (ORDER BY at))::int AS seat FROM json_to_recordset($2) AS r(buyer bigint,
    "order" uuid, payment uuid, ticket uuid, code text, at timestamptz)
  ), e AS (SELECT * FROM event WHERE id = $1), made_orders AS (
    INSERT INTO orders (id, event_id, buyer_id, holder_key, status, price_minor, fee_minor, min_fee_minor, fee_bp,
    total_minor, currency, created_at, paid_at)
    SELECT s."order", e.id, s.buyer, person_holder(s.buyer), 'paid', e.price_minor, $3::bigint, e.min_fee_minor,
      e.fee_bp,
    $4::bigint, e.currency, s.at, s.at FROM sale s, e
  ), made_payments AS (
    INSERT INTO payment (id, order_id, provider, provider_ref, capture_ref, amount_minor, currency, status, idem_key,
    created_at, settled_at)
    SELECT s.payment, s."order", $5::text, CASE WHEN $4::bigint > 0 THEN 'pi_sb_' || s.payment END, CASE
    WHEN $4::bigint > 0 THEN 'ch_sb_' || s.payment END,
      $4::bigint, e.currency, 'succeeded', s.payment, s.at, s.at FROM sale s, e
  ), made_intents AS (
    INSERT INTO sandbox_intent (ref, payment_id, amount_minor, currency, status, card, method, capture_ref,
    return_url, description, created_at)
    SELECT 'pi_sb_' || s.payment, s.payment, $4::bigint, e.currency, 'succeeded', 'visa', 'pm_card_visa',
    'ch_sb_' || s.payment, '', e.title, s.at FROM sale s, e WHERE $4::bigint > 0
  ), made_objects AS (
    INSERT INTO provider_object (provider, ref, kind, amount_minor, currency, status)
    SELECT 'sandbox_card', 'ch_sb_' || s.payment, 'capture', $4::bigint, e.currency, 'succeeded' FROM sale s, e
    WHERE $4::bigint > 0
  ), made_tickets AS (
    INSERT INTO ticket (id, order_id, event_id, holder_id, holder_key, code, seat, created_at, self_cancel_hours,
    self_cancel_percent)
    SELECT s.ticket, s."order", e.id, s.buyer, person_holder(s.buyer), s.code, s.seat, s.at, e.self_cancel_hours,
    e.self_cancel_percent FROM sale s, e
  ), made_facts AS (
    INSERT INTO outbox (dedupe_key, topic, payload, created_at, sent_at)
    SELECT 'ticket:' || s.ticket, 'TicketIssued', jsonb_build_object('ticketId', s.ticket, 'orderId', s."order",
    'eventUuid', e.id, 'userId', s.buyer), s.at, s.at FROM sale s, e
  )
  UPDATE event SET sold = c.sold, tickets_issued = c.sold FROM (SELECT count(*)::int AS sold FROM sale) c
  WHERE event.id = $1`;
