import type { AnswerOf } from '@frontrow/contract/api.ts';
import type { WireEventDraft } from '@frontrow/contract/events/api.ts';
import type { TicketType } from '@frontrow/core/catalog/ticket-type.ts';
import { matchTicketType } from '@frontrow/core/catalog/ticket-type.ts';
import type { EventDraft } from '@frontrow/core/events/event-draft.ts';
import { kindOf, type Kind } from '@frontrow/core/events/live-event-machine.ts';
import { fromDecimal, toDecimal } from '@frontrow/core/kernel/money.ts';
import { ticketPrice } from '@frontrow/core/ticketing/ticket-price.ts';
import { Temporal } from 'temporal-polyfill';

export interface CoinRow {
  /** Names the row while it is being edited; never sent. */
  id: number;
  coinName: string;
  coinId: string;
  minCoinBalance: string;
}

/** The publish form as it is typed (spec §3); numbers stay text until they are judged. */
export interface PublishDraft {
  kind: Kind;
  title: string;
  description: string;
  /** `YYYY-MM-DD`. */
  date: string | null;
  /** `HH:mm`. */
  time: string | null;
  public: boolean;
  openTicketing: boolean;
  tickets: string;
  price: string;
  tags: string[];
  langIdes: number[];
  categoryIde: number | null;
  nftCollections: string[];
  coins: CoinRow[];
  promoCode: string;
  promoPercent: string;
  promoCap: string;
  /** First and last day the code is taken, `YYYY-MM-DD`. */
  promoFrom: string | null;
  promoUntil: string | null;
  /** One of the placeholders, a picture of the host's own, or the cover of an event that is out. */
  cover:
    | { kind: 'placeholder'; index: number }
    | { kind: 'own'; dataUrl: string }
    | { kind: 'event'; uuid: string; url: string };
}

/** Defaults of spec §3. */
export const emptyDraft: PublishDraft = {
  kind: 'interactive',
  title: '',
  description: '',
  date: null,
  time: null,
  public: true,
  openTicketing: true,
  tickets: '0',
  price: '0',
  tags: [],
  langIdes: [],
  categoryIde: null,
  nftCollections: [],
  coins: [],
  promoCode: '',
  promoPercent: '',
  promoCap: '',
  promoFrom: null,
  promoUntil: null,
  cover: { kind: 'placeholder', index: 0 },
};

/** Empty is missing; anything that is no plain number is NaN. */
const numberOf = (text: string): number | undefined =>
  text.trim() === '' ? undefined : /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;

/** The instant of a wall time in a zone; undefined when there is none to read. */
export function startOf(date: string | null, time: string | null, zone: string): number | undefined {
  if (!date || !time) return undefined;
  try {
    return Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone).epochMilliseconds;
  } catch {
    return undefined;
  }
}

/** The form as the rules of core judge it. */
export function toEventDraft(draft: PublishDraft, zone: string, ticketTypeId: number | undefined): EventDraft {
  return {
    kind: draft.kind,
    title: draft.title,
    description: draft.description,
    // A day without an hour is a day all the same; what is missing is the hour.
    date: startOf(draft.date, draft.time ?? '00:00', zone),
    startHour: draft.time ?? '',
    zone,
    listed: draft.public,
    openTicketing: draft.openTicketing,
    seats: numberOf(draft.tickets),
    price: numberOf(draft.price),
    ticketTypeId,
    nftCollections: draft.nftCollections,
    coins: draft.coins.map(({ coinName, coinId, minCoinBalance }) => ({
      coinName,
      coinId,
      minCoinBalance: numberOf(minCoinBalance),
    })),
    tags: draft.tags,
    langIdes: draft.langIdes,
    categoryIde: draft.categoryIde ?? undefined,
    promoCode: draft.openTicketing ? draft.promoCode.trim() || undefined : undefined,
    promoPercent: draft.openTicketing ? numberOf(draft.promoPercent) : undefined,
    promoCap: numberOf(draft.promoCap),
    ...promoWindow(draft, zone),
  };
}

type WireType = AnswerOf<'GET /tickets/types'>[number];

export function ticketTypeOf(wire: WireType, currency: { code: string; digits: number }): TicketType {
  return {
    id: wire.type_id,
    kind: kindOf(wire.event_type),
    rally: wire.rally_ticket,
    priced: wire.ticket_price_enabled,
    seatsMax: wire.max_attendees,
    priceMax: wire.max_ticket_price,
    feeTerms: {
      minFeeMinor: fromDecimal(wire.frontrow_min_ticket_fee, currency.digits),
      feeBp: Math.round(wire.frontrow_ticket_fee * 100),
    },
    currency: currency.code,
  };
}

/** The ticket type that fits the form as it stands; looked up again on every change (decisions 12). */
export function typeFor(draft: PublishDraft, types: readonly TicketType[]): TicketType | undefined {
  const price = numberOf(draft.price) ?? 0;
  return matchTicketType(types, {
    kind: draft.kind,
    openTicketing: draft.openTicketing,
    price: Number.isNaN(price) ? 0 : price,
  });
}

