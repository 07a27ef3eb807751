import { type Kind, kindCode } from '@frontrow/core/events/live-event-machine.ts';
import type { EventCreation, WireEvent } from '@frontrow/contract/events/api.ts';
import { draftProblemToRefusal, eventDraftFromWire } from '@frontrow/contract/events/event-draft-codec.ts';
import { type PublishableEvent, type PublishRules } from '@frontrow/core/events/validate-event-draft.ts';
import { validateSeriesDraft } from '@frontrow/core/events/series.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { minorOf } from '@frontrow/core/kernel/money.ts';
import { Refusal, Refusals } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { RuleToken } from '@frontrow/core/token-gate/token-rule.ts';
import type { Sql, Tx } from '../../db/db.ts';
import type { Attempt } from '../../db/idempotency.ts';
import { recordFact } from '../../facts/fact-handler.ts';
import type { Kit } from '../../kit.ts';
import { readPicture } from '../../media/pictures.ts';
import { keepFiles } from '../../media/unwritten-files.ts';
import type { Catalog } from '../catalog/index.ts';
import { isTimeTaken, isUnknownZone } from '../../db/database-errors.ts';
import { type CoverDeps, dropUnwrittenCover, keepCover, sharedCover } from './event-media.ts';
import { eventPublished } from './facts.ts';
import { overMeeting } from './meeting-events.ts';
import { insertPromoCode } from './promo-codes.ts';
import { coverFiles } from './records.ts';
import { growSeries, insertSeries, touchSeries } from './series.ts';
import { findTokens, keepTokenPictures } from './tokens.ts';
import { eventCards } from './views.ts';

/** What a draft of this host is judged by now. */
export async function rulesFor(
  { db, catalog }: Pick<Kit, 'db'> & { readonly catalog: Catalog },
  host: Account,
): Promise<PublishRules> {
  const [row, ticketTypes, languages, categories] = await Promise.all([
    db.one<{ zone_name: string; massive: boolean; now: Date }>(
      'SELECT zone_name, massive, app_now() AS now FROM app_user WHERE id = $1 AND erased_at IS NULL',
      [host.id],
    ),
    catalog.ticketTypesFor(db, host.id),
    catalog.languages(db),
    catalog.categories(db),
  ]);
  if (!row) throw refuse('user_not_found');
  return {
    ticketTypes,
    langIdes: languages.map((language) => language.ide),
    categoryIdes: categories.map((category) => category.ide),
    hostZone: row.zone_name,
    massive: row.massive,
    now: row.now.getTime(),
    promoEndsAfter: row.now.getTime(),
  };
}

/** Checks again what the host may have lost since the draft was judged, and locks it until the event is written. */
async function mayStillPublish(tx: Tx, host: Account, { kind }: PublishableEvent): Promise<void> {
  const row = await tx.one<{ massive: boolean; suspended_reason: string | null }>(
    'SELECT massive, suspended_reason FROM app_user WHERE id = $1 AND erased_at IS NULL FOR SHARE',
    [host.id],
  );
  if (!row) throw refuse('user_not_found');
  if (row.suspended_reason !== null) throw refuse('account_suspended', { reason: row.suspended_reason });
  if (kind === 'broadcast' && !row.massive)
    throw draftProblemToRefusal({ code: 'broadcast_not_allowed', field: 'ticketType' }, kind);
}

/** The same for an event that gets more seats: the flag that allows them is locked until they are written. */
export async function mayStillSeat(
  tx: Tx,
  { catalog, host, event }: { readonly catalog: Catalog; readonly host: Account; readonly event: PublishableEvent },
): Promise<void> {
  await tx.query('SELECT 1 FROM app_user WHERE id = $1 FOR SHARE', [host.id]);
  const type = (await catalog.ticketTypesFor(tx, host.id)).find(({ id }) => id === event.ticketType.id);
  const maximum = type?.seatsMax ?? 0;
  if (event.seats > maximum)
    throw draftProblemToRefusal({ field: 'seats', code: 'tickets_over_maximum', params: { maximum } }, event.kind);
}

const zoneUnknown = (event: PublishableEvent, kind: Kind | undefined): Refusal =>
  draftProblemToRefusal({ code: 'zone_unknown', field: 'zone', params: { zone: event.zone } }, kind);

