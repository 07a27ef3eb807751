import type { Language } from '@frontrow/core/kernel/language.ts';
import type { Instant } from '@frontrow/core/kernel/instant.ts';
import { toDecimal, writeMoney, type Currency, type Minor } from '@frontrow/core/kernel/money.ts';
import { LRUCache } from 'lru-cache';
import { Temporal } from 'temporal-polyfill';
import { writingLanguage } from '../i18n/say.ts';

/** Building a format costs more than the rest of an email; there are as many as currencies and zones in use. */
const formatsMax = 100;
const moneyFormats = new LRUCache<string, Intl.NumberFormat>({ max: formatsMax });
const whenFormats = new LRUCache<string, Intl.DateTimeFormat>({ max: formatsMax });
const dayFormats = new LRUCache<string, Intl.DateTimeFormat>({ max: formatsMax });
const zoneFormats = new LRUCache<string, Intl.DateTimeFormat>({ max: formatsMax });

function kept<T extends object>(formats: LRUCache<string, T>, key: string, build: () => T): T {
  const known = formats.get(key);
  if (known) return known;
  const built = build();
  formats.set(key, built);
  return built;
}

/** An amount as its reader writes it: €17.30, in German 17,30 €. */
export function formatMoney(minor: Minor, currency: Currency): string {
  const format = kept(
    moneyFormats,
    `${writingLanguage()} ${currency.digits}`,
    () =>
      new Intl.NumberFormat(writingLanguage(), {
        minimumFractionDigits: currency.digits,
        maximumFractionDigits: currency.digits,
      }),
  );
  return writeMoney(format.format(toDecimal(minor, currency.digits)), currency, writingLanguage());
}

/**
 * A time in its zone: `Sunday 22 November 2026, 19:30 CET`, with an end `Sunday 22 November 2026, 19:30–20:00 CET`.
 * Emails keep the year, because they are read at any time.
 */
export function formatWhen(at: Instant, tz: string, until?: Instant): string {
  const parts = whenFormat(tz).formatToParts(at);
  const date = parts
    .slice(
      0,
      parts.findLastIndex(({ type }) => type === 'year'),
    )
    .map(({ type, value }) => (writingLanguage() === 'en' && type === 'literal' ? ' ' : value))
    .join('');
  const year = parts.find(({ type }) => type === 'year')!.value;
  const time = until === undefined ? timeOf(at, tz) : `${timeOf(at, tz)}–${timeOf(until, tz)}`;
  return `${date}${year}, ${time} ${zoneName(at, tz)}`;
}

function whenFormat(tz: string): Intl.DateTimeFormat {
  const language = writingLanguage();
  return kept(
    whenFormats,
    `${language} ${tz}`,
    () =>
      new Intl.DateTimeFormat(dateLocales[language], {
        timeZone: tz,
        weekday: 'long',
        day: 'numeric',
        month: 'long',
        year: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      }),
  );
}

const timeOf = (at: Instant, tz: string): string => whenFormat(tz).format(at).slice(-5);

/** A day in its zone, for one line: `Sat 5 Dec`. */
export function formatDay(at: Instant, tz: string): string {
  const language = writingLanguage();
  const format = kept(
    dayFormats,
    `${language} ${tz}`,
    () =>
      new Intl.DateTimeFormat(dateLocales[language], {
        timeZone: tz,
        weekday: 'short',
        day: 'numeric',
        month: 'short',
      }),
  );
  return format.format(at).replace(language === 'en' ? ',' : '', '');
}

/** A day with its time in its zone, for one line: `Sat 5 Dec, 19:30 CET`. */
export const formatDayTime = (at: Instant, tz: string): string =>
  `${formatDay(at, tz)}, ${timeOf(at, tz)} ${zoneName(at, tz)}`;

const dateLocales: Readonly<Record<Language, string>> = { en: 'en-GB', es: 'es', de: 'de' };

/** Each locale abbreviates only the zones of its region; the others are offsets like `GMT+9`. */
const zoneLocales = (language: Language): readonly string[] => [
  dateLocales[language],
  'en-GB',
  'en-US',
  'en-CA',
  'en-AU',
  'en-NZ',
  'en-IN',
  'en-ZA',
];

/** The short name of a zone at a time: `CET`, `EST`, or `GMT+9` if it has no abbreviation in English. */
function zoneName(at: Instant, tz: string): string {
  const nameIn = (format: Intl.DateTimeFormat): string =>
    format.formatToParts(at).find(({ type }) => type === 'timeZoneName')!.value;
  return nameIn(
    kept(zoneFormats, `${writingLanguage()} ${tz}`, () => {
      const formats = zoneLocales(writingLanguage()).map(
        (locale) => new Intl.DateTimeFormat(locale, { timeZone: tz, timeZoneName: 'short' }),
      );
      return formats.find((format) => !/\d/.test(nameIn(format))) ?? formats[0]!;
    }),
  );
}

/** One stretch of time with one offset: when it begins on the clock that was shown until then. */
interface Observance {
  readonly begins: Temporal.PlainDateTime;
  readonly before: string;
  readonly offset: string;
  readonly offsetNs: number;
}

/** Clocks change at most a few times a year; Morocco's do four times. A feed spans a few years. */
const changesMax = 24;

/**
 * A zone as calendars read it (RFC 5545, VTIMEZONE): what its clocks show from the first moment to a year after the
 * last one. Stated change by change, not as a rule for ever, because governments change their minds and events need no
 * more.
 */
export function zoneBlock(zone: string, first: Instant, last: Instant = first): string {
  const observances = observancesOf(zone, first, last);
  const lowest = Math.min(...observances.map(({ offsetNs }) => offsetNs));
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...observances.flatMap(({ begins, before, offset, offsetNs }) => {
      const name = offsetNs > lowest ? 'DAYLIGHT' : 'STANDARD';
      return [
        `BEGIN:${name}`,
        `DTSTART:${begins.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')}`,
        `TZOFFSETFROM:${offsetText(before)}`,
        `TZOFFSETTO:${offsetText(offset)}`,
        `END:${name}`,
      ];
    }),
    'END:VTIMEZONE',
  ].join('\r\n');
}

function observancesOf(zone: string, first: Instant, last: Instant): readonly Observance[] {
  const at = (ms: Instant): Temporal.ZonedDateTime =>
    Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
  const moment = at(first);
  const yearLater = at(last).add({ years: 1 });
  const found = [observanceAt(moment.add({ nanoseconds: 1 }).getTimeZoneTransition('previous') ?? undefined, moment)];
  let next = moment.getTimeZoneTransition('next');
  while (next && found.length < changesMax && Temporal.ZonedDateTime.compare(next, yearLater) < 0) {
    found.push(observanceAt(next, next));
    next = next.getTimeZoneTransition('next');
  }
  return found;
}

/** From a change on; a zone that never changed has always been so. */
function observanceAt(change: Temporal.ZonedDateTime | undefined, within: Temporal.ZonedDateTime): Observance {
  const { offset, offsetNanoseconds: offsetNs } = change ?? within;
  if (!change) return { begins: Temporal.PlainDateTime.from('1970-01-01T00:00:00'), before: offset, offset, offsetNs };
  const before = change.subtract({ nanoseconds: 1 });
  return {
    begins: before.toPlainDateTime().add({ nanoseconds: 1 }),
    before: before.offset,
    offset,
    offsetNs,
  };
}

/** `+02:00` as `+0200`. */
const offsetText = (offset: string): string => offset.replaceAll(':', '');
