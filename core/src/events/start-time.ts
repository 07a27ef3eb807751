import { Temporal } from 'temporal-polyfill';
import type { Instant } from '../kernel/instant.ts';
import { publishAheadMaxMs, startStepMs } from './limits.ts';

/** A start as it is stored: the instant, and its wall time in the zone (`2026-05-01T20:15:00`). */
export interface StartTime {
  readonly startsAt: Instant;
  readonly localStart: string;
}

export type StartProblem =
  | 'date_invalid'
  | 'start_hour_disagrees'
  | 'date_in_gap'
  | 'date_repeated'
  | 'date_off_step'
  | 'date_in_past';

const hourText = /^([01]\d|2[0-3]):([0-5]\d)$/;
/** `Europe/Madrid`, `UTC`; never `+02:00`, because databases and browsers read its sign differently. */
const zoneName = /^[A-Za-z][A-Za-z0-9_+\-/]*$/;

/** Whether this is an IANA zone that is known here. */
export function isZone(zone: string): boolean {
  if (!zoneName.test(zone)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
    return true;
  } catch {
    return false;
  }
}

/**
 * Reads a start time (rule E5). The hour must be that of the instant on the zone's wall clock and name one moment
 * only, so neither a skipped nor a repeated hour; on a 15-minute step and not in the past. `zone` must pass `isZone`.
 */
export function readStartTime(
  date: Instant | undefined,
  startHour: string,
  zone: string,
  now: Instant,
): StartTime | StartProblem {
  if (date === undefined || !Number.isSafeInteger(date) || Math.abs(date - now) > publishAheadMaxMs)
    return 'date_invalid';
  const hour = hourText.exec(startHour);
  if (!hour) return 'date_invalid';
  const local = Temporal.Instant.fromEpochMilliseconds(date).toZonedDateTimeISO(zone).toPlainDateTime();
  if (local.hour !== Number(hour[1]) || local.minute !== Number(hour[2])) {
    const wished = local.toPlainDate().toPlainDateTime({ hour: Number(hour[1]), minute: Number(hour[2]) });
    return occurrences(wished, zone) === 'none' ? 'date_in_gap' : 'start_hour_disagrees';
  }
  if (local.minute % (startStepMs / 60_000) !== 0 || local.second !== 0 || local.millisecond !== 0)
    return 'date_off_step';
  if (occurrences(local, zone) === 'two') return 'date_repeated';
  if (date < now) return 'date_in_past';
  return { startsAt: date, localStart: local.toString({ smallestUnit: 'second' }) };
}

/** Whether the day of an instant is over in the zone. */
export function isDayOver(at: Instant, zone: string, now: Instant): boolean {
  if (!Number.isSafeInteger(at) || Math.abs(at - now) > publishAheadMaxMs) return at < now;
  const day = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();
  return day.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds <= now;
}

/** `HH:mm` of an instant on the zone's wall clock. */
export const wallHour = (at: Instant, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(zone)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' });

/** Whether the zone's clocks show this time twice: it is in the hour that they repeat in autumn. */
export const isRepeatedTime = (at: Instant, zone: string): boolean =>
  occurrences(Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime(), zone) === 'two';

/** How often a wall time occurs in a zone: a change of clocks skips some and repeats others. */
function occurrences(local: Temporal.PlainDateTime, zone: string): 'none' | 'one' | 'two' {
  const earlier = local.toZonedDateTime(zone, { disambiguation: 'earlier' });
  const later = local.toZonedDateTime(zone, { disambiguation: 'later' });
  if (earlier.epochMilliseconds === later.epochMilliseconds) return 'one';
  return later.toPlainDateTime().equals(local) ? 'two' : 'none';
}