/** The price limit of the ticket type that fits; while the price is 0, of the one that fits as soon as there is a price. */
export function priceLimit(draft: PublishDraft, types: readonly TicketType[]): number | undefined {
  const isPriced = (numberOf(draft.price) ?? 0) > 0;
  return typeFor(isPriced ? draft : { ...draft, price: '1' }, types)?.priceMax;
}

/** What viewers pay and a full room earns, in the wire's decimals; undefined while the numbers are none. */
export function takings(
  draft: PublishDraft,
  type: TicketType | undefined,
  digits: number,
): { total: number; earn: number } | undefined {
  const price = draft.openTicketing ? (numberOf(draft.price) ?? 0) : 0;
  const seats = numberOf(draft.tickets) ?? 0;
  if (!type || !Number.isInteger(price) || !Number.isInteger(seats)) return undefined;
  return {
    total: toDecimal(ticketPrice(fromDecimal(price, digits), type.feeTerms).total, digits),
    earn: price * seats,
  };
}

/** A larger entry is ignored (spec §5): what the field holds after typing `next`. What stands over a limit that came later may shrink. */
export function typedTickets(next: string, before: string, seatsMax: number): string {
  const digits = next.replaceAll(/\D/g, '');
  return Number(digits) > Math.max(seatsMax, Number(before)) ? before : digits;
}

const hasPromo = (draft: PublishDraft): boolean => draft.promoCode.trim() !== '' || draft.promoPercent.trim() !== '';

/** Whether the form asks for a promo code: where there is a price, and where there is one to take away. */
export const asksPromo = (draft: PublishDraft): boolean =>
  draft.openTicketing && (Number(draft.price) > 0 || hasPromo(draft));

/** From the beginning of the first day to the end of the last one, on the clock of the event. */
function promoWindow(draft: PublishDraft, zone: string): { promoFrom?: number; promoUntil?: number } {
  const from = startOf(draft.promoFrom, '00:00', zone);
  const until = draft.promoUntil && Temporal.PlainDate.from(draft.promoUntil).add({ days: 1 }).toString();
  const end = startOf(until, '00:00', zone);
  return { ...(from !== undefined && { promoFrom: from }), ...(end !== undefined && { promoUntil: end }) };
}

const promoCodeField = 'event_promotional_code';

function promoFields(draft: PublishDraft, zone: string): Record<string, string> {
  const { promoFrom, promoUntil } = promoWindow(draft, zone);
  const shown = draft.openTicketing && hasPromo(draft);
  return {
    [promoCodeField]: shown ? draft.promoCode.trim() : '',
    event_promotional_code_discount: shown ? draft.promoPercent.trim() : '',
    event_promotional_code_cap: shown ? draft.promoCap.trim() : '',
    event_promotional_code_from: shown ? String(promoFrom ?? '') : '',
    event_promotional_code_until: shown ? String(promoUntil ?? '') : '',
  };
}

/** The fields that may also be changed later. */
const changeableFields = (draft: PublishDraft): Record<string, string> => {
  const suffix = draft.kind === 'broadcast' ? '_streaming' : '';
  return {
    event_title: draft.title,
    event_description: draft.description,
    public: String(draft.public),
    [`event_num_attendees${suffix}`]: draft.tickets,
    [`event_price_ticket${suffix}`]: draft.openTicketing ? draft.price || '0' : '0',
    event_tags: JSON.stringify(draft.tags),
    event_lang_ides: JSON.stringify(draft.langIdes),
  };
};

