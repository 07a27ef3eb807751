import type { Instant } from '@frontrow/core/kernel/instant.ts';
import { type Currency, type Minor, toDecimal, writeMoney } from '@frontrow/core/kernel/money.ts';
import { LRUCache } from 'lru-cache';

/** Building a format costs more than the rest of a mail; there are as many as currencies and zones in use. */
const formatsMax = 100;
const moneyFormats = new LRUCache<string, Intl.NumberFormat>({ max: formatsMax });
const whenFormats = new LRUCache<string, Intl.DateTimeFormat>({ max: formatsMax });

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

const timeFormats = new LRUCache<string, Intl.DateTimeFormat>({ max: formatsMax });

/**
 * A moment in the event's zone, with the zone: Sunday, 22 November 2026, 18:30 (Europe/Lisbon); up to its planned end
 * where there is one: 18:30–20:00.
 */
export function formatWhen(at: Instant, tz: string, endsAt?: Instant): string {
  const words = kept(
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
  const start = words.format(new Date(at)).replace(' at ', ', ');
  if (endsAt === undefined) return `${start} (${tz})`;
  const time = kept(
    timeFormats,
    tz,
    () => new Intl.DateTimeFormat('en-GB', { timeZone: tz, hour: '2-digit', minute: '2-digit' }),
  );
  return `${start}–${time.format(new Date(endsAt))} (${tz})`;
}
