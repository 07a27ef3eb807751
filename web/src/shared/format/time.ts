/** Dates and times through `Intl`. Instants are epoch milliseconds; without a zone the reader's own is used. */
export interface TimeOptions {
  zone?: string | undefined;
}

interface Fields {
  weekday: string;
  day: string;
  month: string;
  hour: string;
  minute: string;
}

/** One for each zone: a phone needs some milliseconds to make one. */
const formats = new Map<string | undefined, Intl.DateTimeFormat>();
const written = 'en-GB';
const shape = {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;

function formatOf(zone: string | undefined): Intl.DateTimeFormat {
  let found = formats.get(zone);
  if (!found) {
    try {
      found = new Intl.DateTimeFormat(written, { ...shape, ...(zone ? { timeZone: zone } : {}) });
    } catch {
      // A zone this browser does not know must not take the page down.
      found = new Intl.DateTimeFormat(written, shape);
    }
    formats.set(zone, found);
  }
  return found;
}

const fieldsOf = (at: number, { zone }: TimeOptions): Fields =>
  Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  ) as unknown as Fields;

const short = (name: string): string => name.slice(0, 3);

/** `18:30` */
export function formatTime(at: number, options: TimeOptions = {}): string {
  const { hour, minute } = fieldsOf(at, options);
  return `${hour}:${minute}`;
}

/** `Sun` */
export const formatWeekday = (at: number, options: TimeOptions = {}): string => short(fieldsOf(at, options).weekday);

/** `Nov` */
export const formatMonth = (at: number, options: TimeOptions = {}): string => short(fieldsOf(at, options).month);

/** `22` */
export const formatDay = (at: number, options: TimeOptions = {}): string => fieldsOf(at, options).day;

/** `Sun 22 Nov` */
export function formatShortDate(at: number, options: TimeOptions = {}): string {
  const { weekday, day, month } = fieldsOf(at, options);
  return `${short(weekday)} ${day} ${short(month)}`;
}

/** `Sunday 22 November` */
export function formatLongDate(at: number, options: TimeOptions = {}): string {
  const { weekday, day, month } = fieldsOf(at, options);
  return `${weekday} ${day} ${month}`;
}

/** `Sun 22 Nov, 18:30` */
export const formatShortDateTime = (at: number, options: TimeOptions = {}): string =>
  `${formatShortDate(at, options)}, ${formatTime(at, options)}`;

/** The reader's own zone. */
export const ownZone = (): string => (own ??= new Intl.DateTimeFormat().resolvedOptions().timeZone);

let own: string | undefined;

/** A zone's city: `Europe/Madrid` → `Madrid`. */
export const zoneCity = (zone: string): string => zone.split('/').at(-1)!.replaceAll('_', ' ');

/** Relative time languages are reduced to es or en (spec §9). */
const relativeLanguage = (language: string): 'es' | 'en' => (/^es\b/i.test(language) ? 'es' : 'en');

/** `24 min ago`, `in 3 hours`. */
export function formatRelative(at: number, now: number, language = 'en'): string {
  const minutes = Math.round((at - now) / 60_000);
  const relative = new Intl.RelativeTimeFormat(relativeLanguage(language), { numeric: 'auto', style: 'short' });
  if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute').replace('min.', 'min');
  if (Math.abs(minutes) < 24 * 60) return relative.format(Math.round(minutes / 60), 'hour').replace('hr.', 'h');
  return relative.format(Math.round(minutes / (24 * 60)), 'day');
}

/** `9:12`, `1:05:00`: what is left, never negative. */
export function formatCountdown(leftMs: number): string {
  const all = Math.max(0, Math.ceil(leftMs / 1000));
  const pad = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(all / 3600);
  const minutes = Math.floor((all % 3600) / 60);
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(all % 60)}` : `${minutes}:${pad(all % 60)}`;
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
