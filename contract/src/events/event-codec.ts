import type { WireCurrency } from '../catalog/api.ts';
import { eventStateCode, type LiveEventState } from '@frontrow/core/events/live-event-machine.ts';
import { type ShownToken, type LiveEvent } from '@frontrow/core/events/live-event.ts';
import type { WireToken, WireEvent } from './api.ts';
import { minutes } from '@frontrow/core/kernel/instant.ts';
import { fromDecimal, toDecimal, type Currency } from '@frontrow/core/kernel/money.ts';

const tokenToWire = (token: ShownToken): WireToken => ({
  token_standard: token.standard,
  token_chain_id: token.chainId,
  token_address: token.address,
  token_id: token.tokenId ?? null,
  token_name: token.name,
  token_symbol: token.symbol,
  token_picture: token.pictureUrl ?? null,
  token_min_balance: token.minBalance ?? null,
});

const tokenFromWire = (wire: WireToken): ShownToken => ({
  standard: wire.token_standard,
  chainId: wire.token_chain_id,
  address: wire.token_address,
  tokenId: wire.token_id ?? undefined,
  name: wire.token_name,
  symbol: wire.token_symbol,
  pictureUrl: wire.token_picture ?? undefined,
  minBalance: wire.token_min_balance ?? undefined,
});

/** Basis points in one percent: fees travel as percent. */
const bpPerPercent = 100;
const minuteMs = minutes(1);
const states: readonly LiveEventState[] = ['upcoming', 'live', 'finished'];

export const currencyToWire = (currency: Currency): WireCurrency => ({
  currency_format: currency.format,
  currency_name: currency.name,
  currency_code: currency.code,
  currency_symbol: currency.symbol,
  currency_digits: currency.digits,
});

export const currencyFromWire = (wire: WireCurrency): Currency => ({
  format: wire.currency_format,
  name: wire.currency_name,
  code: wire.currency_code,
  symbol: wire.currency_symbol,
  digits: wire.currency_digits,
});

/** An event to the wire: exactly one of `ticket` / `ticket_streaming` is there. */
export function eventToWire(event: LiveEvent): WireEvent {
  const { digits } = event.currency;
  const ticket = {
    frontrow_min_ticket_fee: toDecimal(event.feeTerms.minFeeMinor, digits),
    frontrow_ticket_fee: event.feeTerms.feeBp / bpPerPercent,
  };
  const price = toDecimal(event.price, digits);
  return {
    event_uuid: event.uuid,
    event_ide: event.ide,
    event_title: event.title,
    event_description: event.description,
    event_date: event.startsAt,
    ...(event.endsAt !== undefined && { event_duration_minutes: (event.endsAt - event.startsAt) / minuteMs }),
    ...(event.salesOpenAt !== undefined && { event_sales_open_date: event.salesOpenAt }),
    event_streaming_start_date: event.startedAt ?? null,
    event_opening_ticketing: event.openTicketing,
    event_cover_image: event.coverUrl,
    event_presentation_video: event.videos.presentation ?? null,
    event_presentation_video_landscape: event.videos.presentationLandscape ?? null,
    event_thanks_video: event.videos.thanks ?? null,
    event_thanks_video_landscape: event.videos.thanksLandscape ?? null,
    ...(event.kind === 'interactive' && {
      event_price_ticket: price,
      event_num_attendees: event.capacity,
      event_num_tickets_free: event.free,
      ticket,
    }),
    ...(event.kind === 'broadcast' && {
      event_price_ticket_streaming: price,
      event_num_attendees_streaming: event.capacity,
      event_num_tickets_free_streaming: event.free,
      ticket_streaming: ticket,
    }),
    event_num_tickets_sold: event.sold,
    event_promotional_code_discount: event.promoPercent ?? null,
    ...(event.holdersOf && { event_holders_of: [...event.holdersOf] }),
    ...(event.tokens && { event_tokens: event.tokens.map(tokenToWire) }),
    ...(event.series && { series: { ...event.series } }),
    event_self_cancel_hours: event.selfCancel?.hours ?? null,
    event_self_cancel_percent: event.selfCancel?.percent ?? null,
    event_state: eventStateCode[event.state],
    event_cancelled: event.cancelled,
    event_cancel_reason: event.cancelReason ?? null,
    event_finished_date: event.finishedAt ?? null,
    event_category_ide: event.categoryIde ?? null,
    event_lang_ides: [...event.langIdes],
    event_tags: [...event.tags],
    event_location: { data: { zoneName: event.zone } },
    event_rescheduled: event.movedFrom !== undefined,
    event_previous_date: event.movedFrom ?? null,
    event_version: event.version,
    public: event.listed,
    ...(event.unpublished && { event_unpublished: true as const }),
    ...(event.privateMeeting && { event_private: true as const, event_title_made: 'meeting' as const }),
    currency: currencyToWire(event.currency),
  };
}

