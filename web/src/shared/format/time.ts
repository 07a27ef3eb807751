import { twoDigits } from './two-digits.ts';
import { text } from '../i18n/index.ts';
import { language } from '../i18n/language.ts';

/**
 * Dates and times in the language of the interface. Instants are epoch milliseconds; without a zone the reader's own is
 * used. By hand, because a phone's first `Intl` object is a long task, and because the server and the browser must
 * write the same; it is asked only how far a foreign zone is from UTC.
 */
export interface TimeOptions {
  zone?: string | undefined;
  /** Whether times are on a 12-hour clock; the reader's own habit without it. */
  hour12?: boolean | undefined;
}

/** A date says its year where that is not the one which the reader's clock shows in the same zone. */
export interface DateOptions extends TimeOptions {
  now: number;
}

const minuteMs = 60_000;
const nearMs = 6 * 24 * 60 * minuteMs;

/**
 * How far clocks of a zone are ahead of UTC at an instant, by both: `Europe/Madrid 1795286400000`. What the server
 * found out while it drew a page comes with the page.
 */
export const zoneOffsetsMs = new Map<string, number>();
const zoneOffsetsMax = 2000;

/** One for each zone: a phone needs some milliseconds to make one. */
const formats = new Map<string, Intl.DateTimeFormat>();
type Shown = [number, number, number, number, number, number];

function askedOffsetMs(at: number, zone: string): number {
  let format = formats.get(zone);
  if (!format)
    formats.set(
      zone,
      (format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone })),
    );
  // `22/11/2026, 18:30:00`
  const [day, month, year, hour, minute, second] = format.format(at).match(/\d+/g)!.map(Number) as Shown;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

const ownOffsetMs = (at: number): number => -new Date(at).getTimezoneOffset() * minuteMs;

function offsetMs(at: number, zone: string): number {
  const key = `${zone} ${at}`;
  const known = zoneOffsetsMs.get(key);
  if (known !== undefined) return known;
  let found: number;
  try {
    found = askedOffsetMs(at, zone);
  } catch {
    // A zone this browser does not know must not take the page down.
    found = ownOffsetMs(at);
  }
  if (zoneOffsetsMs.size >= zoneOffsetsMax) zoneOffsetsMs.clear();
  zoneOffsetsMs.set(key, found);
  return found;
}

/** Its fields in UTC are what clocks there show. */
const shownAt = (at: number, { zone }: TimeOptions): Date =>
  new Date(at + (zone === 'UTC' ? 0 : zone ? offsetMs(at, zone) : ownOffsetMs(at)));

const nameOf = (names: 'weekdays' | 'months', at: number): string => text('app', `calendar.${names}`).split(' ')[at]!;

/** Browsers' usual languages for readers of English, by clock. Only others ask `Intl`. */
const twelveHours = /^en(-(US|CA|AU|NZ|IN))?$/;
const allHours = /^en-(GB|IE|ZA)$/;
let habit: boolean | undefined;

/**
 * Whether the reader uses a 12-hour clock. Pages in German and Spanish, and those drawn by the server, use 24 hours.
 */
function readsTwelveHours(): boolean {
  if (typeof document === 'undefined' || language() !== 'en') return false;
  try {
    const tag = navigator.language;
    habit ??=
      twelveHours.test(tag) ||
      (!allHours.test(tag) && new Intl.DateTimeFormat(tag, { hour: 'numeric' }).resolvedOptions().hour12);
  } catch {
    // Where the system has no language, WebKit says "C", which is none.
  }
  return habit ?? false;
}

/** `18:30`, or `6:30 PM` with a space that does not break */
export function formatTime(at: number, options: TimeOptions = {}): string {
  const there = shownAt(at, options);
  if (!(options.hour12 ?? readsTwelveHours())) return there.toISOString().slice(11, 16);
  const hour = there.getUTCHours();
  return `${hour % 12 || 12}:${twoDigits(there.getUTCMinutes())}\u{a0}${hour < 12 ? 'AM' : 'PM'}`;
}

/** `18:30–20:00`, `6:30–8:00 PM`, `11:30 AM–1:00 PM`; without an end `18:30` */
export function formatTimes(at: number, endsAt: number | undefined, options: TimeOptions = {}): string {
  const from = formatTime(at, options);
  if (endsAt === undefined) return from;
  const to = formatTime(endsAt, options);
  const [clock, halfOfDay] = from.split('\u{a0}');
  return `${halfOfDay && to.endsWith(halfOfDay) ? clock : from}–${to}`;
}

/** The hour there, 0 to 23. */
export const hourOf = (at: number, options: TimeOptions = {}): number => shownAt(at, options).getUTCHours();

