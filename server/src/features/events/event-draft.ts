import { type EventStateCode, type KindCode, kindOf } from '@frontrow/core/events/live-event-machine.ts';
import type { WireEventDraft } from '@frontrow/contract/events/api.ts';
import type { EventDraft } from '@frontrow/core/events/event-draft.ts';
import { wallHour } from '@frontrow/core/events/start-time.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { currencyOf, defaultCurrency, toDecimal } from '@frontrow/core/kernel/money.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../db/db.ts';
import type { Storage } from '../../ports/storage.ts';
import { coverUrl } from './records.ts';
import { wireEventOf } from './views.ts';
import { tokenRuleColumns, type TokenRuleRow } from './tokens.ts';

interface Row extends TokenRuleRow {
  host_id: number;
  kind: KindCode;
  state: EventStateCode;
  ticket_type_id: number;
  title: string;
  description: string;
  cover_key: string;
  category_ide: number | null;
  lang_ides: number[];
  tags: string[];
  is_public: boolean;
  opening_ticketing: boolean;
  promo_code: string | null;
  promo_percent: number | null;
  promo_cap: number | null;
  promo_from: Date | null;
  promo_until: Date | null;
  self_cancel_hours: number | null;
  self_cancel_percent: number | null;
  starts_at: Date;
  duration_minutes: number | null;
  sales_open_at: Date | null;
  tz: string;
  capacity: number;
  taken: number;
  ordered: boolean;
  price_minor: number;
  currency: string;
}

/** A published event as the draft it was published from. */
export interface OwnEvent {
  readonly draft: EventDraft;
  readonly startsAt: number;
  readonly state: EventStateCode;
  readonly ticketTypeId: number;
  readonly coverKey: string;
  readonly taken: number;
  /** Whether anyone has ever ordered, even if nothing came of it. */
  readonly ordered: boolean;
}

/**
 * The promo code is the first that has not ended; the others are the promo page's. Whether anyone ordered is read from
 * two indexes, of open orders and of ended ones: with `min` the planner takes them even where there are few events.
 */
const select = `SELECT e.host_id, e.kind, e.state, e.ticket_type_id, e.title, e.description, e.cover_key,
  e.category_ide, e.lang_ides, ARRAY(SELECT t.tag FROM event_tag t WHERE t.event_id = e.id ORDER BY t.position) AS tags,
  e.is_public, e.opening_ticketing, ${tokenRuleColumns},
  promo.code AS promo_code, promo.percent AS promo_percent, promo.cap AS promo_cap, promo.valid_from AS promo_from,
  promo.valid_until AS promo_until,
  e.self_cancel_hours, e.self_cancel_percent,
  e.starts_at, e.sales_open_at, e.duration_minutes, e.tz, e.capacity, e.held + e.sold AS taken, e.price_minor,
  coalesce(
    (SELECT min(o.holder_key) FROM orders o WHERE o.event_id = e.id AND o.status IN ('pending', 'paid')),
    (SELECT min(o.holder_key) FROM orders o WHERE o.event_id = e.id AND o.status NOT IN ('pending', 'paid'))
  ) IS NOT NULL AS ordered,
  e.currency FROM event e LEFT JOIN LATERAL (
    SELECT c.* FROM promo_code c WHERE c.event_id = e.id AND c.ended_at IS NULL ORDER BY c.id LIMIT 1) promo ON true
  WHERE e.id = $1 AND e.private_for IS NULL AND e.replay_of IS NULL`;

/** The caller's own event, locked where it is going to be changed; that of another host is refused. */
export async function ownEvent(sql: Sql, host: Account, eventUuid: string, { locked = false } = {}): Promise<OwnEvent> {
  // Locked by its own statement: one that waits for the lock and reads too would see the tags from before its wait.
  if (locked) await sql.query('SELECT 1 FROM event WHERE id = $1 FOR NO KEY UPDATE', [eventUuid]);
  const row = await sql.one<Row>(select, [eventUuid]);
  if (!row) throw refuse('event_not_found');
  if (row.host_id !== host.id) throw refuse('forbidden');
  return {
    draft: {
      kind: kindOf(row.kind),
      title: row.title,
      description: row.description,
      date: row.starts_at.getTime(),
      startHour: wallHour(row.starts_at.getTime(), row.tz),
      durationMinutes: row.duration_minutes ?? undefined,
      zone: row.tz,
      listed: row.is_public,
      openTicketing: row.opening_ticketing,
      seats: row.capacity,
      price: toDecimal(row.price_minor, currencyOf(row.currency).digits),
      currency: row.currency,
      ticketTypeId: undefined,
      nftCollections: row.rally_nfts,
      coins: row.rally_coins,
      delegates: row.rally_delegates,
      tags: row.tags,
      langIdes: row.lang_ides,
      categoryIde: row.category_ide ?? undefined,
      promoCode: row.promo_code ?? undefined,
      promoPercent: row.promo_percent ?? undefined,
      promoCap: row.promo_cap ?? undefined,
      promoFrom: row.promo_from?.getTime(),
      promoUntil: row.promo_until?.getTime(),
      selfCancelHours: row.self_cancel_hours ?? undefined,
      selfCancelPercent: row.self_cancel_percent ?? undefined,
      salesOpenAt: row.sales_open_at?.getTime(),
    },
    startsAt: row.starts_at.getTime(),
    state: row.state,
    ticketTypeId: row.ticket_type_id,
    coverKey: row.cover_key,
    taken: row.taken,
    ordered: row.ordered,
  };
}

/** What the publish form opens with, to change the event or to copy it. */
export async function ownEventDraft(
  sql: Sql,
  storage: Storage,
  host: Account,
  eventUuid: string,
): Promise<WireEventDraft> {
  const { draft, coverKey, startsAt, taken, ordered } = await ownEvent(sql, host, eventUuid);
  const series = (await wireEventOf(sql, storage, eventUuid))?.series;
  return {
    event_uuid: eventUuid,
    event_kind: draft.kind ?? 'interactive',
    event_cover_image: coverUrl(storage, coverKey),
    event_title: draft.title,
    event_description: draft.description,
    event_date: startsAt,
    event_start_hour: draft.startHour,
    event_duration_minutes: draft.durationMinutes ?? null,
    event_location: { data: { zoneName: draft.zone ?? 'UTC' } },
    public: draft.listed,
    event_opening_ticketing: draft.openTicketing,
    event_rally_coins: draft.coins.map(({ minCoinBalance, ...coin }) => ({
      ...coin,
      minCoinBalance: minCoinBalance ?? 0,
    })),
    event_rally_nfts_collections: [...draft.nftCollections],
    event_rally_delegates: draft.delegates ?? false,
    tickets: draft.seats ?? 0,
    price: draft.price ?? 0,
    currency: draft.currency ?? defaultCurrency,
    event_tags: [...draft.tags],
    event_lang_ides: [...draft.langIdes],
    event_category_ide: draft.categoryIde ?? null,
    event_promotional_code: draft.promoCode ?? null,
    event_promotional_code_discount: draft.promoPercent ?? null,
    event_promotional_code_cap: draft.promoCap ?? null,
    event_promotional_code_from: draft.promoFrom ?? null,
    event_promotional_code_until: draft.promoUntil ?? null,
    event_self_cancel_hours: draft.selfCancelHours ?? null,
    ...(draft.salesOpenAt !== undefined && { event_sales_open_date: draft.salesOpenAt }),
    event_self_cancel_percent: draft.selfCancelPercent ?? null,
    ...(series && { series }),
    tickets_taken: taken,
    price_fixed: ordered,
  };
}
