import type { Kind } from './live-event-machine.ts';
import {
  matchTicketType,
  findTerms,
  sellingTerms,
  termsOf,
  type TicketType,
  type SellingTerms,
} from '../catalog/selling-terms.ts';
import { defaultCurrency, unitsText } from '../kernel/money.ts';
import type { Instant } from '../kernel/instant.ts';
import { seenLine, seenText } from '../kernel/text.ts';
import type { DraftField, DraftProblem, EventDraft } from './event-draft.ts';
import {
  charCount,
  descriptionCharsMax,
  durationMinutesMax,
  durationMinutesMin,
  languagesMax,
  salesOpenBeforeStartMs,
  tagCharsMax,
  tagsMax,
  titleCharsMax,
} from './limits.ts';
import { type PromoCode, readPromoCode } from './promo-code.ts';
import { readRallyRule, type RallyRule } from './rally-rule.ts';
import type { SelfCancelPolicy } from '../ticketing/self-cancel.ts';
import { selfCancelHoursMax, selfCancelHoursMin } from '../ticketing/limits.ts';
import { isDayOver, isZone, readStartTime, type StartTime } from './start-time.ts';

/** What a draft is judged by. */
export interface PublishRules {
  /** With this host's limits. */
  readonly ticketTypes: readonly TicketType[];
  readonly categoryIdes: readonly number[];
  readonly langIdes: readonly number[];
  /** The host's own zone. */
  readonly hostZone: string;
  /** Broadcasts need it. */
  readonly massive: boolean;
  readonly now: Instant;
  /** A promo code must end after this: now for a new event. That of a published event may have ended. */
  readonly promoEndsAfter: Instant;
  /** When sales of a published event open: what was announced may stay, and cannot be changed once they have. */
  readonly standingSalesOpenAt?: Instant | undefined;
  /** What a published event costs: this price may stay, also where the limits are others by now. */
  readonly standing?: { readonly price: number; readonly currency: string } | undefined;
}

/** A draft that passed every rule. */
export interface PublishableEvent extends StartTime, RallyRule {
  readonly kind: Kind;
  readonly title: string;
  readonly description: string;
  readonly zone: string;
  readonly durationMinutes: number | undefined;
  readonly listed: boolean;
  readonly openTicketing: boolean;
  readonly seats: number;
  /** Whole units of the currency. */
  readonly price: number;
  readonly ticketType: TicketType;
  /** Currency and fees. */
  readonly terms: SellingTerms;
  readonly tags: readonly string[];
  readonly langIdes: readonly number[];
  readonly categoryIde: number | undefined;
  readonly promo: PromoCode | undefined;
  readonly selfCancel: SelfCancelPolicy | undefined;
  /** When tickets go on sale; undefined: with the publication. */
  readonly salesOpenAt: Instant | undefined;
}