/** An event for token holders needs someone who can say what people hold: the provider, or the chain of a token. */
const gateRefusals = (
  { tokenGates }: Pick<Kit, 'tokenGates'>,
  draft: { readonly openTicketing: boolean },
  tokensFound: number,
): Refusal[] =>
  draft.openTicketing || tokenGates.oauth || (tokenGates.wallet && tokensFound > 0)
    ? []
    : [refuse('gate_unset', {}, { field: 'event_opening_ticketing' })];

/** Refuses with all reasons in one answer. */
export function allOf(refusals: readonly Refusal[]): Error {
  const [first, ...more] = refusals;
  return first ? new Refusals([first, ...more]) : new Error('a draft was refused without a reason');
}

interface NewEvent {
  readonly id: string;
  readonly hostId: number;
  readonly coverKey: string;
  readonly event: PublishableEvent;
  /** The entries of its rule that were found on their chain. */
  readonly tokens: readonly RuleToken[];
  /** Of an event in a series. */
  readonly seriesId: string | undefined;
  /** The same for all dates that are published in one step. */
  readonly now: Date;
}

/** Writes the event and its tags. False when the database has another instant for this wall time in this zone. */
async function insertEvent(
  sql: Sql,
  { id, hostId, coverKey, event, tokens, seriesId, now }: NewEvent,
): Promise<boolean> {
  const { ticketType, terms } = event;
  const row = await sql.one<{ agrees: boolean }>(
    `INSERT INTO event (id, host_id, kind, ticket_type_id, title, description, cover_key, category_ide, lang_ides,
       is_public, opening_ticketing, rally_nfts, rally_coins, rally_delegates,
       starts_at, original_starts_at, local_start, tz, capacity, price_minor, currency, min_fee_minor, fee_bp,
       self_cancel_hours, self_cancel_percent, rally_tokens, duration_minutes, sales_open_at,
       series_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9,
       $10, $11, $12, $13, $14,
       $15, $15, $16, $17, $18, $19, $20, $21, $22,
       $23, $24, $25, $26, $27,
       $28, $29)
     RETURNING (local_start AT TIME ZONE tz) = starts_at AS agrees`,
    [
      id,
      hostId,
      kindCode[event.kind],
      ticketType.id,
      event.title,
      event.description,
      coverKey,
      event.categoryIde ?? null,
      event.langIdes,
      event.listed,
      event.openTicketing,
      event.nftCollections,
      JSON.stringify(event.coins),
      event.delegates,
      new Date(event.startsAt),
      event.localStart,
      event.zone,
      event.seats,
      minorOf(event.price, terms.currency),
      terms.currency.code,
      terms.minFeeMinor,
      terms.feeBp,
      event.selfCancel?.hours ?? null,
      event.selfCancel?.percent ?? null,
      JSON.stringify(tokens),
      event.durationMinutes ?? null,
      event.salesOpenAt === undefined ? null : new Date(event.salesOpenAt),
      seriesId ?? null,
      now,
    ],
  );
  await insertTags(sql, id, event.tags);
  if (event.promo) await insertPromoCode(sql, id, event.promo, 'event_promotional_code');
  return row?.agrees === true;
}

export async function insertTags(sql: Sql, eventUuid: string, tags: readonly string[]): Promise<void> {
  await sql.query(
    `INSERT INTO event_tag (event_id, position, tag)
     SELECT $1, position - 1, tag FROM unnest($2::text[]) WITH ORDINALITY AS given (tag, position)`,
    [eventUuid, tags],
  );
}

export interface PublishDeps extends CoverDeps, Pick<Kit, 'tokenGates' | 'chains'> {
  readonly catalog: Catalog;
  touch(sql: Sql, eventUuid: string): Promise<void>;
}

const nothingAsked = { nftCollections: [], coins: [] };

interface Published {
  readonly event: WireEvent;
  /** All dates, where several were published. */
  readonly events?: WireEvent[];
}

/** What an attempt published: the first event, and those of its series that were published with it. */
async function publishedBy({ db, storage }: Pick<Kit, 'db' | 'storage'>, id: string): Promise<Published | undefined> {
  const rows = await db.query<{ id: string }>(
    `SELECT its.id FROM event e JOIN event its ON its.id = e.id
       OR (its.series_id = e.series_id AND its.created_at = e.created_at)
     WHERE e.id = $1 ORDER BY its.original_starts_at`,
    [id],
  );
  const cards = await eventCards(
    db,
    storage,
    rows.map((row) => row.id),
  );
  return answerOf(cards.map(({ event }) => event));
}