/** `45 minutes`, `2 hours`, `2 h 30 min` */
export function formatDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  if (minutes % 60 === 0) return text('app', 'calendar.hours', { count: hours });
  return minutes < 120
    ? text('app', 'calendar.minutes', { minutes })
    : text('app', 'calendar.hoursMinutes', { hours, minutes: minutes % 60 });
}

/** In English these regions' own names are known there alone: EST is `GMT-5` in Britain. */
const zoneLocales: Readonly<Record<string, string>> = { America: 'en-US', Pacific: 'en-US', Australia: 'en-AU' };

/** `CET`, where none is common `GMT+9`; empty where this browser does not know the zone. */
export function formatZone(at: number, zone = ownZone()): string {
  try {
    const locale = language() === 'en' ? (zoneLocales[zone.split('/')[0]!] ?? 'en-GB') : language();
    const parts = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' }).formatToParts(at);
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  } catch {
    return '';
  }
}

/** `Sunday` */
export const formatWeekday = (at: number, options: TimeOptions = {}): string =>
  nameOf('weekdays', shownAt(at, options).getUTCDay());

/** `Sun 18:30`, `Sun 6:30 PM` */
export const formatWeekdayTime = (at: number, options: TimeOptions = {}): string =>
  `${formatShortWeekday(at, options)} ${formatTime(at, options)}`;

/** `November` */
export const formatMonth = (at: number, options: TimeOptions = {}): string =>
  nameOf('months', shownAt(at, options).getUTCMonth());

/** `Sun` */
export const formatShortWeekday = (at: number, options: TimeOptions = {}): string =>
  formatWeekday(at, options).slice(0, Number(text('app', 'calendar.weekdayChars')));

/** Whether a weekday says which day it is: it comes within six days. */
export const isNear = (at: number, { now }: DateOptions): boolean => at > now && at < now + nearMs;

/** What a leaf of the calendar shows; no year while it is the reader's. */
export function dayOnLeaf(at: number, options: DateOptions): { month: string; day: number; year: number | undefined } {
  const there = shownAt(at, options);
  const year = there.getUTCFullYear();
  const isReaders = year === shownAt(options.now, options).getUTCFullYear();
  return {
    month: nameOf('months', there.getUTCMonth()).slice(0, 3),
    day: there.getUTCDate(),
    year: isReaders ? undefined : year,
  };
}

/** `22 Nov`, `22 Nov 2028` */
export function formatDay(at: number, options: DateOptions): string {
  const { year, ...day } = dayOnLeaf(at, options);
  return year ? text('app', 'calendar.dayOfYear', { ...day, year }) : text('app', 'calendar.day', day);
}

/** `Sun 22 Nov`, `Wed 22 Nov 2028` */
export const formatShortDate = (at: number, options: DateOptions): string =>
  text('app', 'calendar.weekdayDay', { weekday: formatShortWeekday(at, options), date: formatDay(at, options) });

/** `Sunday 22 November`, `Wednesday 22 November 2028` */
export function formatLongDate(at: number, options: DateOptions): string {
  const { year, day } = dayOnLeaf(at, options);
  const month = formatMonth(at, options);
  const date = year
    ? text('app', 'calendar.longDayOfYear', { day, month, year })
    : text('app', 'calendar.longDay', { day, month });
  return text('app', 'calendar.weekdayDay', { weekday: formatWeekday(at, options), date });
}

/** `Sun 22 Nov, 18:30`, `Wed 22 Nov 2028, 6:30 PM` */
export const formatShortDateTime = (at: number, options: DateOptions): string =>
  `${formatShortDate(at, options)}, ${formatTime(at, options)}`;

/** `Sunday 22 November, 18:30`, `Wednesday 22 November 2028, 6:30 PM` */
export const formatLongDateTime = (at: number, options: DateOptions): string =>
  `${formatLongDate(at, options)}, ${formatTime(at, options)}`;

/** The name of the reader's own zone. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A zone's city: `Europe/Madrid` → `Madrid`. */
export const zoneCity = (zone: string): string => zone.split('/').at(-1)!.replaceAll('_', ' ');

/** `9:12`, `1:05:00`: what is left, never negative. */
export function formatCountdown(leftMs: number): string {
  const all = Math.max(0, Math.ceil(leftMs / 1000));
  const hours = Math.floor(all / 3600);
  const minutes = Math.floor((all % 3600) / 60);
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${twoDigits(all % 60)}` : `${minutes}:${twoDigits(all % 60)}`;
}

/** What is left, in whole units for a countdown with labels. */
export function countdownParts(leftMs: number): { days: number; hours: number; minutes: number; seconds: number } {
  const all = Math.max(0, Math.ceil(leftMs / 1000));
  return {
    days: Math.floor(all / 86_400),
    hours: Math.floor((all % 86_400) / 3600),
    minutes: Math.floor((all % 3600) / 60),
    seconds: all % 60,
  };
}
