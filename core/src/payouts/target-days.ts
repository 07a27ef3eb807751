import { Temporal } from 'temporal-polyfill';
import type { Instant } from '../kernel/instant.ts';

/** Banks settle euros on none of these days of a year, whatever the country: month and day. */
const closed = new Set(['01-01', '05-01', '12-25', '12-26']);

/** Easter Sunday of a year of the Gregorian calendar (the anonymous algorithm). */
function easterOf(year: number): Temporal.PlainDate {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return Temporal.PlainDate.from({ year, month: Math.floor(sum / 31), day: (sum % 31) + 1 });
}

function isBusinessDay(day: Temporal.PlainDate): boolean {
  if (day.dayOfWeek > 5 || closed.has(day.toString().slice(5))) return false;
  const sinceEaster = easterOf(day.year).until(day).days;
  return sinceEaster !== -2 && sinceEaster !== 1;
}

/** The day a bank in this zone executes a transfer: its own today, or the next day on which TARGET is open. */
export function executionDay(now: Instant, bankZone: string): string {
  let day = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(bankZone).toPlainDate();
  // The longest pause is Easter's, four days.
  for (let tries = 0; tries < 7 && !isBusinessDay(day); tries++) day = day.add({ days: 1 });
  return day.toString();
}