/** Decodes an event; its kind follows from which ticket config is present. */
export function eventFromWire(wire: WireEvent): LiveEvent {
  const currency = currencyFromWire(wire.currency);
  const interactive = wire.ticket !== undefined;
  const config = wire.ticket ?? wire.ticket_streaming;
  return {
    uuid: wire.event_uuid,
    ide: wire.event_ide,
    kind: interactive ? 'interactive' : 'broadcast',
    state: states[wire.event_state]!,
    cancelled: wire.event_cancelled,
    cancelReason: wire.event_cancel_reason ?? undefined,
    title: wire.event_title,
    description: wire.event_description,
    startsAt: wire.event_date,
    endsAt:
      wire.event_duration_minutes === undefined ? undefined : wire.event_date + wire.event_duration_minutes * minuteMs,
    salesOpenAt: wire.event_sales_open_date,
    startedAt: wire.event_streaming_start_date ?? undefined,
    finishedAt: wire.event_finished_date ?? undefined,
    zone: wire.event_location.data.zoneName,
    openTicketing: wire.event_opening_ticketing,
    listed: wire.public,
    unpublished: wire.event_unpublished ?? false,
    privateMeeting: wire.event_private ?? false,
    coverUrl: wire.event_cover_image,
    videos: {
      presentation: wire.event_presentation_video ?? undefined,
      presentationLandscape: wire.event_presentation_video_landscape ?? undefined,
      thanks: wire.event_thanks_video ?? undefined,
      thanksLandscape: wire.event_thanks_video_landscape ?? undefined,
    },
    price: fromDecimal(
      (interactive ? wire.event_price_ticket : wire.event_price_ticket_streaming) ?? 0,
      currency.digits,
    ),
    currency,
    feeTerms: {
      minFeeMinor: fromDecimal(config?.frontrow_min_ticket_fee ?? 0, currency.digits),
      feeBp: Math.round((config?.frontrow_ticket_fee ?? 0) * bpPerPercent),
    },
    capacity: (interactive ? wire.event_num_attendees : wire.event_num_attendees_streaming) ?? 0,
    free: (interactive ? wire.event_num_tickets_free : wire.event_num_tickets_free_streaming) ?? 0,
    sold: wire.event_num_tickets_sold,
    promoPercent: wire.event_promotional_code_discount ?? undefined,
    holdersOf: wire.event_holders_of,
    tokens: wire.event_tokens?.map(tokenFromWire),
    selfCancel:
      wire.event_self_cancel_hours === null
        ? undefined
        : { hours: wire.event_self_cancel_hours, percent: wire.event_self_cancel_percent ?? undefined },
    categoryIde: wire.event_category_ide ?? undefined,
    langIdes: wire.event_lang_ides,
    tags: wire.event_tags,
    series: wire.series,
    movedFrom: wire.event_previous_date ?? undefined,
    version: wire.event_version,
  };
}
