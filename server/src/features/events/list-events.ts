import type { WireEventCard } from '@frontrow/contract/events/api.ts';
import { fromDecimal } from '@frontrow/core/kernel/money.ts';
import type { Kit } from '../../kit.ts';
import { cursorOf, type Keyset, readCursor } from './keyset.ts';
import { eventCards } from './views.ts';

export interface EventFilters {
  readonly liveNow: boolean;
  readonly past: boolean;
  readonly free: boolean;
  /** Most the ticket may cost, fee included, in whole currency units. */
  readonly priceMax: number;
  readonly from: number;
  readonly to: number;
  readonly lang: number;
  readonly category: number;
  readonly tag: string;
  /** Username. */
  readonly host: string;
}

export interface ListPage {
  readonly cursor: string;
  readonly limit: number;
}

export interface EventList {
  readonly events: WireEventCard[];
  readonly next_cursor: string | null;
}

export type MineScope = 'upcoming' | 'happening' | 'past';

const pageDefault = 20;
/** All prices are in one currency with two digits. */
const digits = 2;
const allIn =
  'CASE WHEN e.price_minor = 0 THEN 0 ELSE e.price_minor + e.min_fee_minor + (e.price_minor * e.fee_bp + 5000) / 10000 END';

const soonest: Keyset = { column: 'starts_at', direction: 'ASC' };
const latest: Keyset = { column: 'starts_at', direction: 'DESC' };
const justStarted: Keyset = { column: 'started_at', direction: 'DESC' };

/** Conditions joined by AND, with their parameters numbered as they come. */
class Conditions {
  readonly texts: string[] = [];
  readonly params: unknown[] = [];

  /** `?` stands for the value. */
  add(text: string, value?: unknown): void {
    if (value === undefined) return void this.texts.push(text);
    this.params.push(value);
    this.texts.push(text.replaceAll('?', `$${this.params.length}`));
  }
}

/** Public events, a page at a time: live and upcoming, only live, or past. Cancelled and unlisted ones are in no list. */
export async function listEvents(
  kit: Pick<Kit, 'db' | 'storage'>,
  filters: Partial<EventFilters>,
  page: Partial<ListPage>,
): Promise<EventList> {
  const where = new Conditions();
  where.add('e.is_public AND e.cancelled_at IS NULL');
  where.add(filters.liveNow ? 'e.state = 1' : filters.past ? 'e.state = 2' : 'e.state < 2');
  if (filters.free) where.add('e.price_minor = 0');
  if (filters.priceMax !== undefined) where.add(`${allIn} <= ?`, fromDecimal(Math.min(filters.priceMax, 1e9), digits));
  if (filters.from !== undefined) where.add('e.starts_at >= ?', dateOf(filters.from));
  if (filters.to !== undefined) where.add('e.starts_at < ?', dateOf(filters.to));
  if (filters.lang !== undefined) where.add('? = ANY (e.lang_ides)', filters.lang);
  if (filters.category !== undefined) where.add('e.category_ide = ?', filters.category);
  if (filters.tag !== undefined)
    where.add('EXISTS (SELECT 1 FROM event_tag t WHERE t.event_id = e.id AND lower(t.tag) = lower(?))', filters.tag);
  if (filters.host !== undefined) where.add('e.host_id = (SELECT id FROM app_user WHERE username = ?)', filters.host);
  return pageOf(kit, where, filters.liveNow ? justStarted : filters.past ? latest : soonest, page);
}

/** All events of a host, also unlisted and cancelled ones. */
export async function listOwnEvents(
  kit: Pick<Kit, 'db' | 'storage'>,
  hostId: number,
  scope: MineScope,
  cursor: string | undefined,
): Promise<EventList> {
  const where = new Conditions();
  where.add('e.host_id = ?', hostId);
  where.add({ upcoming: 'e.state = 0', happening: 'e.state = 1', past: 'e.state = 2' }[scope]);
  const order = { upcoming: soonest, happening: justStarted, past: latest }[scope];
  return pageOf(kit, where, order, { cursor });
}

async function pageOf(
  { db, storage }: Pick<Kit, 'db' | 'storage'>,
  where: Conditions,
  order: Keyset,
  page: Partial<ListPage>,
): Promise<EventList> {
  const limit = page.limit ?? pageDefault;
  if (page.cursor !== undefined) {
    const after = readCursor(page.cursor);
    where.params.push(after.at, after.id);
    const sign = order.direction === 'ASC' ? '>' : '<';
    where.texts.push(
      `(e.${order.column}, e.id) ${sign} ($${where.params.length - 1}::timestamptz, $${where.params.length}::uuid)`,
    );
  }
  const rows = await db.query<{ id: string; at: string }>(
    `SELECT e.id, e.${order.column}::text AS at FROM event e WHERE ${where.texts.join(' AND ')}
     ORDER BY e.${order.column} ${order.direction}, e.id ${order.direction} LIMIT ${limit + 1}`,
    where.params,
  );
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    events: await eventCards(
      db,
      storage,
      shown.map((row) => row.id),
    ),
    next_cursor: last ? cursorOf(last) : null,
  };
}

/** The furthest moments a database keeps are nearer than JavaScript's. */
const dateOf = (ms: number): Date => new Date(Math.max(-1e14, Math.min(ms, 1e14)));
