import { isZone } from '../events/start-time.ts';
import type { RefusalCode } from '../refuse.ts';
import { hoursPerDayMax } from './limits.ts';
import type { OfferedTimes } from './slots.ts';

/** A reason not to keep an offer, with the input field in wire spelling. */
export interface OfferProblem {
  readonly code: Extract<
    RefusalCode,
    | 'zone_unknown'
    | 'length_twice'
    | 'lengths_required'
    | 'opening_hours_required'
    | 'opening_hours_reversed'
    | 'opening_hours_overlap'
    | 'opening_hours_too_many'
    | 'exception_incomplete'
  >;
  readonly field: 'zone' | 'lengths' | 'hours' | 'exceptions';
}

interface Range {
  readonly fromMinute: number;
  readonly toMinute: number;
}

/** What is wrong with what a host wants to offer; undefined where it can be kept. */
export function offerProblem(
  offer: Pick<OfferedTimes, 'zone' | 'lengths' | 'hours' | 'exceptions'> & { readonly enabled: boolean },
): OfferProblem | undefined {
  const { zone, lengths, hours, exceptions } = offer;
  if (!isZone(zone)) return { code: 'zone_unknown', field: 'zone' };
  if (new Set(lengths).size < lengths.length) return { code: 'length_twice', field: 'lengths' };
  for (let weekday = 1; weekday <= 7; weekday++) {
    const code = rangesProblem(hours.filter((row) => row.weekday === weekday));
    if (code) return { code, field: 'hours' };
  }
  for (const day of new Set(exceptions.map((row) => row.day))) {
    const rows = exceptions.filter((row) => row.day === day);
    const ranges = rows.flatMap(({ fromMinute, toMinute }): Range[] =>
      fromMinute === null || toMinute === null ? [] : [{ fromMinute, toMinute }],
    );
    const halves = rows.some(({ fromMinute, toMinute }) => (fromMinute === null) !== (toMinute === null));
    // A day without hours is listed once, and not together with hours of the same day.
    if (halves || (ranges.length < rows.length && rows.length > 1))
      return { code: 'exception_incomplete', field: 'exceptions' };
    const code = rangesProblem(ranges);
    if (code) return { code, field: 'exceptions' };
  }
  if (!offer.enabled) return undefined;
  if (lengths.length === 0) return { code: 'lengths_required', field: 'lengths' };
  if (hours.length === 0 && exceptions.every((row) => row.fromMinute === null))
    return { code: 'opening_hours_required', field: 'hours' };
  return undefined;
}

function rangesProblem(
  ranges: readonly Range[],
): 'opening_hours_reversed' | 'opening_hours_overlap' | 'opening_hours_too_many' | undefined {
  if (ranges.length > hoursPerDayMax) return 'opening_hours_too_many';
  if (ranges.some(({ fromMinute, toMinute }) => fromMinute >= toMinute)) return 'opening_hours_reversed';
  const sorted = ranges.toSorted((a, b) => a.fromMinute - b.fromMinute);
  return sorted.some((range, n) => n > 0 && range.fromMinute < sorted[n - 1]!.toMinute)
    ? 'opening_hours_overlap'
    : undefined;
}
