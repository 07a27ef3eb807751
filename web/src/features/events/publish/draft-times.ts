import type { Language } from '@frontrow/core/kernel/language.ts';
import { Temporal } from 'temporal-polyfill';
import { twoDigits } from '#web/shared/format/two-digits.ts';

/** The instant of a wall time in a zone; undefined when there is none to read. */
export function startOf(date: string | null, time: string | null, zone: string): number | undefined {
  if (!date || !time) return undefined;
  try {
    return Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone).epochMilliseconds;
  } catch {
    return undefined;
  }
}

/** The day after a day, `YYYY-MM-DD`. */
export const dayAfter = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString();

/** The day of an instant in a zone, `YYYY-MM-DD`. */
export const dayOf = (at: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().toString();

/** The time of day of an instant in a zone, `HH:mm`. */
export const timeOf = (at: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(zone)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' });

/** `7:00 PM` for `19:00`; in German and Spanish as it is. */
export function hourLabel(time: string, language: Language): string {
  if (language !== 'en') return time;
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}:${twoDigits(minute)} ${hour < 12 ? 'AM' : 'PM'}`;
}

const stepMinutes = 15;

/** Every start time of a day in steps of 15 minutes, `HH:mm`. */
export const startTimes: readonly string[] = Array.from({ length: (24 * 60) / stepMinutes }, (_, i) => {
  const minutes = i * stepMinutes;
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
});

/** The start times of a day in a zone: on the day of this instant those after it, on other days all. */
export function startTimesFrom(from: number, zone: string, day: string | null): readonly string[] {
  if (day !== dayOf(from, zone)) return startTimes;
  const hour = timeOf(from, zone);
  return startTimes.filter((time) => time > hour);
}

/** Start times as a list to choose from; all of a day, unless said otherwise. */
export const hourOptions = (language: Language, times = startTimes) =>
  times.map((value) => ({ value, label: hourLabel(value, language) }));

/** Whether typed text means a start time: `7:15`, `7:15pm` and `19:15` all mean 19:15, `7pm` its whole hour. */
export function isTimeLike(time: string, typed: string): boolean {
  const wanted = typed.replaceAll(/\s/g, '').toLowerCase();
  const label = hourLabel(time, 'en').replace(' ', '').toLowerCase();
  // `7pm` stands for the four quarters of its hour.
  const hour = label.replace(/:\d\d/, '');
  return [label, time, ...(/[ap]/.test(wanted) ? [hour] : [])].some((written) => written.startsWith(wanted));
}
