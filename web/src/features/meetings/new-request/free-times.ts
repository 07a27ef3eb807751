import type { AnswerOf } from '@frontrow/contract/api.ts';
import { twoDigits } from '#web/shared/format/two-digits.ts';

export type Slots = AnswerOf<'GET /hosts/:username/slots'>;
export type Slot = Slots['slots'][number];

/** A day of the reader's own calendar with its free times. */
export interface FreeDay {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly starts: readonly number[];
}

/** Free times of one length, by the days that `dayOf` names; soonest first. */
export function freeDays(slots: readonly Slot[], minutes: number, dayOf: (at: number) => string): FreeDay[] {
  const days = new Map<string, number[]>();
  for (const slot of slots) {
    if (slot.minutes !== minutes) continue;
    const day = dayOf(slot.starts_at);
    const known = days.get(day);
    if (known) known.push(slot.starts_at);
    else days.set(day, [slot.starts_at]);
  }
  return [...days].map(([day, starts]) => ({ day, starts }));
}

const textOf = (date: Date): string => date.toISOString().slice(0, 10);
const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
const dayMs = 86_400_000;

export const addDays = (day: string, days: number): string => textOf(new Date(dateOf(day).getTime() + days * dayMs));
/** The Monday of the week of a day. */
export const mondayOf = (day: string): string => addDays(day, -((dateOf(day).getUTCDay() + 6) % 7));
/** The seven days of a week. */
export const weekOf = (monday: string): string[] => Array.from({ length: 7 }, (_, n) => addDays(monday, n));

/** A time of the day, with its distance from UTC where the clocks show it twice that day. */
export function timeLabel(
  at: number,
  starts: readonly number[],
  { time, offset }: { time: (at: number) => string; offset: (at: number) => number },
): string {
  const shown = time(at);
  const twice = starts.some((other) => other !== at && time(other) === shown);
  return twice ? `${shown} (${offsetText(offset(at))})` : shown;
}

/** `UTC+5:45` of the minutes that clocks are ahead. */
function offsetText(minutes: number): string {
  const [hour, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '−' : '+'}${hour}${rest > 0 ? `:${twoDigits(rest)}` : ''}`;
}
