import type { WireEvent, WireSeriesPage } from '@frontrow/contract/events/api.ts';
import { seriesSizeMax } from '@frontrow/core/events/limits.ts';
import { type SeriesScope, wallDay } from '@frontrow/core/events/series.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { Refusal, Refusals } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../db/db.ts';
import type { Storage } from '../../ports/storage.ts';
import { findPublished } from './records.ts';
import { eventCards } from './views.ts';

interface NewSeries {
  readonly id: string;
  readonly hostId: number;
  readonly title: string;
}

export async function insertSeries(sql: Sql, { id, hostId, title }: NewSeries): Promise<void> {
  await sql.query('INSERT INTO event_series (id, host_id, title) VALUES ($1, $2, $3)', [id, hostId, title]);
}

/** The caller's own series, locked: of two that add to it at once both are counted. */
export async function growSeries(sql: Sql, host: Account, seriesUuid: string, by: number): Promise<void> {
  const own = await sql.one<{ host_id: number }>('SELECT host_id FROM event_series WHERE id = $1 FOR NO KEY UPDATE', [
    seriesUuid,
  ]);
  if (!own) throw refuse('series_not_found', {}, { field: 'event_series' });
  if (own.host_id !== host.id) throw refuse('forbidden');
  const row = await sql.one<{ count: number }>('SELECT count(*)::int AS count FROM event WHERE series_id = $1', [
    seriesUuid,
  ]);
  if ((row?.count ?? 0) + by > seriesSizeMax)
    throw refuse('series_full', { maximum: seriesSizeMax }, { field: 'event_repeats' });
}

/** A title that all dates from one on get is the title of the series. */
export async function renameSeries(sql: Sql, touch: Touch, seriesUuid: string, title: string): Promise<void> {
  const renamed = await sql.one('UPDATE event_series SET title = $2 WHERE id = $1 AND title <> $2 RETURNING id', [
    seriesUuid,
    title,
  ]);
  if (renamed) await touchSeries(sql, touch, seriesUuid);
}

type Touch = (sql: Sql, eventUuid: string) => Promise<void>;

/** Every page of the series says how many dates there are. */
export async function touchSeries(sql: Sql, touch: Touch, seriesUuid: string): Promise<void> {
  const rows = await sql.query<{ id: string }>('SELECT id FROM event WHERE series_id = $1 ORDER BY id', [seriesUuid]);
  for (const { id } of rows) await touch(sql, id);
}

/** An event that a change is about. */
export interface InScope {
  readonly id: string;
  /** Its day in its zone. */
  readonly day: string;
  readonly seriesId: string | null;
}

/** Gives the dates of one step the same moment, so that a person with tickets for several gets one email. */
export async function inOneStep(sql: Sql, eventUuids: readonly string[], what: keyof typeof sameMoment): Promise<void> {
  if (eventUuids.length > 1) await sql.query(sameMoment[what], [eventUuids]);
}

const sameMoment = {
  moved: 'UPDATE event SET rescheduled_at = app_now() WHERE id = ANY ($1)',
  cancelled: 'UPDATE event SET cancelled_at = app_now(), finished_at = app_now() WHERE id = ANY ($1)',
} as const;

/**
 * The events that a change is about: the given one first, then those after it that are still to come. The series is
 * locked, then its events by their ids' order, so that two such changes wait for each other.
 */
export async function lockScope(
  sql: Sql,
  host: Account,
  eventUuid: string,
  scope: SeriesScope | undefined,
): Promise<readonly InScope[]> {
  if (scope !== 'following') return [{ id: eventUuid, day: '', seriesId: null }];
  const event = await findPublished(sql, eventUuid);
  if (!event) throw refuse('event_not_found');
  if (event.hostId !== host.id) throw refuse('forbidden');
  const series = await sql.one<{ id: string }>(
    `SELECT s.id FROM event_series s JOIN event e ON e.series_id = s.id WHERE e.id = $1 FOR NO KEY UPDATE OF s`,
    [eventUuid],
  );
  if (!series) throw refuse('not_in_series');
  await sql.query('SELECT 1 FROM event WHERE series_id = $1 ORDER BY id FOR NO KEY UPDATE', [series.id]);
  const rows = await sql.query<{ id: string; starts_at: Date; tz: string }>(
    `SELECT its.id, its.starts_at, its.tz FROM event its JOIN event e ON e.id = $1
     WHERE its.series_id = $2 AND (its.id = e.id OR (its.state = 0
       AND (its.original_starts_at, its.id) > (e.original_starts_at, e.id)))
     ORDER BY its.original_starts_at, its.id`,
    [eventUuid, series.id],
  );
  return rows.map(({ id, starts_at: at, tz }) => ({ id, day: wallDay(at.getTime(), tz), seriesId: series.id }));
}

/** Does the same with each event of a scope. What one of the further ones refuses names its date. */
export async function withEach(
  events: readonly InScope[],
  change: (eventUuid: string) => Promise<void>,
): Promise<void> {
  for (const [index, { id, day }] of events.entries()) {
    try {
      await change(id);
    } catch (error) {
      throw index === 0 ? error : onItsDay(day, error);
    }
  }
}

function onItsDay(day: string, error: unknown): unknown {
  const [first, ...more] = error instanceof Refusals ? error.all : error instanceof Refusal ? [error] : [];
  return first ? new Refusals([first, ...more, refuse('series_day_refused', { day })]) : error;
}

const pastShownMax = 12;

/** The public events of a series. A series without any is not found, as events that are reachable by link only. */
export async function seriesPage(sql: Sql, storage: Storage, seriesUuid: string): Promise<WireSeriesPage> {
  const series = await sql.one<{ title: string }>(
    `SELECT s.title FROM event_series s JOIN app_user u ON u.id = s.host_id AND u.erased_at IS NULL WHERE s.id = $1`,
    [seriesUuid],
  );
  if (!series) throw refuse('series_not_found');
  const rows = await sql.query<{ id: string; over: boolean }>(
    `SELECT id, state = 2 AS over FROM event WHERE series_id = $1 AND is_public AND unpublished_at IS NULL
     ORDER BY starts_at, id`,
    [seriesUuid],
  );
  const past = rows.filter(({ over }) => over).toReversed();
  const cards = await eventCards(sql, storage, [
    ...rows.filter(({ over }) => !over).map(({ id }) => id),
    ...past.slice(0, pastShownMax).map(({ id }) => id),
  ]);
  const [any] = cards;
  if (!any) throw refuse('series_not_found');
  const isOver = (event: WireEvent): boolean => event.event_state === 2;
  return {
    series: { uuid: seriesUuid, title: series.title, count: any.event.series?.count ?? rows.length },
    user: any.user,
    influencer: any.influencer,
    upcoming: cards.filter(({ event }) => !isOver(event)),
    past: cards.filter(({ event }) => isOver(event)),
  };
}
