import type { AnswerOf, BodyOf } from '@frontrow/contract/api.ts';
import { meetingMinutes, type MeetingMinutes, slotStepMinutes } from '@frontrow/core/meetings/limits.ts';
import { clockOf, minuteOf } from '@frontrow/core/meetings/meeting-times.ts';
import { formatTime } from '#web/shared/format/time.ts';
import { newId } from '#web/shared/new-id.ts';

export type WireOffer = AnswerOf<'GET /private_meetings/settings'>;

export interface DraftRange {
  /** Of the row on the screen. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

export interface DraftLength {
  readonly minutes: MeetingMinutes;
  readonly on: boolean;
  /** As it is typed. */
  readonly price: string;
}

/** A day that differs; no ranges: no meetings on it. */
export interface DraftDay {
  readonly id: string;
  readonly date: string;
  readonly ranges: readonly DraftRange[];
}

/** What a host offers, as the form holds it. */
export interface OfferDraft {
  readonly enabled: boolean;
  readonly zone: string;
  /** Code of the currency that the prices are in. */
  readonly currency: string;
  readonly lengths: readonly DraftLength[];
  /** Monday first. */
  readonly hours: readonly (readonly DraftRange[])[];
  readonly days: readonly DraftDay[];
  readonly buffer: number;
  readonly notice: number;
  /** As it is typed; empty: no limit. */
  readonly weeklyMax: string;
}

const weekdays = [1, 2, 3, 4, 5, 6, 7];
const officeHours = { from: '10:00', to: '18:00' };

/** The form of what is kept; days that are over are left out, as nothing is free on them any more. */
export function draftOf(offer: WireOffer, today: string): OfferDraft {
  const dates = [...new Set(offer.exceptions.map(({ date }) => date))].filter((date) => date >= today);
  return {
    enabled: offer.enabled,
    zone: offer.zone,
    currency: offer.currency_code,
    lengths: meetingMinutes.map((minutes) => {
      const kept = offer.lengths.find((length) => length.minutes === minutes);
      return { minutes, on: kept !== undefined, price: String(kept?.price ?? '') };
    }),
    hours: weekdays.map((weekday) => offer.hours.filter((row) => row.weekday === weekday).map(rangeOf)),
    days: dates.map((date) => ({
      id: newId(),
      date,
      ranges: offer.exceptions.flatMap(({ date: day, from, to }) =>
        day === date && from !== undefined && to !== undefined ? [rangeOf({ from, to })] : [],
      ),
    })),
    buffer: offer.buffer_minutes,
    notice: offer.notice_hours,
    weeklyMax: offer.weekly_max === null ? '' : String(offer.weekly_max),
  };
}

const rangeOf = ({ from, to }: { from: string; to: string }): DraftRange => ({ id: newId(), from, to });
export const newDay = (): DraftDay => ({ id: newId(), date: '', ranges: [] });

/** What is sent of a form, or the first field that cannot be read. */
export function bodyOf(
  draft: OfferDraft,
): { body: BodyOf<'POST /private_meetings/settings'> } | { unread: 'price' | 'weeklyMax' | 'date' } {
  const lengths = draft.lengths
    .filter(({ on }) => on)
    .map(({ minutes, price }) => ({ minutes, price: amountOf(price) }));
  if (lengths.some(({ price }) => Number.isNaN(price))) return { unread: 'price' };
  const weeklyMax = draft.weeklyMax.trim() === '' ? null : Number(draft.weeklyMax);
  if (weeklyMax !== null && !(Number.isInteger(weeklyMax) && weeklyMax > 0)) return { unread: 'weeklyMax' };
  if (draft.days.some(({ date }) => date === '')) return { unread: 'date' };
  return {
    body: {
      enabled: draft.enabled,
      zone: draft.zone,
      currency_code: draft.currency,
      lengths,
      hours: draft.hours.flatMap((ranges, n) => ranges.map(({ from, to }) => ({ weekday: n + 1, from, to }))),
      exceptions: draft.days.flatMap(({ date, ranges }) =>
        ranges.length === 0 ? [{ date }] : ranges.map(({ from, to }) => ({ date, from, to })),
      ),
      buffer_minutes: draft.buffer,
      notice_hours: draft.notice,
      weekly_max: weeklyMax,
    },
  };
}

/** `12,50` and `12.50`; nothing is no price, zero is free. */
function amountOf(typed: string): number {
  const text = typed.trim().replace(',', '.');
  return /^\d{1,6}(\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN;
}

/** Another range of a day: the two hours after its last one, where they still fit. */
export function nextRange(ranges: readonly DraftRange[]): DraftRange {
  const last = ranges.at(-1);
  if (!last) return rangeOf(officeHours);
  const from = Math.min(Number(last.to.slice(0, 2)) + 1, 23);
  return rangeOf({ from: clockOf(from * 60), to: clockOf(Math.min(from + 2, 24) * 60) });
}

const quarters = Array.from({ length: (24 * 60) / slotStepMinutes + 1 }, (_, n) => clockOf(n * slotStepMinutes));
const withKept = (times: readonly string[], kept: string): string[] => [...new Set([...times, kept])].toSorted();
/** When opening hours may begin and end, and what is kept where it is none of those. */
export const beginsAt = (kept: string): string[] => withKept(quarters.slice(0, -1), kept);
export const endsAt = (kept: string): string[] => withKept(quarters.slice(1), kept);

/** A time of day to choose, on the clock that its reader uses; 24-hour clocks end the day with 24:00. */
export function clockOption(value: string): { value: string; label: string } {
  const label = formatTime(minuteOf(value) * 60_000, { zone: 'UTC' });
  return { value, label: label === '00:00' ? value : label };
}

/** What the parts of the form are given. */
export interface PartProps {
  draft: OfferDraft;
  change: (next: Partial<OfferDraft>) => void;
}
