import { days } from '@frontrow/core/kernel/instant.ts';
import { rangeDaysMax } from '@frontrow/core/stats/limits.ts';

/** What the address says of the days and the event that are shown. */
export interface AskedStats {
  days?: number;
  from?: string;
  to?: string;
  event_uuid?: string;
}

export const presets = ['7', '30', '90', '365'] as const;
export type Preset = (typeof presets)[number] | 'custom';

const dayText = /^\d{4}-\d\d-\d\d$/;
const isDay = (text: string | null): text is string => text !== null && dayText.test(text);

/** The last thirty days where the address says nothing that makes sense. */
export function askedOf(search: URLSearchParams): AskedStats {
  const [from, to, count, event] = ['from', 'to', 'days', 'event'].map((name) => search.get(name));
  const of = event ? { event_uuid: event } : {};
  if (isDay(from!) && isDay(to!) && from <= to) return { from, to, ...of };
  return { days: (presets as readonly (string | null)[]).includes(count!) ? Number(count) : 30, ...of };
}

export interface RangeProblems {
  from?: 'missing';
  to?: 'missing' | 'reversed' | 'long';
}

/** What is wrong with two days as they were picked, empty without one; nothing where the server answers for them. */
export function rangeProblems(from: string, to: string): RangeProblems {
  if (from === '' || to === '') return { ...(from === '' && { from: 'missing' }), ...(to === '' && { to: 'missing' }) };
  if (from > to) return { to: 'reversed' };
  return (Date.parse(to) - Date.parse(from)) / days(1) >= rangeDaysMax ? { to: 'long' } : {};
}

export const presetOf = ({ days: count }: AskedStats): Preset =>
  count === undefined ? 'custom' : (String(count) as (typeof presets)[number]);

/** The address of other days, or of another event; what is not named stays. */
export function searchOf(search: URLSearchParams, change: Readonly<Record<string, string | null>>): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change))
    if (value === null) next.delete(name);
    else next.set(name, value);
  return next;
}