const formOf = (fields: Readonly<Record<string, string>>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

/** The creation payload of spec §3; `cover` is a data URL, or the event whose cover is taken. */
export function creationForm(
  draft: PublishDraft,
  zone: string,
  type: TicketType,
  cover: string | { from: string },
): FormData {
  const suffix = draft.kind === 'broadcast' ? '_streaming' : '';
  return formOf({
    ...(typeof cover === 'string' ? { event_cover_image: cover } : { event_cover_from: cover.from }),
    ...changeableFields(draft),
    event_date: String(startOf(draft.date, draft.time, zone)),
    event_start_hour: draft.time ?? '',
    event_opening_ticketing: String(draft.openTicketing),
    event_rally_coins: JSON.stringify(
      draft.openTicketing
        ? []
        : draft.coins.map(({ coinName, coinId, minCoinBalance }) => ({
            coinName,
            coinId,
            minCoinBalance: Number(minCoinBalance),
          })),
    ),
    event_rally_nfts_collections: JSON.stringify(draft.openTicketing ? [] : draft.nftCollections),
    [`event_ticket_type${suffix}`]: String(type.id),
    event_location: JSON.stringify({ data: { zoneName: zone } }),
    ...(hasPromo(draft) ? promoFields(draft, zone) : {}),
    ...(draft.categoryIde === null ? {} : { event_category_ide: String(draft.categoryIde) }),
  });
}

/** The same names in the same order, whatever they say. */
const changeable = (draft: PublishDraft, zone: string): Record<string, string> => ({
  ...changeableFields(draft),
  event_category_ide: draft.categoryIde === null ? '' : String(draft.categoryIde),
  ...promoFields(draft, zone),
});

interface ChangeOf {
  readonly uuid: string;
  readonly zone: string;
  /** The form as it was opened. */
  readonly opened: PublishDraft;
  /** Fields of earlier tries that may have been written though no answer came: changed back, they are sent once more. */
  readonly named: ReadonlySet<string>;
  /** Only when it is another. */
  readonly cover: string | undefined;
}

/** What is sent to change an event that is out: what was changed in this form. The rest may have been changed elsewhere since, and stays. */
export function changeForm(draft: PublishDraft, { uuid, zone, opened, named, cover }: ChangeOf): FormData {
  const before = changeable(opened, zone);
  const now = changeable(draft, zone);
  const isChanged = (name: string): boolean => named.has(name) || before[name] !== now[name];
  // Another code is sent with all that is said of it: one that was made elsewhere meanwhile hands nothing down to it.
  const isOtherCode = isChanged(promoCodeField) && now[promoCodeField] !== '';
  const changed = Object.entries(now).filter(
    ([name]) => isChanged(name) || (isOtherCode && name.startsWith(promoCodeField)),
  );
  return formOf({
    event_uuid: uuid,
    ...(cover !== undefined && { event_cover_image: cover }),
    ...Object.fromEntries(changed),
  });
}

/** The day an instant lies in. */
export const dayOf = (at: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().toString();

/** An event that is out, back in the form it came from. */
export function draftOfEvent(wire: WireEventDraft, { withDate }: { withDate: boolean }): PublishDraft {
  const zone = wire.event_location.data.zoneName;
  const { event_promotional_code_from: from, event_promotional_code_until: until } = wire;
  return {
    kind: wire.event_kind,
    title: wire.event_title,
    description: wire.event_description,
    date: withDate ? dayOf(wire.event_date, zone) : null,
    time: wire.event_start_hour,
    public: wire.public,
    openTicketing: wire.event_opening_ticketing,
    tickets: String(wire.tickets),
    price: String(wire.price),
    tags: wire.event_tags,
    langIdes: wire.event_lang_ides,
    categoryIde: wire.event_category_ide,
    nftCollections: wire.event_rally_nfts_collections,
    coins: wire.event_rally_coins.map(({ coinName, coinId, minCoinBalance }, id) => ({
      id,
      coinName,
      coinId,
      minCoinBalance: String(minCoinBalance),
    })),
    promoCode: wire.event_promotional_code ?? '',
    promoPercent: wire.event_promotional_code_discount === null ? '' : String(wire.event_promotional_code_discount),
    promoCap: wire.event_promotional_code_cap === null ? '' : String(wire.event_promotional_code_cap),
    promoFrom: from !== null ? dayOf(from, zone) : null,
    promoUntil: until !== null ? dayOf(until - 1, zone) : null,
    cover: { kind: 'event', uuid: wire.event_uuid, url: wire.event_cover_image },
  };
}

/** `7:00 PM` for `19:00`: 12-hour time (spec §5). */
export function hourLabel(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

const dayWords = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/;
const isoDay = /^(\d{4})-(\d{2})-(\d{2})$/;

/** A day as it is typed, month first (spec §5), as `YYYY-MM-DD`; null for anything that is no day, February 30 too. */
export function readDay(text: string): string | null {
  const typed = dayWords.exec(text.trim());
  const iso = isoDay.exec(text.trim());
  const [year, month, day] = typed ? [typed[3], typed[1], typed[2]] : (iso?.slice(1) ?? []);
  try {
    const parts = { year: Number(year), month: Number(month), day: Number(day) };
    return Temporal.PlainDate.from(parts, { overflow: 'reject' }).toString();
  } catch {
    return null;
  }
}

const stepMinutes = 15;

/** Every start time there is, in 15-minute steps. */
export const startTimes: readonly string[] = Array.from({ length: (24 * 60) / stepMinutes }, (_, i) => {
  const minutes = i * stepMinutes;
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
});

/** Whether a start is meant by what is typed: `7:15`, `7:15pm` and `19:15` all find a quarter past seven in the evening; `7pm` that hour. */
export function isTimeLike(time: string, typed: string): boolean {
  const wanted = typed.replaceAll(/\s/g, '').toLowerCase();
  const label = hourLabel(time).replace(' ', '').toLowerCase();
  // `7pm`: the hour's four quarters.
  const hour = label.replace(/:\d\d/, '');
  return [label, time, ...(/[ap]/.test(wanted) ? [hour] : [])].some((written) => written.startsWith(wanted));
}
