import type { Instant } from '@frontrow/core/kernel/instant.ts';
import { type Currency, type Minor, toDecimal, writeMoney } from '@frontrow/core/kernel/money.ts';
import { LRUCache } from 'lru-cache';

/** Building a format costs more than the rest of an email; there are as many as currencies and zones in use. */
const formatsMax = 100;
const moneyFormats = new LRUCache<string, Intl.NumberFormat>({ max: formatsMax });
const whenFormats = new LRUCache<string, Intl.DateTimeFormat>({ max: formatsMax });
const zoneFormats = new LRUCache<string, Intl.DateTimeFormat>({ max: formatsMax });

function kept<T extends object>(formats: LRUCache<string, T>, key: string, build: () => T): T {
  const known = formats.get(key);
  if (known) return known;
  const built = build();
  formats.set(key, built);
  return built;
}

/** An amount as its currency writes it: €17.30. */
export function formatMoney(minor: Minor, currency: Currency): string {
  const format = kept(
    moneyFormats,
    String(currency.digits),
    () =>
      new Intl.NumberFormat('en', {
        minimumFractionDigits: currency.digits,
        maximumFractionDigits: currency.digits,
      }),
  );
  return writeMoney(format.format(toDecimal(minor, currency.digits)), currency);
}

/**
 * A time in its zone: `Sunday 22 November 2026, 19:30 CET`, with an end `Sunday 22 November 2026, 19:30–20:00 CET`.
 * Emails keep the year, because they are read at any time.
 */
export function formatWhen(at: Instant, tz: string, until?: Instant): string {
  const format = kept(
    whenFormats,
    tz,
    () =>
      new Intl.DateTimeFormat('en-GB', {
        timeZone: tz,
        weekday: 'long',
        day: 'numeric',
        month: 'long',
        year: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
      }),
  );
  const timeOf = (instant: Instant): string => format.format(instant).slice(-5);
  const date = format.format(at).slice(0, -5).replace(/ at $/, '').replace(',', '');
  const time = until === undefined ? timeOf(at) : `${timeOf(at)}–${timeOf(until)}`;
  return `${date}, ${time} ${zoneName(at, tz)}`;
}

/** Each locale abbreviates only the zones of its region; the others are offsets like `GMT+9`. */
const zoneLocales = ['en-GB', 'en-US', 'en-CA', 'en-AU', 'en-NZ', 'en-IN', 'en-ZA'];

/** The short name of a zone at a time: `CET`, `EST`, or `GMT+9` if it has no abbreviation in English. */
function zoneName(at: Instant, tz: string): string {
  const nameIn = (format: Intl.DateTimeFormat): string =>
    format.formatToParts(at).find(({ type }) => type === 'timeZoneName')!.value;
  return nameIn(
    kept(zoneFormats, tz, () => {
      const formats = zoneLocales.map(
        (locale) => new Intl.DateTimeFormat(locale, { timeZone: tz, timeZoneName: 'short' }),
      );
      return formats.find((format) => !/\d/.test(nameIn(format))) ?? formats[0]!;
    }),
  );
}
