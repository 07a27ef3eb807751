import { seconds } from '@frontrow/core/kernel/instant.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import {
  admissionsNow,
  beginCheckoutMs,
  requireAdmission,
  requireWaitingOpen,
} from '@frontrow/core/ticketing/waiting-page.ts';
import { LRUCache } from 'lru-cache';
import { createBatcher, sharedReads } from '../../../db/batcher.ts';
import type { Sql, Tx } from '../../../db/db.ts';
import type { Kit } from '../../../kit.ts';
import type { Buyer, SeatTerms } from '../seat-terms.ts';

/** How far the line has moved: the same for everyone. */
export interface SaleLine {
  readonly opensAt: number;
  readonly isOpen: boolean;
  readonly admittedThrough: number;
  readonly waiting: number;
  readonly seatsLeft: number;
}

export interface OwnPlace {
  /** Undefined until sales open. */
  readonly place: number | undefined;
  /** Until when the checkout must be begun; undefined before the admission. */
  readonly admittedUntil: number | undefined;
  readonly hasBegun: boolean;
}

export interface WaitingPages {
  /** Throws `not_found` for an event without a waiting page. */
  line(eventUuid: string): Promise<SaleLine>;
  /** Gets in line, or answers the place of this account. Throws `not_found` and `waiting_page_closed`. */
  join(eventUuid: string, accountId: number): Promise<OwnPlace>;
}

const lineKeptMs = seconds(1);
const linesKept = 500;
const joinsBatchMax = 512;
const joinsWaitingMax = 20_000;

type PageDeps = Pick<Kit, 'clock' | 'db' | 'ids'>;

/**
 * The line in front of the checkout of an event that sells out in seconds. Rows decide, so a restart loses no place and
 * several processes move one line. Each read of the line also moves it: without readers there is no one to let in.
 */
export function createWaitingPages({ clock, db, ids }: PageDeps): WaitingPages {
  const lines = new LRUCache<string, SaleLine>({ max: linesKept, ttl: lineKeptMs, perf: clock });
  const read = sharedReads((eventUuid: string) => db.tx((tx) => moveLine(tx, eventUuid)));
  const joining = createBatcher<number, OwnPlace>({
    batchMax: joinsBatchMax,
    waitingMax: joinsWaitingMax,
    run: (eventUuid, accounts) => db.tx((tx) => joinAll(tx, ids, eventUuid, accounts)),
  });
  return {
    async line(eventUuid) {
      const known = lines.get(eventUuid);
      if (known) return known;
      const line = await read(eventUuid);
      if (!line) throw refuse('not_found');
      lines.set(eventUuid, line);
      return line;
    },
    join: (eventUuid, accountId) => joining(eventUuid, accountId),
  };
}

interface LineRow {
  now: Date;
  opens_at: Date;
  last_place: number;
  admitted_through: number;
  seats_left: number;
  unplaced: number;
  /** People who were let in within two minutes and hold no seat yet. */
  without_seat: number;
}

/** Locks the line, gives out places once sales are open, and lets in as many people as there is room for. */
async function moveLine(tx: Tx, eventUuid: string): Promise<SaleLine | undefined> {
  const locked = await lockLine(tx, eventUuid);
  if (!locked) return undefined;
  const isOpen = locked.now.getTime() >= locked.opens_at.getTime();
  if (isOpen && locked.unplaced > 0) await givePlaces(tx, eventUuid);
  const line = isOpen ? ((await readLine(tx, eventUuid)) ?? locked) : locked;
  const room = admissionsNow({ seatsLeft: line.seats_left, withoutSeat: line.without_seat });
  const through = Math.min(line.last_place, line.admitted_through + room);
  if (through > line.admitted_through) await admit(tx, eventUuid, { after: line.admitted_through, through });
  return {
    opensAt: line.opens_at.getTime(),
    isOpen,
    admittedThrough: through,
    waiting: line.last_place - through + line.unplaced,
    seatsLeft: line.seats_left,
  };
}

async function lockLine(tx: Tx, eventUuid: string): Promise<LineRow | undefined> {
  await tx.query(
    `INSERT INTO sale_queue (event_id) SELECT id FROM event WHERE id = $1 AND sales_open_at IS NOT NULL
     ON CONFLICT DO NOTHING`,
    [eventUuid],
  );
  // A statement that waits for the lock sees the rows from before its wait, so the counts are read by the next one.
  await tx.query('SELECT 1 FROM sale_queue WHERE event_id = $1 FOR UPDATE', [eventUuid]);
  return readLine(tx, eventUuid);
}

const readLine = (tx: Sql, eventUuid: string): Promise<LineRow | undefined> =>
  tx.one<LineRow>(
    `SELECT app_now() AS now, e.sales_open_at AS opens_at, q.last_place, q.admitted_through,
       greatest(seats_for_sale(e) - e.held - e.sold, 0) AS seats_left,
       (SELECT count(*) FROM queue_place p WHERE p.event_id = e.id AND p.place IS NULL)::int AS unplaced,
       (SELECT count(*) FROM queue_place p WHERE p.event_id = e.id
          AND p.admitted_at > app_now() - $2 * interval '1 ms'
          AND (p.begun_at IS NULL OR NOT EXISTS (SELECT 1 FROM orders o WHERE o.event_id = p.event_id
            AND o.holder_key = person_holder(p.user_id) AND o.status IN ('pending', 'paid'))))::int AS without_seat
     FROM event e JOIN sale_queue q ON q.event_id = e.id WHERE e.id = $1 AND e.sales_open_at IS NOT NULL`,
    [eventUuid, beginCheckoutMs],
  );

