import { randomUUID } from 'node:crypto';
import type { CancelReason } from '@frontrow/core/events/live-event.ts';
import { termsOf } from '@frontrow/core/catalog/selling-terms.ts';
import { defaultCurrency } from '@frontrow/core/kernel/money.ts';
import { rankHost } from '../src/features/reviews/index.ts';
import type { TestActor } from './actors.ts';
import type { TestApp } from './harness.ts';

export interface EventTraits {
  /** Default 49 interactive, 1000 broadcast. */
  readonly capacity?: number;
  /** Listed price in minor units; default 0. */
  readonly priceMinor?: number;
  /** Default EUR. */
  readonly currency?: string;
  readonly kind?: 'interactive' | 'broadcast';
  /**
   * Start, from the database's now. Left out: the first quarter of an hour a day ahead, as every published event
   * starts on one; see `zone`.
   */
  readonly startsInMs?: number;
  /** Live and finished ones get the timestamps that go with it. */
  readonly state?: 'upcoming' | 'live' | 'finished';
  /** Finished by this; implies `state: 'finished'`. */
  readonly cancelled?: CancelReason;
  readonly title?: string;
  readonly description?: string;
  readonly isPublic?: boolean;
  readonly openingTicketing?: boolean;
  readonly promo?: { readonly code: string; readonly percent: number };
  readonly selfCancel?: { readonly hours: number; readonly percent?: number };
  readonly tags?: readonly string[];
  readonly langIdes?: readonly number[];
  readonly categoryIde?: number;
  /** Default UTC. In another one the default start is a noon: an hour that no clocks skip or repeat. */
  readonly zone?: string;
}

export interface TestEvent {
  readonly id: string;
  readonly hostId: number;
}

/** An event written straight into the tables, past every rule of publishing. */
export async function newEvent(app: TestApp, host: TestActor, traits: EventTraits = {}): Promise<TestEvent> {
  const kind = traits.kind === 'broadcast' ? 1 : 0;
  const state = traits.cancelled !== undefined ? 2 : { upcoming: 0, live: 1, finished: 2 }[traits.state ?? 'upcoming'];
  const paid = (traits.priceMinor ?? 0) > 0;
  const type = (kind === 1 ? 4 : 1) + (traits.openingTicketing === false ? 2 : paid ? 1 : 0);
  const id = randomUUID();
  const terms = termsOf(traits.currency ?? defaultCurrency);
  await app.db.query(
    `INSERT INTO event (id, host_id, kind, state, ticket_type_id, title, description, cover_key, category_ide,
       lang_ides, is_public, opening_ticketing, starts_at, original_starts_at, local_start,
       tz, capacity, price_minor, currency, min_fee_minor, fee_bp, started_at, finished_at, cancelled_at, cancel_reason)
     SELECT $1, $2, $3, $4::smallint, $5, $6, $7, 'covers/test', $8, $9, $10, $11, s.at, s.at,
     s.at AT TIME ZONE $12::text, $12::text, $13, $14, $17, $18, $19,
       CASE WHEN $4::smallint = 1 OR ($4::smallint = 2 AND $16::text IS NULL) THEN least(s.at, app_now()) END,
       CASE WHEN $4::smallint = 2 THEN app_now() END,
       CASE WHEN $16::text IS NOT NULL THEN app_now() END, $16::text
     FROM (SELECT CASE WHEN $15::bigint IS NOT NULL THEN app_now() + $15::bigint * interval '1 ms'
       WHEN $12 = 'UTC' THEN date_bin('15 minutes', app_now() + interval '1 day 15 minutes', 'epoch')
       ELSE (date_trunc('day', app_now() AT TIME ZONE $12) + interval '2 days 12 hours') AT TIME ZONE $12 END AS at) s`,
    [
      id,
      host.id,
      kind,
      state,
      type,
      traits.title ?? 'An evening for a test',
      traits.description ?? 'Everything about the evening.',
      traits.categoryIde ?? null,
      traits.langIdes ?? [],
      traits.isPublic ?? true,
      traits.openingTicketing ?? true,
      traits.zone ?? 'UTC',
      traits.capacity ?? (kind === 1 ? 1000 : 49),
      traits.priceMinor ?? 0,
      traits.startsInMs ?? null,
      traits.cancelled ?? null,
      terms.currency.code,
      terms.minFeeMinor,
      terms.feeBp,
    ],
  );
  if (traits.selfCancel)
    await app.db.query('UPDATE event SET self_cancel_hours = $2, self_cancel_percent = $3 WHERE id = $1', [
      id,
      traits.selfCancel.hours,
      traits.selfCancel.percent ?? null,
    ]);
  if (traits.promo)
    await app.db.query('INSERT INTO promo_code (event_id, code, percent) VALUES ($1, $2, $3)', [
      id,
      traits.promo.code,
      traits.promo.percent,
    ]);
  for (const [position, tag] of (traits.tags ?? []).entries())
    await app.db.query('INSERT INTO event_tag (event_id, position, tag) VALUES ($1, $2, $3)', [id, position, tag]);
  // What happened past every fact: the host's score follows all the same.
  if (state > 0) await rankHost(app.db, host.id);
  return { id, hostId: host.id };
}

const copiesTogether = 100;

/**
 * As many more like it; written some at a time, as a busy machine needs longer for a thousand than one statement may
 * take.
 */
export async function copiesOf(app: TestApp, event: TestEvent, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const rows = await app.db.query<{ id: string }>(
      `INSERT INTO event (id, host_id, kind, ticket_type_id, title, description, cover_key, is_public, starts_at,
        original_starts_at, local_start, tz, capacity, price_minor, currency, min_fee_minor, fee_bp)
       SELECT gen_random_uuid(), host_id, kind, ticket_type_id, title, description, cover_key, is_public, starts_at,
       original_starts_at, local_start, tz, capacity, price_minor, currency, min_fee_minor, fee_bp
       FROM event, generate_series(1, $2) WHERE id = $1 RETURNING id`,
      [event.id, Math.min(copiesTogether, count - ids.length)],
    );
    ids.push(...rows.map((row) => row.id));
  }
  return ids;
}