const answerOf = (events: WireEvent[]): Published | undefined =>
  events[0] && { event: events[0], ...(events.length > 1 && { events }) };

/**
 * Publishes an event, or all dates of a series: judges draft and cover together and refuses with all reasons at once,
 * among them tokens that their chain does not know; then encodes and stores the pictures and writes the events with
 * their facts. Nothing slow runs inside the transaction. A repeated attempt answers with what an earlier one published.
 */
export async function publishEvent(
  deps: PublishDeps,
  host: Account,
  wire: EventCreation,
  { resultId, repeated }: Attempt,
): Promise<Published> {
  const id = resultId ?? deps.ids.uuid();
  const published = repeated ? await publishedBy(deps, id) : undefined;
  if (published) return published;
  const { draft, problems } = eventDraftFromWire(wire);
  const added = wire.event_series !== undefined;
  const rules = await rulesFor(deps, host);
  const judged = validateSeriesDraft(draft, rules, { added });
  const { event_cover_from: coverFrom } = wire;
  const picture = coverFrom === undefined ? await readPicture(wire.event_cover_image, 'event_cover_image') : undefined;
  const refusals = [...problems, ...('problems' in judged ? judged.problems : [])].map((problem) =>
    draftProblemToRefusal(problem, draft.kind),
  );
  if (picture instanceof Refusal) refusals.push(picture);
  const { found, refusals: notFound } = await findTokens(deps, 'events' in judged ? judged.events[0] : nothingAsked);
  refusals.push(...notFound);
  // An entry that is no token is said to be none; that others cannot be judged is said of what is left.
  if (notFound.length === 0) refusals.push(...gateRefusals(deps, draft, found.length));
  if (!('events' in judged) || picture instanceof Refusal || refusals.length > 0) throw allOf(refusals);

  const newCover = picture && (await keepCover(deps, picture));
  const { tokens, files } = await keepTokenPictures(deps, found);
  try {
    return await deps.db.tx(async (tx) => {
      const [first] = judged.events;
      const seriesId = wire.event_series ?? (judged.events.length > 1 ? deps.ids.uuid() : undefined);
      if (added) await growSeries(tx, host, seriesId!, judged.events.length);
      const coverKey = newCover ?? (await sharedCover(tx, host, coverFrom));
      await mayStillPublish(tx, host, first);
      if (seriesId && !added) await insertSeries(tx, { id: seriesId, hostId: host.id, title: first.title });
      const shared = { hostId: host.id, coverKey, tokens, seriesId, now: new Date(rules.now) };
      const ids = await insertEvents(tx, { ids: deps.ids, firstId: id, events: judged.events, shared });
      await keepFiles(tx, [...(newCover ? coverFiles(newCover) : []), ...files]);
      for (const eventUuid of ids) await recordFact(tx, eventPublished(eventUuid));
      if (added) await touchSeries(tx, deps.touch, seriesId!);
      const answer = answerOf((await eventCards(tx, deps.storage, ids)).map(({ event }) => event));
      if (!answer) throw new Error('a published event cannot be read');
      return answer;
    });
  } catch (error) {
    if (newCover) await dropUnwrittenCover(deps, newCover, error);
    if (isUnknownZone(error)) throw zoneUnknown(judged.events[0], draft.kind);
    throw overMeeting(error);
  }
}

interface NewEvents {
  readonly ids: Kit['ids'];
  readonly firstId: string;
  readonly events: readonly PublishableEvent[];
  readonly shared: Omit<NewEvent, 'id' | 'event'>;
}

/** Writes all dates, or none; answers their ids. */
async function insertEvents(tx: Tx, { ids, firstId, events, shared }: NewEvents): Promise<string[]> {
  const written: string[] = [];
  for (const event of events) {
    const id = written.length === 0 ? firstId : ids.uuid();
    const agrees = await insertEvent(tx, { ...shared, id, event }).catch((error: unknown) => {
      const day = event.localStart.slice(0, 10);
      throw events.length > 1 && isTimeTaken(error)
        ? refuse('series_day_taken', { day }, { field: 'event_repeats' })
        : error;
    });
    if (!agrees) throw zoneUnknown(event, event.kind);
    written.push(id);
  }
  return written;
}
