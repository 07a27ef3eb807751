import type { z } from 'zod';
import type { eventFilters } from '@frontrow/contract/events/api.ts';

/** What a list of public events is limited to; a filter that is missing limits nothing. */
export interface EventFilters {
  readonly liveNow?: boolean | undefined;
  readonly past?: boolean | undefined;
  readonly free?: boolean | undefined;
  /** Highest price, fee included, in whole units of the currency. */
  readonly priceMax?: number | undefined;
  /** Of `priceMax`; what is sold in another one cannot be compared with it. */
  readonly currency?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly lang?: number | undefined;
  readonly category?: number | undefined;
  readonly tag?: string | undefined;
  /** Username. */
  readonly host?: string | undefined;
}

export type ListSection = 'coming' | 'live' | 'past';

/** Live and upcoming events together, live ones only, or past ones. */
export function sectionOf({ liveNow, past }: EventFilters): ListSection {
  if (liveNow) return 'live';
  return past ? 'past' : 'coming';
}

export const filtersOf = ({ live_now, price_max, ...rest }: z.output<typeof eventFilters>): EventFilters => ({
  liveNow: live_now,
  priceMax: price_max,
  currency: rest.currency,
  past: rest.past,
  free: rest.free,
  from: rest.from,
  to: rest.to,
  lang: rest.lang,
  category: rest.category,
  tag: rest.tag,
  host: rest.host,
});
