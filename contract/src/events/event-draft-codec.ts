import type { Kind } from '@frontrow/core/events/live-event-machine.ts';
import type {
  DraftField,
  DraftProblem,
  EventDraft,
  RallyCoinDraft,
  Repeats,
} from '@frontrow/core/events/event-draft.ts';
import { readJsonText } from '@frontrow/core/kernel/text.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Refusal } from '@frontrow/core/kernel/refusal.ts';
import type { EventCreation } from './api.ts';

/** A creation payload read: the draft, and what could not be read at all. */
export interface ReadDraft {
  readonly draft: EventDraft;
  readonly problems: readonly DraftProblem[];
}

type FieldValue = string | number | boolean | undefined;
const ticketFields = ['event_num_attendees', 'event_price_ticket', 'event_ticket_type'] as const;
const entriesMax = 100;

/** The wire's creation payload to a draft. Both halves of the ticket fields at once name no kind. */
export function eventDraftFromWire(wire: EventCreation): ReadDraft {
  const problems: DraftProblem[] = [];
  const unread = (field: DraftField, name: string): void =>
    void problems.push({ code: 'bad_input', field, params: { detail: `${name}: not valid` } });
  const json = (field: DraftField, name: string, text: string | undefined): unknown => {
    if (text === undefined || text.trim() === '') return undefined;
    const read = readJsonText(text);
    if (!read.ok) unread(field, name);
    return read.ok ? read.value : undefined;
  };
  const list = (field: DraftField, name: string, text: string | undefined): readonly unknown[] => {
    const value = json(field, name, text);
    if (value === undefined || value === null) return [];
    if (Array.isArray(value) && value.length <= entriesMax) return value as unknown[];
    unread(field, name);
    return [];
  };
  const flag = (field: DraftField, name: string, value: FieldValue): boolean => {
    const text = textOf(value).toLowerCase();
    if (!['', 'true', 'false', '1', '0'].includes(text)) unread(field, name);
    return text !== 'false' && text !== '0';
  };

  const kind = kindOf(wire);
  const streaming = kind === 'broadcast';
  const location = json('zone', 'event_location', wire.event_location);
  const zone = zoneOf(location);
  if (location !== undefined && location !== null && zone === undefined) unread('zone', 'event_location');
  const promoCode = textOf(wire.event_promotional_code).trim();
  const draft: EventDraft = {
    kind,
    title: textOf(wire.event_title),
    description: textOf(wire.event_description),
    date: numberOf(wire.event_date),
    startHour: textOf(wire.event_start_hour).trim(),
    durationMinutes: numberOf(wire.event_duration_minutes),
    repeats: repeatsOf(json('repeats', 'event_repeats', wire.event_repeats)),
    zone,
    listed: flag('listed', 'public', wire.public),
    openTicketing: flag('openTicketing', 'event_opening_ticketing', wire.event_opening_ticketing),
    seats: numberOf(streaming ? wire.event_num_attendees_streaming : wire.event_num_attendees),
    price: numberOf(streaming ? wire.event_price_ticket_streaming : wire.event_price_ticket),
    currency: textOf(wire.currency).trim().toUpperCase() || undefined,
    ticketTypeId: numberOf(streaming ? wire.event_ticket_type_streaming : wire.event_ticket_type),
    nftCollections: list('nftCollections', 'event_rally_nfts_collections', wire.event_rally_nfts_collections).map(
      textOf,
    ),
    coins: list('coins', 'event_rally_coins', wire.event_rally_coins).map(coinOf),
    delegates:
      wire.event_rally_delegates === undefined
        ? false
        : flag('delegates', 'event_rally_delegates', wire.event_rally_delegates),
    tags: list('tags', 'event_tags', wire.event_tags).map(textOf),
    langIdes: list('langIdes', 'event_lang_ides', wire.event_lang_ides).map((ide) => numberOf(ide) ?? Number.NaN),
    categoryIde: numberOf(wire.event_category_ide),
    promoCode: promoCode === '' ? undefined : promoCode,
    promoPercent: numberOf(wire.event_promotional_code_discount),
    promoCap: numberOf(wire.event_promotional_code_cap),
    promoFrom: numberOf(wire.event_promotional_code_from),
    promoUntil: numberOf(wire.event_promotional_code_until),
    selfCancelHours: numberOf(wire.event_self_cancel_hours),
    selfCancelPercent: numberOf(wire.event_self_cancel_percent),
    salesOpenAt: numberOf(wire.event_sales_open_date),
  };
  return { draft, problems };
}