/** Judges a draft by all rules at once: the event to publish, or all reasons why not. */
export function validateEventDraft(
  draft: EventDraft,
  rules: PublishRules,
): { event: PublishableEvent } | { problems: readonly [DraftProblem, ...DraftProblem[]] } {
  const problems: DraftProblem[] = [];
  const problem = (field: DraftField, code: DraftProblem['code'], params?: DraftProblem['params']): void =>
    void problems.push({ field, code, ...(params && { params }) });

  const title = seenLine(draft.title);
  if (title === '') problem('title', 'title_required');
  else if (charCount(title) > titleCharsMax) problem('title', 'title_too_long');
  const description = seenText(draft.description);
  if (description === '') problem('description', 'description_required');
  else if (charCount(description) > descriptionCharsMax) problem('description', 'description_too_long');

  const start = judgeStart(draft, rules, problem);
  const { durationMinutes } = draft;
  if (durationMinutes !== undefined && !isDuration(durationMinutes)) problem('durationMinutes', 'duration_invalid');
  const tickets = judgeTickets(draft, rules, problem);
  const rally = readRallyRule(draft);
  if (isProblems(rally)) problems.push(...rally);

  const tags = [
    ...new Map(
      draft.tags
        .map((tag) => seenLine(seenLine(tag).replace(/^#+/, '')))
        // In an address these mean the folder and its parent, so they cannot name a tag's page.
        .filter((tag) => !['', '.', '..'].includes(tag))
        .map((tag) => [tag.toLowerCase(), tag]),
    ).values(),
  ];
  if (tags.length > tagsMax) problem('tags', 'too_many_tags');
  if (tags.some((tag) => charCount(tag) > tagCharsMax)) problem('tags', 'tag_too_long');
  const langIdes = [...new Set(draft.langIdes)];
  if (langIdes.length > languagesMax || langIdes.some((ide) => !rules.langIdes.includes(ide)))
    problem('langIdes', 'language_unknown');
  if (draft.categoryIde !== undefined && !rules.categoryIdes.includes(draft.categoryIde))
    problem('category', 'category_unknown');
  // A cap or a window without a code is ignored.
  const promo =
    draft.promoCode === undefined && draft.promoPercent === undefined
      ? undefined
      : readPromoCode(draft, { startsAt: start?.startsAt, endsAfter: rules.promoEndsAfter }, problem);
  const selfCancel = judgeSelfCancel(draft, problem);
  judgeSalesOpen(draft, start, rules, problem);

  const [first, ...more] = problems;
  if (first) return { problems: [first, ...more] };
  if (!start || !tickets || isProblems(rally)) throw new Error('a draft was refused without a reason');
  const { categoryIde, listed, openTicketing } = draft;
  return {
    event: {
      ...start,
      durationMinutes,
      ...tickets,
      ...rally,
      title,
      description,
      listed,
      openTicketing,
      tags,
      langIdes,
      categoryIde,
      promo,
      selfCancel,
      salesOpenAt: draft.salesOpenAt,
    },
  };
}

const isDuration = (minutes: number): boolean =>
  Number.isInteger(minutes) && minutes >= durationMinutesMin && minutes <= durationMinutesMax;

type Say = (field: DraftField, code: DraftProblem['code'], params?: DraftProblem['params']) => void;
const isProblems = (found: RallyRule | readonly DraftProblem[]): found is readonly DraftProblem[] =>
  Array.isArray(found);

function judgeStart(draft: EventDraft, rules: PublishRules, say: Say): (StartTime & { zone: string }) | undefined {
  const zone = draft.zone ?? rules.hostZone;
  if (!isZone(zone)) return void say('zone', 'zone_unknown', { zone });
  const start = readStartTime(draft.date, draft.startHour, zone, rules.now);
  if (typeof start !== 'string') return { ...start, zone };
  const hourless = draft.startHour === '';
  if (!hourless || draft.date === undefined)
    say(start === 'start_hour_disagrees' || start === 'date_in_gap' ? 'startHour' : 'date', start, { zone });
  else if (isDayOver(draft.date, zone, rules.now)) say('date', 'date_in_past');
  if (hourless) say('startHour', 'start_hour_required');
  return undefined;
}

function judgeTickets(
  draft: EventDraft,
  rules: PublishRules,
  say: Say,
): { kind: Kind; seats: number; price: number; ticketType: TicketType; terms: SellingTerms } | undefined {
  const { kind } = draft;
  if (!kind) return void say('ticketType', 'ticket_type_mismatch');
  if (kind === 'broadcast' && !rules.massive) return void say('ticketType', 'broadcast_not_allowed');
  // Rule E4.
  const price = draft.openTicketing ? (draft.price ?? 0) : 0;
  const isPrice = Number.isInteger(price) && price >= 0;
  if (!isPrice) say('price', 'price_invalid');
  const ticketType = matchTicketType(rules.ticketTypes, {
    kind,
    openTicketing: draft.openTicketing,
    price: isPrice ? price : 0,
  });
  if (!ticketType || (isPrice && draft.ticketTypeId !== undefined && draft.ticketTypeId !== ticketType.id))
    return void say('ticketType', 'ticket_type_mismatch');
  const terms = judgeCurrency(draft, isPrice ? price : 0, rules, say);
  const { seats } = draft;
  if (seats === undefined) return void say('seats', 'tickets_required');
  if (!Number.isInteger(seats)) return void say('seats', 'number_invalid');
  if (seats < 1) return void say('seats', 'tickets_under_minimum');
  if (seats > ticketType.seatsMax) return void say('seats', 'tickets_over_maximum', { maximum: ticketType.seatsMax });
  return terms && { kind, seats, price, ticketType, terms };
}

/** The terms of the currency that the price is in. What is free has no price, so its currency is the default one. */
function judgeCurrency(
  draft: EventDraft,
  price: number,
  { standing }: PublishRules,
  say: Say,
): SellingTerms | undefined {
  const code = draft.currency ?? defaultCurrency;
  const terms = findTerms(code);
  if (!terms) {
    const currencies = sellingTerms.map(({ currency }) => currency.code).join(', ');
    return void say('currency', 'currency_unknown', { currencies });
  }
  if (price === 0) return termsOf(defaultCurrency);
  const stands = standing?.currency === code ? standing.price : undefined;
  const priceMin = Math.min(terms.priceMin, stands ?? terms.priceMin);
  const priceMax = Math.max(terms.priceMax, stands ?? terms.priceMax);
  const text = (units: number) => (code === defaultCurrency ? units : unitsText(units, terms.currency));
  if (price < priceMin) say('price', 'price_under_minimum', { minimum: text(priceMin) });
  if (price > priceMax) say('price', 'price_over_maximum', { maximum: text(priceMax) });
  return terms;
}

function judgeSalesOpen(
  { salesOpenAt: opensAt, openTicketing }: EventDraft,
  start: StartTime | undefined,
  { now, standingSalesOpenAt: standing }: PublishRules,
  say: Say,
): void {
  if (opensAt === standing) return;
  if (standing !== undefined && standing <= now) return say('salesOpenAt', 'sales_open_fixed');
  if (opensAt === undefined) return;
  if (!openTicketing) return say('salesOpenAt', 'sales_open_gated');
  const latest = start && start.startsAt - salesOpenBeforeStartMs;
  if (!Number.isInteger(opensAt) || opensAt <= now || (latest !== undefined && opensAt > latest))
    say('salesOpenAt', 'sales_open_invalid');
}

function judgeSelfCancel(
  { selfCancelHours: hours, selfCancelPercent: percent }: EventDraft,
  say: Say,
): SelfCancelPolicy | undefined {
  if (hours === undefined && percent === undefined) return undefined;
  const isHours =
    hours !== undefined && Number.isInteger(hours) && hours >= selfCancelHoursMin && hours <= selfCancelHoursMax;
  if (!isHours) say('selfCancelHours', 'self_cancel_hours_invalid');
  if (percent !== undefined && !(Number.isInteger(percent) && percent >= 1 && percent <= 100))
    say('selfCancelPercent', 'self_cancel_percent_invalid');
  return isHours ? { hours, percent } : undefined;
}
