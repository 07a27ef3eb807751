import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { minutes } from '@frontrow/core/kernel/instant.ts';
import { type DateOptions, formatShortDate, formatTimes, formatZone, type TimeOptions } from './time.ts';

type Timed = Pick<WireEvent, 'event_date' | 'event_duration_minutes'>;

/** When an event is planned to end; undefined where its host did not say. */
export const endOf = ({ event_date: at, event_duration_minutes: length }: Timed): number | undefined =>
  length === undefined ? undefined : at + minutes(length);

/** `18:30–20:00` */
export const formatEventTimes = (event: Timed, options: TimeOptions = {}): string =>
  formatTimes(event.event_date, endOf(event), options);

/** `Sun 22 Nov, 18:30–20:00 CET`: in lists and on tickets. */
export const formatEventWhen = (event: Timed, options: DateOptions): string =>
  `${formatShortDate(event.event_date, options)}, ${formatEventTimes(event, options)} ${formatZone(event.event_date, options.zone)}`.trimEnd();