/** Who came before the opening came at the same time: their order is the draw's. Others follow as they came. */
const givePlaces = (tx: Sql, eventUuid: string) =>
  tx.query(
    `WITH given AS (
       UPDATE queue_place p SET place = fresh.place
       FROM (SELECT w.user_id, (q.last_place + row_number() OVER (
               ORDER BY greatest(w.joined_at, e.sales_open_at), w.draw))::int AS place
             FROM queue_place w JOIN sale_queue q ON q.event_id = w.event_id JOIN event e ON e.id = w.event_id
             WHERE w.event_id = $1 AND w.place IS NULL) fresh
       WHERE p.event_id = $1 AND p.user_id = fresh.user_id RETURNING p.place)
     UPDATE sale_queue SET last_place = (SELECT max(place) FROM given)
     WHERE event_id = $1 AND EXISTS (SELECT 1 FROM given)`,
    [eventUuid],
  );

async function admit(
  tx: Sql,
  eventUuid: string,
  { after, through }: { readonly after: number; readonly through: number },
): Promise<void> {
  await tx.query('UPDATE queue_place SET admitted_at = app_now() WHERE event_id = $1 AND place > $2 AND place <= $3', [
    eventUuid,
    after,
    through,
  ]);
  await tx.query('UPDATE sale_queue SET admitted_through = $2 WHERE event_id = $1', [eventUuid, through]);
}

interface PlaceRow {
  user_id: number;
  place: number | null;
  admitted_until: Date | null;
  has_begun: boolean;
}

/**
 * One row an account, so more tabs or devices are no more places. An account that was let in and did not begin in time
 * gets in line again at the end.
 */
async function joinAll(
  tx: Tx,
  ids: PageDeps['ids'],
  eventUuid: string,
  accounts: readonly number[],
): Promise<OwnPlace[]> {
  const line = await lockLine(tx, eventUuid);
  if (!line) throw refuse('not_found');
  requireWaitingOpen(line.now.getTime(), line.opens_at.getTime());
  const unique = [...new Set(accounts)];
  await tx.query(
    `INSERT INTO queue_place (event_id, user_id, draw)
     SELECT $1, a.user_id, a.draw FROM unnest($2::bigint[], $3::text[]) AS a (user_id, draw)
     ON CONFLICT (event_id, user_id) DO UPDATE
       SET place = NULL, admitted_at = NULL, joined_at = app_now(), draw = EXCLUDED.draw
       WHERE queue_place.begun_at IS NULL AND queue_place.admitted_at <= app_now() - $4 * interval '1 ms'`,
    [eventUuid, unique, unique.map(() => ids.secret()), beginCheckoutMs],
  );
  await moveLine(tx, eventUuid);
  const rows = await tx.query<PlaceRow>(
    `SELECT user_id, place, admitted_at + $3 * interval '1 ms' AS admitted_until, begun_at IS NOT NULL AS has_begun
     FROM queue_place WHERE event_id = $1 AND user_id = ANY ($2::bigint[])`,
    [eventUuid, unique, beginCheckoutMs],
  );
  const places = new Map(rows.map((row) => [row.user_id, row]));
  return accounts.map((account) => {
    const row = places.get(account)!;
    return {
      place: row.place ?? undefined,
      admittedUntil: row.admitted_until?.getTime(),
      hasBegun: row.has_begun,
    };
  });
}

interface AccessRow {
  now: Date;
  opens_at: Date | null;
  is_admitted: boolean;
  has_order: boolean;
  others_wait: boolean;
}

/**
 * Begins the checkout of a buyer who was let in. Throws `sale_not_open` and `waiting_page_first`. A guest has no place:
 * an email address costs nothing, so places are for accounts.
 */
export async function requirePlace(
  { db }: Pick<Kit, 'db'>,
  { accountId, origin }: Buyer,
  eventUuid: string,
  { salesOpenAt }: Pick<SeatTerms, 'salesOpenAt'>,
): Promise<void> {
  if (salesOpenAt === undefined) return;
  const row = await db.one<AccessRow>(
    `WITH begun AS (
       UPDATE queue_place SET begun_at = coalesce(begun_at, app_now())
       WHERE event_id = $1 AND user_id = $2
         AND (begun_at IS NOT NULL OR admitted_at > app_now() - $3 * interval '1 ms') RETURNING 1)
     SELECT app_now() AS now, e.sales_open_at AS opens_at, EXISTS (SELECT 1 FROM begun) AS is_admitted,
       EXISTS (SELECT 1 FROM orders o WHERE o.event_id = e.id AND o.buyer_id = $2 AND o.status IN ('pending', 'paid'))
         AS has_order,
       EXISTS (SELECT 1 FROM queue_place p JOIN sale_queue q ON q.event_id = p.event_id
         WHERE p.event_id = e.id AND (p.place IS NULL OR p.place > q.admitted_through)) AS others_wait
     FROM event e WHERE e.id = $1`,
    [eventUuid, accountId, beginCheckoutMs],
  );
  if (!row?.opens_at) return;
  requireAdmission(
    {
      now: row.now.getTime(),
      opensAt: row.opens_at.getTime(),
      isAdmitted: row.is_admitted,
      hasOrder: row.has_order,
      othersWait: row.others_wait,
    },
    `${origin}/event/${eventUuid}/waiting`,
  );
}
