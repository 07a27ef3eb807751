import { Temporal } from 'temporal-polyfill';
import type { Instant } from '../kernel/instant.ts';
import { refuse } from '../refuse.ts';
import { rangeDaysDefault, rangeDaysMax } from './limits.ts';

/** Whole days in the host's zone, both included, as `2026-05-31`; and as many days right before them. */
export interface StatsRange {
  readonly from: string;
  readonly to: string;
  readonly days: number;
  readonly previousFrom: string;
  readonly previousTo: string;
}

const dayText = /^\d{4}-\d\d-\d\d$/;
const momentText = /^\d{12,14}$/;

/** A day as it is written, or the day of a moment (epoch milliseconds, or with date and time) in the zone. */
function readDay(text: string, zone: string, field: 'from' | 'to'): Temporal.PlainDate {
  try {
    if (dayText.test(text)) return Temporal.PlainDate.from(text, { overflow: 'reject' });
    const moment = momentText.test(text)
      ? Temporal.Instant.fromEpochMilliseconds(Number(text))
      : Temporal.Instant.from(text);
    return moment.toZonedDateTimeISO(zone).toPlainDate();
  } catch {
    throw refuse('range_day_invalid', {}, { field });
  }
}

/**
 * The range that is asked for: from a first day, or so many days, until a last one; the last thirty days where nothing
 * is named. Throws `range_day_invalid`, `range_reversed`, `range_too_long`.
 */
export function statsRange(
  asked: {
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly days?: number | undefined;
  },
  zone: string,
  now: Instant,
): StatsRange {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();
  const to = asked.to === undefined ? today : readDay(asked.to, zone, 'to');
  const from =
    asked.from === undefined
      ? to.subtract({ days: (asked.days ?? rangeDaysDefault) - 1 })
      : readDay(asked.from, zone, 'from');
  const days = from.until(to, { largestUnit: 'days' }).days + 1;
  if (days < 1) throw refuse('range_reversed', {}, { field: 'from' });
  if (days > rangeDaysMax) throw refuse('range_too_long', { maximum: rangeDaysMax }, { field: 'from' });
  return {
    from: from.toString(),
    to: to.toString(),
    days,
    previousFrom: from.subtract({ days }).toString(),
    previousTo: from.subtract({ days: 1 }).toString(),
  };
}

/** Every day of a range, first to last. */
export function daysOf({ from, days }: Pick<StatsRange, 'from' | 'days'>): string[] {
  const first = Temporal.PlainDate.from(from);
  return Array.from({ length: days }, (_, n) => first.add({ days: n }).toString());
}
