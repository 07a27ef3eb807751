import type { Instant } from '@frontrow/core/kernel/instant.ts';
import { Temporal } from 'temporal-polyfill';

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
