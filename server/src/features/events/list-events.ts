import type { AnswerOf } from '@frontrow/contract/api.ts';
import type { WireEventCard } from '@frontrow/contract/events/api.ts';
import type { Kit } from '../../kit.ts';
import { Conditions } from './conditions.ts';
import { type EventFilters, type ListSection, sectionOf } from './event-filters.ts';
import { cursorOf, type Keyset, readCursor } from './keyset.ts';
import { findListed } from './listed-events.ts';
import type { ListPart } from './listed-rows.ts';
import { eventCards } from './views.ts';

export interface ListPage {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

export interface EventList {
  readonly events: WireEventCard[];
  readonly next_cursor: string | null;
}

export type MineScope = 'upcoming' | 'happening' | 'past';

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

/** All events of a host, also unlisted and cancelled ones; private meetings have a page of their own. */
export async function listOwnEvents(
  { db, storage }: Pick<Kit, 'db' | 'storage'>,
  hostId: number,
  scope: MineScope,
  cursor: string | undefined,
): Promise<AnswerOf<'GET /events/mine'>> {
  const where = new Conditions();
  where.add('host_id = ?', hostId);
  where.add('private_for IS NULL');
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
