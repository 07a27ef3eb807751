import { twoDigits } from '#web/shared/format/two-digits.ts';

/** The day of an instant on the reader's own calendar, `YYYY-MM-DD`. */
export function localDay(at: number): string {
  const there = new Date(at);
  return `${there.getFullYear()}-${twoDigits(there.getMonth() + 1)}-${twoDigits(there.getDate())}`;
}

/** The time of an instant on the reader's own clock, `HH:mm`. */
export function localTime(at: number): string {
  const there = new Date(at);
  return `${twoDigits(there.getHours())}:${twoDigits(there.getMinutes())}`;
}

/**
 * The instant of a day and a time of the reader's own zone; undefined where they are none. `shown`: the fields show
 * this instant until somebody types. It stays itself, also in an hour that the clocks show twice.
 */
export function instantOf(day: string, time: string, shown?: number): number | undefined {
  if (shown !== undefined && day === localDay(shown) && time === localTime(shown)) return shown;
  const [year, month, date] = day.split('-').map(Number);
  const [hour, minute] = time.split(':').map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  if (hour === undefined || minute === undefined) return undefined;
  const at = new Date(year, month - 1, date, hour, minute).getTime();
  return Number.isNaN(at) ? undefined : at;
}
