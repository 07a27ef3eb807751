import {
  kindOf,
  type EventStateCode,
  type KindCode,
  type LiveEventState,
} from '@frontrow/core/events/live-event-machine.ts';
import type { WireEvent, WireEventCard, WireHostCard } from '@frontrow/contract/events/api.ts';
import { eventToWire } from '@frontrow/contract/events/event-codec.ts';
import type { VideoSlot } from '@frontrow/core/events/event-video.ts';
import { type CancelReason, type EventVideos, type LiveEvent } from '@frontrow/core/events/live-event.ts';
import { currencyOf } from '@frontrow/core/kernel/money.ts';
import { wantedTokens } from '@frontrow/core/token-gate/holdings.ts';
import type { Sql } from '../../db/db.ts';
import type { Storage } from '../../ports/storage.ts';
import { coverUrl, plannedEnd } from './records.ts';
import { shownTokens, tokenRuleColumns, tokenRuleOf, type TokenRuleRow } from './tokens.ts';

/** Attendees that a page names; of more it shows the count. */
const attendeesShownMax = 50;

/**
 * Holders of a valid ticket who may be named, in the order of purchase. Guests are never named: they have no page to
 * refuse it.
 */
export async function attendeesOf(
  sql: Sql,
  eventUuid: string,
): Promise<{ user_username: string; user_name: string; user_avatar: string | null }[]> {
  return sql.query(
    `SELECT u.username AS user_username, shown_name_of(u) AS user_name, u.avatar_url AS user_avatar FROM ticket t
      JOIN app_user u ON u.id = t.holder_id
     WHERE t.event_id = $1 AND t.voided_at IS NULL AND u.erased_at IS NULL AND u.show_attending
       AND u.guest_email_norm IS NULL
     ORDER BY t.created_at, t.id LIMIT $2`,
    [eventUuid, attendeesShownMax],
  );
}

interface CardRow extends TokenRuleRow {
  id: string;
  ide: number;
  kind: KindCode;
  state: EventStateCode;
  cancelled_at: Date | null;
  cancel_reason: CancelReason | null;
  title: string;
  description: string;
  starts_at: Date;
  planned_end: Date | null;
  started_at: Date | null;
  finished_at: Date | null;
  moved_from: Date | null;
  tz: string;
  opening_ticketing: boolean;
  sales_open_at: Date | null;
  is_public: boolean;
  unpublished: boolean;
  is_private: boolean;
  cover_key: string;
  price_minor: number;
  currency: string;
  min_fee_minor: number;
  fee_bp: number;
  capacity: number;
  free: number;
  sold: number;
  promo_percent: number | null;
  self_cancel_hours: number | null;
  self_cancel_percent: number | null;
  category_ide: number | null;
  lang_ides: number[];
  tags: string[];
  version: number;
  series_id: string | null;
  series_title: string | null;
  series_position: number;
  series_count: number;
  videos: Partial<Record<VideoSlot, string>> | null;
  watching: number;
  user_id: number;
  username: string;
  name: string;
  surname: string;
  avatar_url: string | null;
  role: 0 | 1;
  ranking: number;
  review_count: number;
  advertising: boolean;
  massive: boolean;
}

/** Viewers with a seat lease in a live room now, without the host. */
export const watchingOf = `CASE WHEN e.state = 1 THEN (SELECT count(*)::int FROM room_member m
  WHERE m.event_id = e.id AND m.seat_until > app_now() AND m.user_id <> e.host_id) ELSE 0 END`;

const select = `SELECT e.id, e.ide, e.kind, e.state, e.cancelled_at, e.cancel_reason, e.title, e.description,
  e.starts_at, ${plannedEnd} AS planned_end, e.started_at, e.finished_at, e.tz,
  CASE WHEN e.reschedules > 0 THEN e.original_starts_at END AS moved_from,
  e.opening_ticketing, e.is_public, e.unpublished_at IS NOT NULL AS unpublished, e.private_for IS NOT NULL OR e.replay_of IS NOT NULL AS is_private, e.cover_key, e.price_minor,
  e.currency, e.min_fee_minor, e.fee_bp,
  e.capacity, greatest(0, seats_for_sale(e) - e.held - e.sold) AS free, e.sold, e.category_ide, e.lang_ides,
  e.self_cancel_hours, e.self_cancel_percent, e.sales_open_at, ${tokenRuleColumns},
  (SELECT c.percent FROM promo_code c WHERE c.event_id = e.id AND c.ended_at IS NULL ORDER BY c.id LIMIT 1)
    AS promo_percent,
  ARRAY(SELECT t.tag FROM event_tag t WHERE t.event_id = e.id ORDER BY t.position) AS tags,
  e.version, e.series_id, s.title AS series_title, its.place AS series_position, its.count AS series_count,
  ${watchingOf} AS watching,
  (SELECT json_object_agg(v.slot, v.file_key) FROM event_video v WHERE v.event_id = e.id) AS videos,
  u.id AS user_id, u.username, u.name, u.surname, u.avatar_url, u.role, u.ranking, u.review_count,
  u.advertising, u.massive
  FROM event e JOIN app_user u ON u.id = e.host_id
  LEFT JOIN event_series s ON s.id = e.series_id
  LEFT JOIN LATERAL (SELECT count(*)::int AS count, count(*) FILTER (
      WHERE (d.original_starts_at, d.id) <= (e.original_starts_at, e.id))::int AS place
    FROM event d WHERE d.series_id = e.series_id) its ON e.series_id IS NOT NULL
  WHERE e.id = ANY ($1)`;

