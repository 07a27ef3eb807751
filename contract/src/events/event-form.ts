import { jsonTextCharsMax } from '@frontrow/core/kernel/text.ts';
import { seriesScopes } from '@frontrow/core/events/series.ts';
import { z } from 'zod';
import { eventUuid } from '../kernel/endpoint.ts';

/**
 * A form field: text in multipart, also the value itself in JSON. What it means is judged by the rules of a draft,
 * all at once.
 */
const field = (charsMax = 300) => z.union([z.string().max(charsMax), z.number(), z.boolean()]).optional();
/** JSON text of at most 64 KiB. */
const jsonField = () => z.string().max(jsonTextCharsMax).optional();

/** Creation payload. Interactive sends one half of the ticket fields, broadcast the other. */
export const eventCreation = z.object({
  /** Data URL of a PNG, JPEG or WebP picture. */
  event_cover_image: z.string().optional(),
  event_title: field(2_000),
  /** Epoch ms. */
  event_date: field(),
  /** HH:mm on the wall clock of the event's zone. */
  event_start_hour: field(),
  /** How long it is planned to take: 15 to 720; left out: not said. */
  event_duration_minutes: field(),
  event_description: field(5_000),
  public: field(),
  event_opening_ticketing: field(),
  /** [{coinName, coinId, minCoinBalance, coinChainId?, coinAddress?}] */
  event_rally_coins: jsonField(),
  /** List of strings: names, or `<chainId>:<address>[:<tokenId>]`. */
  event_rally_nfts_collections: jsonField(),
  /** Wallets count for those that delegated to them (delegate.xyz). */
  event_rally_delegates: field(),
  event_num_attendees: field(),
  event_price_ticket: field(),
  event_ticket_type: field(),
  /** Code of the currency that the price is in: one of `GET /currencies/all`; left out: EUR. */
  currency: field(),
  event_num_attendees_streaming: field(),
  event_price_ticket_streaming: field(),
  event_ticket_type_streaming: field(),
  event_tags: jsonField(),
  event_lang_ides: jsonField(),
  event_category_ide: field(),
  /** {data: {zoneName}} */
  event_location: jsonField(),
  event_promotional_code: field(),
  event_promotional_code_discount: field(),
  /** Tickets the code is good for. */
  event_promotional_code_cap: field(),
  /** Instants the code is taken between. */
  event_promotional_code_from: field(),
  event_promotional_code_until: field(),
  /** Holders may cancel until so many hours before the start; empty: they may not. */
  event_self_cancel_hours: field(),
  /** The percentage of the price that is refunded then; empty means price and fee. */
  event_self_cancel_percent: field(),
  /** When tickets go on sale, with a waiting page; empty: with the publication. Epoch ms. */
  event_sales_open_date: field(),
  /** Further dates at the same hour, 2 to 52 in all: {weeks: 8}, {until: "2027-03-28"}, {dates: ["2027-03-28"]} */
  event_repeats: jsonField(),
  /** Adds to this series of the same host. */
  event_series: eventUuid.optional(),
  /** Instead of a picture: the cover of another event of the same host. */
  event_cover_from: eventUuid.optional(),
});

/** For an event of a series: whether the dates after it that are still to come follow. Left out: they do not. */
export const seriesScope = z.enum(seriesScopes).optional();

/**
 * What a host may change of an event that is out; what is left out stays. Anything else was promised, and is refused.
 */
export const eventChange = eventCreation
  .pick({
    event_cover_image: true,
    event_title: true,
    event_duration_minutes: true,
    event_description: true,
    public: true,
    event_num_attendees: true,
    event_price_ticket: true,
    event_num_attendees_streaming: true,
    event_price_ticket_streaming: true,
    currency: true,
    event_tags: true,
    event_lang_ides: true,
    event_category_ide: true,
    event_promotional_code: true,
    event_promotional_code_discount: true,
    event_promotional_code_cap: true,
    event_promotional_code_from: true,
    event_promotional_code_until: true,
    event_self_cancel_hours: true,
    event_self_cancel_percent: true,
    event_sales_open_date: true,
  })
  .extend({
    event_uuid: eventUuid,
    series_scope: seriesScope,
    /** The code that the form was opened with, empty for none: one that took its place is not changed. */
    event_promotional_code_before: field(),
  })
  .strict();
