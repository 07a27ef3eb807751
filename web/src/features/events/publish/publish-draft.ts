import { kindOf } from '@frontrow/core/events/live-event-machine.ts';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import type { WireEventDraft } from '@frontrow/contract/events/api.ts';
import {
  findTerms,
  termsOf,
  matchTicketType,
  type TicketType,
  type SellingTerms,
} from '@frontrow/core/catalog/selling-terms.ts';
import type { EventDraft, Repeats } from '@frontrow/core/events/event-draft.ts';
import { defaultCurrency, fromDecimal, toDecimal } from '@frontrow/core/kernel/money.ts';
import { ticketPrice } from '@frontrow/core/ticketing/ticket-price.ts';
import { language } from '#web/shared/i18n/language.ts';
import { balanceIn, balanceText, plainNumberIn, wholeNumberIn } from '../typed-numbers.ts';
import { emptyDraft, type PublishDraft } from './draft-shape.ts';
import { dayAfter, dayOf, timeOf, startOf } from './draft-times.ts';

/** The form as the rules of core judge it. */
export function toEventDraft(draft: PublishDraft, zone: string, ticketTypeId: number | undefined): EventDraft {
  return {
    kind: draft.kind,
    title: draft.title,
    description: draft.description,
    // A date without a time is judged as a date; only the time is missing.
    date: startOf(draft.date, draft.time ?? '00:00', zone),
    startHour: draft.time ?? '',
    durationMinutes: wholeNumberIn(draft.duration),
    repeats: repeatsOf(draft),
    zone,
    listed: draft.public,
    openTicketing: draft.openTicketing,
    seats: wholeNumberIn(draft.tickets),
    price: plainNumberIn(draft.price),
    currency: currencyOfDraft(draft),
    ticketTypeId,
    nftCollections: draft.nftCollections,
    coins: draft.coins.map(({ coinName, coinId, minCoinBalance, coinChainId, coinAddress }) => ({
      coinName,
      coinId,
      minCoinBalance: balanceIn(minCoinBalance, language()),
      coinChainId: wholeNumberIn(coinChainId),
      coinAddress: coinAddress.trim() || undefined,
    })),
    delegates: draft.delegates,
    tags: draft.tags,
    langIdes: draft.langIdes,
    categoryIde: draft.categoryIde ?? undefined,
    promoCode: draft.openTicketing ? draft.promoCode.trim() || undefined : undefined,
    promoPercent: draft.openTicketing ? wholeNumberIn(draft.promoPercent) : undefined,
    promoCap: wholeNumberIn(draft.promoCap),
    ...promoWindow(draft, zone),
    selfCancelHours: draft.selfCancel ? (wholeNumberIn(draft.selfCancelHours) ?? Number.NaN) : undefined,
    selfCancelPercent: draft.selfCancel ? wholeNumberIn(draft.selfCancelPercent) : undefined,
    salesOpenAt: salesOpenOf(draft, zone),
  };
}

/** Undefined: it takes place once. */
export function repeatsOf({ repeats, repeatWeeks, repeatUntil, repeatDates }: PublishDraft): Repeats | undefined {
  if (repeats === 'once') return undefined;
  if (repeats === 'weeks') return { weeks: wholeNumberIn(repeatWeeks) ?? Number.NaN };
  return repeats === 'until' ? { until: repeatUntil ?? '' } : { dates: repeatDates };
}

type WireType = AnswerOf<'GET /tickets/types'>[number];

export function ticketTypeOf(wire: WireType): TicketType {
  return {
    id: wire.type_id,
    kind: kindOf(wire.event_type),
    rally: wire.rally_ticket,
    priced: wire.ticket_price_enabled,
    seatsMax: wire.max_attendees,
  };
}

/** The ticket type that fits the form; looked up again on every change. */
export function typeFor(draft: PublishDraft, types: readonly TicketType[]): TicketType | undefined {
  const price = plainNumberIn(draft.price) ?? 0;
  return matchTicketType(types, {
    kind: draft.kind,
    openTicketing: draft.openTicketing,
    price: Number.isNaN(price) ? 0 : price,
  });
}

export const currencyOfDraft = ({ currency }: PublishDraft): string => currency || defaultCurrency;

/** The terms of the draft's currency. One that was saved and is sold no more is refused when the draft is judged. */
export const termsOfDraft = (draft: PublishDraft): SellingTerms =>
  findTerms(currencyOfDraft(draft)) ?? termsOf(defaultCurrency);