const states: readonly LiveEventState[] = ['upcoming', 'live', 'finished'];

/** Cards of these events in the given order; unknown ones are left out. */
export async function eventCards(sql: Sql, storage: Storage, eventUuids: readonly string[]): Promise<WireEventCard[]> {
  if (eventUuids.length === 0) return [];
  const rows = await sql.query<CardRow>(select, [eventUuids]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return eventUuids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [cardOf(row, storage)] : [];
  });
}

/** One event on the wire, or undefined. */
export async function wireEventOf(sql: Sql, storage: Storage, eventUuid: string): Promise<WireEvent | undefined> {
  return (await eventCards(sql, storage, [eventUuid]))[0]?.event;
}

function cardOf(row: CardRow, storage: Storage): WireEventCard {
  return {
    event: eventToWire(liveEventOf(row, storage)),
    user: {
      user_ide: row.user_id,
      user_username: row.username,
      user_name: `${row.name} ${row.surname}`.trim(),
      user_avatar: row.avatar_url,
      user_role: row.role,
    },
    influencer: influencerOf(row),
    watching: row.watching,
  };
}

interface InfluencerRow {
  readonly avatar_url: string | null;
  readonly ranking: number;
  readonly review_count: number;
  readonly advertising: boolean;
  readonly massive: boolean;
}

const influencerOf = (row: InfluencerRow): WireHostCard['influencer'] => ({
  influencer_avatar: row.avatar_url,
  influencer_ranking: row.ranking,
  influencer_reviews: row.review_count,
  influencer_advertising: row.advertising,
  influencer_massive_streaming: row.massive,
});

interface HostRow extends InfluencerRow {
  readonly id: number;
  readonly username: string;
  readonly name: string;
}

/** A host as every card and page of hosts begins. */
export const hostToWire = (row: HostRow): Pick<WireHostCard, 'user' | 'influencer'> => ({
  user: {
    user_ide: row.id,
    user_username: row.username,
    user_name: row.name,
    user_avatar: row.avatar_url,
    user_role: 1,
  },
  influencer: influencerOf(row),
});

const liveEventOf = (row: CardRow, storage: Storage): LiveEvent => ({
  uuid: row.id,
  ide: row.ide,
  kind: kindOf(row.kind),
  state: states[row.state]!,
  cancelled: row.cancelled_at !== null,
  cancelReason: row.cancel_reason ?? undefined,
  title: row.title,
  description: row.description,
  startsAt: row.starts_at.getTime(),
  endsAt: row.planned_end?.getTime(),
  salesOpenAt: row.sales_open_at?.getTime(),
  startedAt: row.started_at?.getTime(),
  finishedAt: row.finished_at?.getTime(),
  movedFrom: row.moved_from?.getTime(),
  zone: row.tz,
  openTicketing: row.opening_ticketing,
  listed: row.is_public,
  unpublished: row.unpublished,
  privateMeeting: row.is_private,
  coverUrl: coverUrl(storage, row.cover_key),
  videos: videosOf(row.videos ?? {}, storage),
  price: row.price_minor,
  currency: currencyOf(row.currency),
  feeTerms: { minFeeMinor: row.min_fee_minor, feeBp: row.fee_bp },
  capacity: row.capacity,
  free: row.free,
  sold: row.sold,
  promoPercent: row.promo_percent ?? undefined,
  holdersOf: row.opening_ticketing ? undefined : wantedTokens(tokenRuleOf(row)),
  tokens: row.opening_ticketing || row.rally_tokens.length === 0 ? undefined : shownTokens(tokenRuleOf(row), storage),
  selfCancel:
    row.self_cancel_hours === null
      ? undefined
      : { hours: row.self_cancel_hours, percent: row.self_cancel_percent ?? undefined },
  series:
    row.series_id === null
      ? undefined
      : {
          uuid: row.series_id,
          title: row.series_title ?? row.title,
          position: row.series_position,
          count: row.series_count,
        },
  categoryIde: row.category_ide ?? undefined,
  langIdes: row.lang_ides,
  tags: row.tags,
  version: row.version,
});

function videosOf(keys: Partial<Record<VideoSlot, string>>, storage: Storage): EventVideos {
  const url = (key: string | undefined): string | undefined => (key === undefined ? undefined : storage.url(key));
  return {
    presentation: url(keys.presentation),
    presentationLandscape: url(keys.presentation_landscape),
    thanks: url(keys.thanks),
    thanksLandscape: url(keys.thanks_landscape),
  };
}