function kindOf(wire: EventCreation): Kind | undefined {
  const interactive = ticketFields.some((name) => wire[name] !== undefined);
  const broadcast = ticketFields.some((name) => wire[`${name}_streaming`] !== undefined);
  if (interactive && broadcast) return undefined;
  return broadcast ? 'broadcast' : 'interactive';
}

function zoneOf(location: unknown): string | undefined {
  const { data } = (location ?? {}) as { data?: { zoneName?: unknown } };
  return typeof data?.zoneName === 'string' && data.zoneName.length <= 64 ? data.zoneName : undefined;
}

/** What is no way to repeat is refused when the draft is judged. */
function repeatsOf(given: unknown): Repeats | undefined {
  if (given === undefined || given === null) return undefined;
  const { weeks, until, dates } = given as { weeks?: unknown; until?: unknown; dates?: unknown };
  if (weeks !== undefined) return { weeks: numberOf(weeks) ?? Number.NaN };
  if (until !== undefined) return { until: textOf(until) };
  return Array.isArray(dates) && dates.length <= entriesMax ? { dates: dates.map(textOf) } : { weeks: Number.NaN };
}

function coinOf(row: unknown): RallyCoinDraft {
  const coin = (typeof row === 'object' && row !== null ? row : {}) as Record<string, unknown>;
  return {
    coinName: textOf(coin['coinName']),
    coinId: textOf(coin['coinId']),
    minCoinBalance: numberOf(coin['minCoinBalance']),
    coinChainId: numberOf(coin['coinChainId']),
    coinAddress: textOf(coin['coinAddress']).trim() || undefined,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '';
}

/** Undefined when nothing was given, NaN when it is no number. Only plain decimals: no hex, no blanks inside. */
function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  const text = textOf(value).trim();
  if (text === '' && (value === undefined || value === null || typeof value === 'string')) return undefined;
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}

const wireFields: Readonly<Record<Exclude<DraftField, 'seats' | 'price' | 'ticketType'>, string>> = {
  cover: 'event_cover_image',
  title: 'event_title',
  description: 'event_description',
  date: 'event_date',
  repeats: 'event_repeats',
  startHour: 'event_start_hour',
  zone: 'event_location',
  listed: 'public',
  openTicketing: 'event_opening_ticketing',
  currency: 'currency',
  nftCollections: 'event_rally_nfts_collections',
  coins: 'event_rally_coins',
  delegates: 'event_rally_delegates',
  tags: 'event_tags',
  langIdes: 'event_lang_ides',
  category: 'event_category_ide',
  promoCode: 'event_promotional_code',
  promoPercent: 'event_promotional_code_discount',
  promoCap: 'event_promotional_code_cap',
  promoFrom: 'event_promotional_code_from',
  promoUntil: 'event_promotional_code_until',
  durationMinutes: 'event_duration_minutes',
  selfCancelHours: 'event_self_cancel_hours',
  selfCancelPercent: 'event_self_cancel_percent',
  salesOpenAt: 'event_sales_open_date',
};
const wireTicketFields = {
  seats: 'event_num_attendees',
  price: 'event_price_ticket',
  ticketType: 'event_ticket_type',
} as const;

/** The field as the wire spells it, `event_rally_coins.0.coinName` for a place inside a list. */
export function draftFieldToWire(problem: Pick<DraftProblem, 'field' | 'at'>, kind: Kind | undefined): string {
  const { field, at } = problem;
  if (field === 'seats' || field === 'price' || field === 'ticketType')
    return `${wireTicketFields[field]}${kind === 'broadcast' ? '_streaming' : ''}`;
  return at ? `${wireFields[field]}.${at.row}.${at.key}` : wireFields[field];
}

/** A problem of a draft as the refusal people read. */
export function draftProblemToRefusal(problem: DraftProblem, kind: Kind | undefined): Refusal {
  return refuse(problem.code, problem.params ?? {}, { field: draftFieldToWire(problem, kind) });
}