/** What viewers pay and a full room earns, in the wire's decimals; undefined while these are no numbers. */
export function takings(draft: PublishDraft): { total: number; earn: number } | undefined {
  const terms = termsOfDraft(draft);
  const { digits } = terms.currency;
  const price = draft.openTicketing ? (plainNumberIn(draft.price) ?? 0) : 0;
  const seats = wholeNumberIn(draft.tickets) ?? 0;
  if (!Number.isInteger(price) || !Number.isInteger(seats)) return undefined;
  return {
    total: toDecimal(ticketPrice(fromDecimal(price, digits), terms).total, digits),
    earn: price * seats,
  };
}

/**
 * What the field holds after typing `next`. A larger number than the limit is ignored; one above a newer limit may
 * shrink.
 */
export function typedTickets(next: string, before: string, seatsMax: number): string {
  const digits = next.replaceAll(/\D/g, '');
  return Number(digits) > Math.max(seatsMax, Number(before)) ? before : digits;
}

export const hasPromo = (draft: PublishDraft): boolean =>
  draft.promoCode.trim() !== '' || draft.promoPercent.trim() !== '';

/** Whether the form asks for a promo code: where there is a price, or a code to remove. */
export const asksPromo = (draft: PublishDraft): boolean =>
  draft.openTicketing && (Number(draft.price) > 0 || hasPromo(draft));

/** From the start of the first day to the end of the last, in the event's zone. */
export function promoWindow(draft: PublishDraft, zone: string): { promoFrom?: number; promoUntil?: number } {
  const from = startOf(draft.promoFrom, '00:00', zone);
  const until = draft.promoUntil && dayAfter(draft.promoUntil);
  const end = startOf(until, '00:00', zone);
  return { ...(from !== undefined && { promoFrom: from }), ...(end !== undefined && { promoUntil: end }) };
}

/** When tickets go on sale, in the event's zone; NaN for a day without a time. Token holders need no sale. */
export const salesOpenOf = (draft: PublishDraft, zone: string): number | undefined =>
  draft.salesOpenDate === null || !draft.openTicketing
    ? undefined
    : (startOf(draft.salesOpenDate, draft.salesOpenTime, zone) ?? Number.NaN);

/** A published event as the form that made it. */
export function draftOfEvent(wire: WireEventDraft, { withDate }: { withDate: boolean }): PublishDraft {
  const zone = wire.event_location.data.zoneName;
  const { event_promotional_code_from: from, event_promotional_code_until: until } = wire;
  // A copy is another sale.
  const opens = withDate ? wire.event_sales_open_date : undefined;
  return {
    kind: wire.event_kind,
    title: wire.event_title,
    description: wire.event_description,
    date: withDate ? dayOf(wire.event_date, zone) : null,
    time: wire.event_start_hour,
    repeats: 'once',
    repeatWeeks: emptyDraft.repeatWeeks,
    repeatUntil: null,
    repeatDates: [],
    duration: String(wire.event_duration_minutes ?? ''),
    public: wire.public,
    openTicketing: wire.event_opening_ticketing,
    tickets: String(wire.tickets),
    price: String(wire.price),
    currency: wire.price > 0 ? wire.currency : '',
    tags: wire.event_tags,
    langIdes: wire.event_lang_ides,
    categoryIde: wire.event_category_ide,
    nftCollections: wire.event_rally_nfts_collections,
    coins: wire.event_rally_coins.map(({ coinName, coinId, minCoinBalance, coinChainId, coinAddress }) => ({
      coinName,
      coinId,
      minCoinBalance: balanceText(minCoinBalance, language()),
      coinChainId: coinChainId === undefined ? '' : String(coinChainId),
      coinAddress: coinAddress ?? '',
    })),
    delegates: wire.event_rally_delegates,
    promoCode: wire.event_promotional_code ?? '',
    promoPercent: wire.event_promotional_code_discount === null ? '' : String(wire.event_promotional_code_discount),
    promoCap: wire.event_promotional_code_cap === null ? '' : String(wire.event_promotional_code_cap),
    promoFrom: from !== null ? dayOf(from, zone) : null,
    promoUntil: until !== null ? dayOf(until - 1, zone) : null,
    selfCancel: wire.event_self_cancel_hours !== null,
    selfCancelHours: String(wire.event_self_cancel_hours ?? emptyDraft.selfCancelHours),
    selfCancelPercent: wire.event_self_cancel_percent === null ? '' : String(wire.event_self_cancel_percent),
    salesOpenDate: opens !== undefined ? dayOf(opens, zone) : null,
    salesOpenTime: opens !== undefined ? timeOf(opens, zone) : null,
    cover: { kind: 'event', uuid: wire.event_uuid, url: wire.event_cover_image },
  };
}
