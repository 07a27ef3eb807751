import { Temporal } from 'temporal-polyfill';
import { hours, type Instant, minutes } from '../kernel/instant.ts';
import { slotsAheadMs, slotStepMinutes } from './limits.ts';

/** Opening hours of a weekday (1 is Monday), in minutes from midnight of the wall clock. */
export interface OpenHours {
  readonly weekday: number;
  readonly fromMinute: number;
  readonly toMinute: number;
}

/** A day (`2026-05-31`) that differs: other hours, or none at all (both null). */
export interface OpenException {
  readonly day: string;
  readonly fromMinute: number | null;
  readonly toMinute: number | null;
}

/** What a host offers, as far as it decides which times are free. */
export interface OfferedTimes {
  /** Must pass `isZone`. */
  readonly zone: string;
  /** Lengths in minutes. */
  readonly lengths: readonly number[];
  readonly hours: readonly OpenHours[];
  readonly exceptions: readonly OpenException[];
  readonly bufferMinutes: number;
  readonly noticeHours: number;
  readonly weeklyMax: number | null;
}

/** What the host has already. */
export interface HostCalendar {
  /** Times of events and meetings, in any order. */
  readonly taken: readonly { readonly from: Instant; readonly to: Instant }[];
  /** Starts of the meetings that count for the week. */
  readonly meetings: readonly Instant[];
}

export interface Slot {
  readonly startsAt: Instant;
  readonly minutes: number;
}

export type TimeProblem = 'length_not_offered' | 'slot_not_offered' | 'time_taken';

const stepMs = minutes(slotStepMinutes);
const dayMs = hours(24);

/**
 * Free times from `from` until before `to`, soonest first, at most 8 weeks ahead of now. Wall time decides: an hour
 * that the clocks skip has no slots, one that they repeat has them twice.
 */
export function freeSlots(
  offer: OfferedTimes,
  window: { readonly from: Instant; readonly to: Instant },
  calendar: HostCalendar,
  now: Instant,
): Slot[] {
  const from = Math.max(window.from, now + hours(offer.noticeHours), now + 1);
  const to = Math.min(window.to, now + slotsAheadMs);
  if (from >= to) return [];
  const lengths = offer.lengths.toSorted((a, b) => a - b);
  const full = fullWeeks(offer, calendar);
  const taken = merged(calendar, minutes(offer.bufferMinutes));
  const open = openSteps(offer, from, to);
  const slots: Slot[] = [];
  let next = 0;
  for (const [n, { at, week }] of open.entries()) {
    if (at < from || at >= to || full.has(week)) continue;
    while (next < taken.length && taken[next]!.to <= at) next++;
    const end = Math.min(endOfRun(open, n, (lengths.at(-1) ?? 0) / slotStepMinutes), taken[next]?.from ?? Infinity);
    for (const length of lengths) if (at + minutes(length) <= end) slots.push({ startsAt: at, minutes: length });
  }
  return slots;
}

/**
 * Why somebody may not ask for this time; undefined where they may. Another time than a slot may be proposed, so
 * opening hours do not matter here, but notice, buffer and the most a week do. The time must be one that
 * `requireMeetingTime` lets pass.
 */
export function askedTimeProblem(
  offer: OfferedTimes,
  { startsAt, minutes: length }: Slot,
  calendar: HostCalendar,
  now: Instant,
): TimeProblem | undefined {
  if (!offer.lengths.includes(length)) return 'length_not_offered';
  if (startsAt < now + hours(offer.noticeHours)) return 'slot_not_offered';
  const buffer = minutes(offer.bufferMinutes);
  const end = startsAt + minutes(length);
  if (calendar.taken.some((time) => startsAt < time.to + buffer && end > time.from - buffer)) return 'time_taken';
  if (fullWeeks(offer, calendar).has(weekOf(startsAt, offer.zone))) return 'slot_not_offered';
  return undefined;
}

