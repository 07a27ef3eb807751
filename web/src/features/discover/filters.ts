import type { WireCategory, WireLanguage } from '@frontrow/contract/catalog/api.ts';
import type { QueryOf } from '@frontrow/contract/api.ts';
import { defaultCurrency } from '@frontrow/core/kernel/money.ts';
import { isUsernameShaped } from '@frontrow/core/accounts/username-shape.ts';
import { days } from '@frontrow/core/kernel/instant.ts';

export const dateChoices = ['today', 'week', 'month'] as const;
/** Up to this much, in each currency that tickets are sold in: `10` is 10 euros, `1500JPY` is 1,500 yen. */
export const priceChoices = [
  'free',
  '10',
  '25',
  '10USD',
  '25USD',
  '10GBP',
  '20GBP',
  '10CHF',
  '25CHF',
  '1500JPY',
  '4000JPY',
] as const;
export type DateChoice = (typeof dateChoices)[number];
export type PriceChoice = (typeof priceChoices)[number];

/** The highest price of a choice, and its currency. */
export const priceLimitOf = (choice: Exclude<PriceChoice, 'free'>): { max: number; currency: string } => ({
  max: Number.parseInt(choice, 10),
  currency: choice.replace(/^\d+/, '') || defaultCurrency,
});

/** What the chips are set to. It is kept in the page's address, so that it can be shared and survives a reload. */
export interface Filters {
  live: boolean;
  date: DateChoice | null;
  /** Language code: `es`. */
  lang: string | null;
  price: PriceChoice | null;
  /** Category slug: `music`. */
  category: string | null;
  /** Host's username. */
  host: string | null;
}

export const noFilters: Filters = { live: false, date: null, lang: null, price: null, category: null, host: null };

const oneOf = <T extends string>(value: string | null, choices: readonly T[]): T | null =>
  choices.find((choice) => choice === value) ?? null;

export function filtersOf(params: URLSearchParams): Filters {
  const host = params.get('host');
  return {
    live: params.get('live') === '1',
    date: oneOf(params.get('date'), dateChoices),
    lang: params.get('lang'),
    price: oneOf(params.get('price'), priceChoices),
    category: params.get('category'),
    host: host !== null && isUsernameShaped(host) ? host : null,
  };
}

/** Undefined until it is loaded. */
interface Catalog {
  readonly languages: readonly Pick<WireLanguage, 'lang_ide' | 'lang_code'>[] | undefined;
  readonly categories: readonly Pick<WireCategory, 'category_ide' | 'category_slug'>[] | undefined;
}

/**
 * Whether the lists that these filters look up are loaded. Until then a filter must not be asked for as "everything".
 */
export const canBeAsked = (filters: Filters, { languages, categories }: Catalog): boolean =>
  (filters.lang === null || languages !== undefined) && (filters.category === null || categories !== undefined);

/** Filters without languages and categories that do not exist: they are ignored like every other unknown word. */
export const knownFilters = (filters: Filters, { languages, categories }: Catalog): Filters => ({
  ...filters,
  lang: languages && !languages.some(({ lang_code }) => lang_code === filters.lang) ? null : filters.lang,
  category:
    categories && !categories.some(({ category_slug }) => category_slug === filters.category) ? null : filters.category,
});

export function paramsOf(filters: Filters): URLSearchParams {
  const params = new URLSearchParams();
  if (filters.live) params.set('live', '1');
  for (const name of ['date', 'lang', 'price', 'category', 'host'] as const) {
    const value = filters[name];
    if (value !== null) params.set(name, value);
  }
  return params;
}

/** Now, rounded down to the minute, so that the same request within a minute is answered from the cache. */
export const minuteNow = (now: number): number => Math.floor(now / 60_000) * 60_000;

/** Everything upcoming; live events have a rail of their own. */
export const comingQueryOf = (now: number): QueryOf<'GET /events'> => ({ from: minuteNow(now) });

export const isFiltered = (filters: Filters): boolean => paramsOf(filters).size > 0;

const spanMs: Record<DateChoice, number> = { today: days(1), week: days(7), month: days(31) };

/** The reader's next midnight, where "today" ends. */
function endOfDay(now: number): number {
  const end = new Date(now);
  end.setHours(24, 0, 0, 0);
  return end.getTime();
}

const priceQueryOf = ({ max, currency }: ReturnType<typeof priceLimitOf>) => ({
  price_max: max,
  ...(currency !== defaultCurrency && { currency }),
});

/** Filters as the server takes them. A language or category that is unknown, or not loaded, matches nothing. */
export function eventsQueryOf(filters: Filters, catalog: Catalog, now: number): QueryOf<'GET /events'> {
  const noSuch = 0;
  return {
    ...(filters.live ? { live_now: 'true' as const } : {}),
    ...(filters.date ? { to: filters.date === 'today' ? endOfDay(now) : now + spanMs[filters.date] } : {}),
    ...(filters.lang
      ? { lang: catalog.languages?.find((language) => language.lang_code === filters.lang)?.lang_ide ?? noSuch }
      : {}),
    ...(filters.price === 'free'
      ? { free: 'true' as const }
      : filters.price
        ? priceQueryOf(priceLimitOf(filters.price))
        : {}),
    ...(filters.category
      ? {
          category:
            catalog.categories?.find((category) => category.category_slug === filters.category)?.category_ide ?? noSuch,
        }
      : {}),
    ...(filters.host ? { host: filters.host } : {}),
  };
}
