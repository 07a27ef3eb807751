import { Temporal } from 'temporal-polyfill';
import type { Instant } from '../kernel/instant.ts';
import type { DraftProblem, EventDraft, Repeats } from './event-draft.ts';
import { type PublishableEvent, type PublishRules, validateEventDraft } from './validate-event-draft.ts';
import { seriesEventsMax, seriesEventsMin } from './limits.ts';

/** What an event of a series says of it. */
export interface SeriesPlace {
  readonly uuid: string;
  readonly title: string;
  /** From 1, in the order of the dates as they were published. */
  readonly position: number;
  /** Cancelled events count. */
  readonly count: number;
}

/** Which events of a series a change is about: this one, or also those after it that are still to come. */
export const seriesScopes = ['this', 'following'] as const;
export type SeriesScope = (typeof seriesScopes)[number];

export type RepeatsProblem = 'series_repeats_invalid' | 'series_dates_count' | 'series_dates_twice';

/**
 * Days of a series that begins on `first`, in order, or why there is none. `added`: the series has events already, so
 * that one more day is enough.
 */
export function seriesDays(first: string, repeats: Repeats, { added = false } = {}): string[] | RepeatsProblem {
  const from = dayOf(first);
  if (!from) return 'series_repeats_invalid';
  const days = 'dates' in repeats ? chosenDays(from, repeats.dates) : weeklyDays(from, repeats);
  if (typeof days === 'string') return days;
  if (days.length < (added ? 1 : seriesEventsMin) || days.length > seriesEventsMax) return 'series_dates_count';
  return days.map((day) => day.toString());
}

/** The first day is always part of the series. */
function chosenDays(first: Temporal.PlainDate, dates: readonly string[]): Temporal.PlainDate[] | RepeatsProblem {
  if (dates.length >= seriesEventsMax) return 'series_dates_count';
  const others = dates.map(dayOf);
  if (!others.every((day) => day !== undefined)) return 'series_repeats_invalid';
  const days = [first, ...others].toSorted((a, b) => Temporal.PlainDate.compare(a, b));
  return new Set(days.map(String)).size < days.length ? 'series_dates_twice' : days;
}

function weeklyDays(
  first: Temporal.PlainDate,
  repeats: { readonly weeks: number } | { readonly until: string },
): Temporal.PlainDate[] | RepeatsProblem {
  if ('weeks' in repeats) {
    if (!Number.isSafeInteger(repeats.weeks)) return 'series_repeats_invalid';
    if (repeats.weeks < 1 || repeats.weeks > seriesEventsMax) return 'series_dates_count';
    return Array.from({ length: repeats.weeks }, (_, week) => first.add({ weeks: week }));
  }
  const until = dayOf(repeats.until);
  if (!until) return 'series_repeats_invalid';
  const weeks = Math.floor(first.until(until, { largestUnit: 'days' }).days / 7) + 1;
  return weeklyDays(first, { weeks });
}

function dayOf(text: string): Temporal.PlainDate | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' });
  } catch {
    return undefined;
  }
}

/** The day of an instant in a zone, `YYYY-MM-DD`. */
export const wallDay = (at: Instant, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().toString();

/**
 * The instant of a day and an hour (`HH:mm`) on the zone's wall clock, so that 20:00 stays 20:00 when the clocks
 * change. An hour that is skipped or repeated that day gives an instant that `readStartTime` refuses.
 */
export const wallStart = (day: string, hour: string, zone: string): Instant | undefined => {
  try {
    return Temporal.PlainDateTime.from(`${day}T${hour}`).toZonedDateTime(zone).epochMilliseconds;
  } catch {
    return undefined;
  }
};

/** How a start moves: by whole days, and to an hour of the wall clock. */
export interface WallMove {
  readonly days: number;
  readonly hour: string;
}

/** The move of one event of a series, which the others follow. */
export const moveBetween = (from: Instant, to: Instant, hour: string, zone: string): WallMove => ({
  days: Temporal.PlainDate.from(wallDay(from, zone)).until(wallDay(to, zone), { largestUnit: 'days' }).days,
  hour,
});

export const movedBy = ({ days, hour }: WallMove, from: Instant, zone: string): Instant | undefined =>
  wallStart(Temporal.PlainDate.from(wallDay(from, zone)).add({ days }).toString(), hour, zone);

/**
 * Judges a draft with all its dates: the events to publish, in order, or all reasons why not. What is wrong with the
 * draft itself is said once; of the further dates the first that cannot be published is named.
 */
export function validateSeriesDraft(
  draft: EventDraft,
  rules: PublishRules,
  { added = false } = {},
):
  | { readonly events: readonly [PublishableEvent, ...PublishableEvent[]] }
  | { readonly problems: readonly [DraftProblem, ...DraftProblem[]] } {
  const first = validateEventDraft(draft, rules);
  if (draft.repeats === undefined) return 'event' in first ? { events: [first.event] } : first;
  if (!('event' in first)) return first;
  const days = seriesDays(first.event.localStart.slice(0, 10), draft.repeats, { added });
  if (typeof days === 'string') return { problems: [{ field: 'repeats', code: days }] };
  const events: PublishableEvent[] = [];
  for (const day of days) {
    const judged = validateEventDraft({ ...draft, date: wallStart(day, draft.startHour, first.event.zone) }, rules);
    if (!('event' in judged)) return { problems: [problemOn(day, judged.problems[0])] };
    events.push(judged.event);
  }
  return { events: [events[0]!, ...events.slice(1)] };
}

function problemOn(day: string, problem: DraftProblem): DraftProblem {
  const { code, field } = problem;
  if (code === 'date_in_past') return { field: 'repeats', code: 'series_day_past', params: { day } };
  // A skipped hour gives the instant of another one, which disagrees with it.
  if (field === 'date' || field === 'startHour')
    return { field: 'repeats', code: 'series_day_clocks', params: { day } };
  return problem;
}
