import type { AnswerOf } from '@frontrow/contract/api.ts';
import type { WireEventCard, WireHostCard } from '@frontrow/contract/events/api.ts';
import type { Db, Sql, Tx } from '../../db/db.ts';
import type { Kit } from '../../kit.ts';
import {
  Conditions,
  cursorOf,
  type EventFilters,
  type Keyset,
  type ListSection,
  marksOf,
  type Reach,
  readCursor,
  Reading,
  sectionOf,
  walkingBounds,
} from './list-query.ts';
import { type ListPart, type Row, rowsOf, type Wanted } from './listed-rows.ts';
import { eventCards, hostToWire } from './views.ts';

export interface ListPage {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

export interface EventList {
  readonly events: WireEventCard[];
  readonly next_cursor: string | null;
}

type MineScope = 'upcoming' | 'happening' | 'past';

const pageDefault = 20;

const soonest: Keyset = { column: 'starts_at', direction: 'ASC' };
const latest: Keyset = { column: 'starts_at', direction: 'DESC' };
const justStarted: Keyset = { column: 'started_at', direction: 'DESC' };

const partOf: Record<ListSection, ListPart> = {
  coming: { where: 'state < 2', in: 'anywhere', ...soonest },
  live: { where: 'state = 1', in: 'anywhere', ...justStarted },
  past: { where: 'state = 2', in: 'anywhere', ...latest },
};

/** Public events by pages: live and upcoming, live only, or past. Cancelled and unlisted ones are in no list. */
export async function listEvents(
  { db, storage }: Pick<Kit, 'db' | 'storage'>,
  filters: EventFilters,
  { cursor, limit = pageDefault }: ListPage,
): Promise<EventList> {
  const { ids, nextCursor } = await findListed(db, { parts: [partOf[sectionOf(filters)]], filters, cursor, limit });
  return { events: await eventCards(db, storage, ids), next_cursor: nextCursor };
}

/** All events of a host, also unlisted and cancelled ones; private meetings have its own page. */
export async function listOwnEvents(
  { db, storage }: Pick<Kit, 'db' | 'storage'>,
  hostId: number,
  scope: MineScope,
  cursor: string | undefined,
): Promise<AnswerOf<'GET /events/mine'>> {
  const where = new Conditions();
  where.add('host_id = ?', hostId);
  where.add('private_for IS NULL AND replay_of IS NULL');
  where.add({ upcoming: 'state = 0', happening: 'state = 1', past: 'state = 2' }[scope]);
  const { column, direction } = { upcoming: soonest, happening: justStarted, past: latest }[scope];
  if (cursor !== undefined) {
    const after = readCursor(cursor);
    where.params.push(after.at, after.id);
    where.add(`(${column}, id) ${direction === 'ASC' ? '>' : '<'} ($2::timestamptz, $3::uuid)`);
  }
  const rows = await db.query<{ id: string; at: string; waiting: number }>(
    `SELECT id, ${column}::text AS at, waiting FROM event WHERE ${where.sql}
      ORDER BY ${column} ${direction}, id ${direction}
      LIMIT ${pageDefault + 1}`,
    where.params,
  );
  const shown = rows.slice(0, pageDefault);
  const last = rows.length > pageDefault ? shown.at(-1) : undefined;
  const waiting = new Map(shown.map((row) => [row.id, row.waiting]));
  const cards = await eventCards(db, storage, [...waiting.keys()]);
  const events = cards.map((card) => ({ ...card, waiting: waiting.get(card.event.event_uuid) ?? 0 }));
  return { events, next_cursor: last ? cursorOf({ part: 0, ...last }) : null };
}

export interface ListedQuestion {
  /** Listed one after the other. */
  readonly parts: readonly ListPart[];
  /** A tsquery of words; without it all events match. */
  readonly words?: string | undefined;
  readonly filters: EventFilters;
  readonly cursor: string | undefined;
  readonly limit: number;
}

export interface ListedPage {
  readonly ids: string[];
  readonly nextCursor: string | null;
}

/** A page of listed events. Its cost is bounded by the page, however many events there are or match. */
const findListed = (db: Db, question: ListedQuestion): Promise<ListedPage> =>
  db.tx((tx) => readPage(new Reading(tx, 'byOrder'), question), walkingBounds);

/** The same within a transaction that has `readingBounds`. */
export async function findListedIn(tx: Tx, question: ListedQuestion, reach?: Reach): Promise<ListedPage> {
  const reading = new Reading(tx, 'any', reach);
  const page = await readPage(reading, question);
  await reading.use('any');
  return page;
}

async function readPage(reading: Reading, question: ListedQuestion): Promise<ListedPage> {
  const { parts, limit } = question;
  const after = question.cursor === undefined ? undefined : readCursor(question.cursor);
  const wanted = await wantedOf(reading.tx, question);
  if (!wanted) return { ids: [], nextCursor: null };
  const found: (Row & { part: number })[] = [];
  for (const [part, each] of parts.entries()) {
    if (after && part < after.part) continue;
    const rows = await rowsOf(reading, each, wanted, {
      after: after?.part === part ? after : undefined,
      limit: limit + 1 - found.length,
    });
    found.push(...rows.map((row) => ({ ...row, part })));
    if (found.length > limit) break;
  }
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return { ids: shown.map((row) => row.id), nextCursor: last ? cursorOf(last) : null };
}

/** Undefined when a filter names a host who does not exist. */
async function wantedOf(sql: Sql, { words, filters }: ListedQuestion): Promise<Wanted | undefined> {
  const marks = await marksOf(sql, filters);
  if (!marks) return undefined;
  const match = [...marks, ...(words === undefined ? [] : [`(${words})`])].join(' & ');
  return { match: match === '' ? undefined : match, filters };
}

interface HostRow {
  id: number;
  username: string;
  name: string;
  avatar_url: string | null;
  ranking: number;
  review_count: number;
  advertising: boolean;
  massive: boolean;
  upcoming: number;
}

const select = `SELECT u.id, u.username, trim(u.name || ' ' || u.surname) AS name, u.avatar_url, u.ranking,
  u.review_count, u.advertising, u.massive,
  (SELECT count(*)::int FROM listed_event l WHERE l.host_id = u.id AND l.state < 2) AS upcoming FROM app_user u`;

/** Hosts to discover, newest first. */
export async function listHosts(sql: Sql, limit: number): Promise<WireHostCard[]> {
  const rows = await sql.query<HostRow>(
    `${select} WHERE u.role = 1 AND u.erased_at IS NULL AND u.suspended_at IS NULL ORDER BY u.created_at DESC, u.id DESC LIMIT $1`,
    [limit],
  );
  return rows.map(cardOf);
}

/** These hosts, in the given order. */
export async function hostCards(sql: Sql, ids: readonly number[]): Promise<WireHostCard[]> {
  if (ids.length === 0) return [];
  const rows = await sql.query<HostRow>(
    `${select} WHERE u.id = ANY ($1) AND u.role = 1 AND u.erased_at IS NULL AND u.suspended_at IS NULL
      ORDER BY array_position($1::bigint[], u.id)`,
    [ids],
  );
  return rows.map(cardOf);
}

const cardOf = (row: HostRow): WireHostCard => ({ ...hostToWire(row), upcoming_events: row.upcoming });