/** From when until when a host's calendar must be known to judge the slots of a window. */
export function calendarOf(
  zone: string,
  { from, to }: { readonly from: Instant; readonly to: Instant },
): { readonly from: Instant; readonly to: Instant } {
  const [first, last] = [dayAt(from, zone), dayAt(to, zone)];
  return {
    from: startOf(first.subtract({ days: first.dayOfWeek - 1 }), zone),
    to: startOf(last.add({ days: 8 - last.dayOfWeek }), zone),
  };
}

interface OpenStep {
  readonly at: Instant;
  readonly week: number;
}

/** Every quarter of an hour that is inside opening hours, in order. */
function openSteps(offer: OfferedTimes, from: Instant, to: Instant): OpenStep[] {
  const { zone } = offer;
  const last = dayAt(to, zone).add({ days: 1 });
  const steps: OpenStep[] = [];
  let start = startOf(dayAt(from, zone), zone);
  for (let day = dayAt(from, zone); Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
    const end = startOf(day.add({ days: 1 }), zone);
    const ranges = hoursOf(offer, day);
    const plain = end - start === dayMs;
    if (ranges.length > 0)
      for (let at = start; at < end; at += stepMs) {
        const minute = plain ? (at - start) / 60_000 : wallMinute(at, zone);
        if (ranges.some(([opens, closes]) => opens <= minute && minute + slotStepMinutes <= closes))
          steps.push({ at, week: weekOfDay(day) });
      }
    start = end;
  }
  return steps;
}

/** The hours of a day: its exceptions where it has some, else its weekday's. */
function hoursOf({ hours: weekly, exceptions }: OfferedTimes, day: Temporal.PlainDate): [number, number][] {
  const text = day.toString();
  const differs = exceptions.filter((exception) => exception.day === text);
  const rows = differs.length > 0 ? differs : weekly.filter(({ weekday }) => weekday === day.dayOfWeek);
  return rows.flatMap(({ fromMinute, toMinute }): [number, number][] =>
    fromMinute === null || toMinute === null ? [] : [[fromMinute, toMinute]],
  );
}

/** When the steps that follow this one without a gap are over; looks `stepsMax` steps ahead. */
function endOfRun(steps: readonly OpenStep[], n: number, stepsMax: number): Instant {
  const { at } = steps[n]!;
  let count = 1;
  while (count < stepsMax && steps[n + count]?.at === at + count * stepMs) count++;
  return at + count * stepMs;
}

/** Taken times with the buffer around them, in order and apart from each other. */
function merged({ taken }: HostCalendar, buffer: number): { from: Instant; to: Instant }[] {
  const result: { from: Instant; to: Instant }[] = [];
  for (const { from, to } of taken.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last && from - buffer <= last.to) last.to = Math.max(last.to, to + buffer);
    else result.push({ from: from - buffer, to: to + buffer });
  }
  return result;
}

function fullWeeks({ weeklyMax, zone }: OfferedTimes, { meetings }: HostCalendar): ReadonlySet<number> {
  if (weeklyMax === null) return new Set();
  const counts = new Map<number, number>();
  for (const at of meetings) {
    const week = weekOf(at, zone);
    counts.set(week, (counts.get(week) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count >= weeklyMax).map(([week]) => week));
}

const dayAt = (at: Instant, zone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();

const startOf = (day: Temporal.PlainDate, zone: string): Instant => day.toZonedDateTime(zone).epochMilliseconds;

function wallMinute(at: Instant, zone: string): number {
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  return hour * 60 + minute;
}

/** Weeks begin on Monday; the first of January 1970 was a Thursday. */
const weekOfDay = (day: Temporal.PlainDate): number =>
  Math.floor((Date.UTC(day.year, day.month - 1, day.day) / dayMs + 3) / 7);
const weekOf = (at: Instant, zone: string): number => weekOfDay(dayAt(at, zone));
