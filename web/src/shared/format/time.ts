/**
 * Dates and times in English. Instants are epoch milliseconds; without a zone the reader's own is used. By hand, because a phone's
 * first `Intl` object is a long task; it is asked only how far a foreign zone is from UTC.
 */
export interface TimeOptions {
  zone?: string | undefined;
}

/** A date says its year where that is not the one which the reader's clock shows in the same zone. */
export interface DateOptions extends TimeOptions {
  now: number;
}

interface Fields {
  year: number;
  weekday: string;
  day: string;
  month: string;
  hour: string;
  minute: string;
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const minuteMs = 60_000;

/** How far clocks of a zone are ahead of UTC at an instant, by both: `Europe/Madrid 1795286400000`. What the server found out while
 * it drew a page comes with the page. */
export const zoneOffsetsMs = new Map<string, number>();
const zoneOffsetsMax = 2000;

/** One for each zone: a phone needs some milliseconds to make one. */
const formats = new Map<string, Intl.DateTimeFormat>();
const numeric = 'numeric';
const shape = {
  year: numeric,
  month: numeric,
  day: numeric,
  hour: numeric,
  minute: numeric,
  second: numeric,
  hourCycle: 'h23',
} as const;

function askedOffsetMs(at: number, zone: string): number {
  let format = formats.get(zone);
  if (!format) formats.set(zone, (format = new Intl.DateTimeFormat('en-US', { ...shape, timeZone: zone })));
  const shown = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year, month, day, hour, minute, second } = shown as Record<keyof typeof shape, number>;
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

const twoDigits = (value: number): string => String(value).padStart(2, '0');

function fieldsOf(at: number, { zone }: TimeOptions): Fields {
  // Its fields in UTC are what clocks there show.
  const there = new Date(at + (zone === 'UTC' ? 0 : zone ? offsetMs(at, zone) : ownOffsetMs(at)));
  return {
    year: there.getUTCFullYear(),
    weekday: weekdays[there.getUTCDay()]!,
    day: String(there.getUTCDate()),
    month: months[there.getUTCMonth()]!,
    hour: twoDigits(there.getUTCHours()),
    minute: twoDigits(there.getUTCMinutes()),
  };
}

const short = (name: string): string => name.slice(0, 3);

/** `18:30` */
export function formatTime(at: number, options: TimeOptions = {}): string {
  const { hour, minute } = fieldsOf(at, options);
  return `${hour}:${minute}`;
}

/** `Sunday` */
export const formatWeekday = (at: number, options: TimeOptions = {}): string => fieldsOf(at, options).weekday;

/** `Sun 18:30` */
export const formatWeekdayTime = (at: number, options: TimeOptions = {}): string =>
  `${short(formatWeekday(at, options))} ${formatTime(at, options)}`;

/** What a leaf of the calendar shows; no year while it is the reader's. */
export function dayOnLeaf(at: number, options: DateOptions): { month: string; day: string; year: string } {
  const { year, month, day } = fieldsOf(at, options);
  const isReaders = year === fieldsOf(options.now, options).year;
  return { month: short(month), day, year: isReaders ? '' : String(year) };
}

const withYear = (date: string, at: number, options: DateOptions): string =>
  `${date} ${dayOnLeaf(at, options).year}`.trimEnd();

/** `22 Nov`, `22 Nov 2028` */
export function formatDay(at: number, options: DateOptions): string {
  const { month, day } = fieldsOf(at, options);
  return withYear(`${day} ${short(month)}`, at, options);
}

/** `Sun 22 Nov`, `Wed 22 Nov 2028` */
export const formatShortDate = (at: number, options: DateOptions): string =>
  `${short(formatWeekday(at, options))} ${formatDay(at, options)}`;

/** `Sunday 22 November`, `Wednesday 22 November 2028` */
export function formatLongDate(at: number, options: DateOptions): string {
  const { weekday, day, month } = fieldsOf(at, options);
  return withYear(`${weekday} ${day} ${month}`, at, options);
}

/** `Sun 22 Nov, 18:30`, `Wed 22 Nov 2028, 18:30` */
export const formatShortDateTime = (at: number, options: DateOptions): string =>
  `${formatShortDate(at, options)}, ${formatTime(at, options)}`;

/** The name of the reader's own zone. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A zone's city: `Europe/Madrid` → `Madrid`. */
export const zoneCity = (zone: string): string => zone.split('/').at(-1)!.replaceAll('_', ' ');

export type RelativeLanguage = 'es' | 'en';

/** Relative time languages are reduced to es or en (spec §9): the first of the wanted ones that is either. */
export function relativeLanguage(wanted: readonly string[]): RelativeLanguage {
  const first = wanted.find((each) => /^e[ns]\b/i.test(each));
  return first && /^es/i.test(first) ? 'es' : 'en';
}

const relativeWords = { minute: 'min', hour: 'h', day: 'days' } as const;

function relativeInEnglish(value: number, unit: keyof typeof relativeWords): string {
  if (value === 0) return `this ${unit}`;
  if (unit === 'day' && Math.abs(value) === 1) return value < 0 ? 'yesterday' : 'tomorrow';
  const length = `${Math.abs(value)} ${relativeWords[unit]}`;
  return value < 0 ? `${length} ago` : `in ${length}`;
}

/** `24 min ago`, `in 3 h`, `hace 24 min`. */
export function formatRelative(at: number, now: number, language: RelativeLanguage = 'en'): string {
  const minutes = Math.round((at - now) / minuteMs);
  const hours = Math.round(minutes / 60);
  const [value, unit] =
    Math.abs(minutes) < 60
      ? ([minutes, 'minute'] as const)
      : Math.abs(minutes) < 24 * 60
        ? ([hours, 'hour'] as const)
        : ([Math.round(minutes / (24 * 60)), 'day'] as const);
  if (language === 'en') return relativeInEnglish(value, unit);
  return new Intl.RelativeTimeFormat('es', { numeric: 'auto', style: 'short' }).format(value, unit);
}

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
