import { describe, expect, it } from 'vitest';
import { canBeAsked, eventsQueryOf, filtersOf, isFiltered, knownFilters, noFilters, paramsOf } from './filters.ts';

const catalog = {
  languages: [{ lang_ide: 2, lang_code: 'es' }],
  categories: [{ category_ide: 5, category_slug: 'music' }],
};
const now = Date.UTC(2026, 10, 21, 12);

describe('filters in the address', () => {
  it('filters are read as they were written', () => {
    const filters = { live: true, date: 'week', lang: 'es', price: 'free', category: 'music', host: 'host' } as const;
    expect(filtersOf(paramsOf(filters))).toEqual(filters);
    expect(filtersOf(new URLSearchParams())).toEqual(noFilters);
    expect(isFiltered(noFilters)).toBe(false);
  });

  it('unknown words are ignored', () => {
    expect(filtersOf(new URLSearchParams('live=yes&date=1999&price=gold'))).toEqual(noFilters);
  });

  it('a host name that no one can have is ignored', () => {
    const hostOf = (host: string) => filtersOf(new URLSearchParams({ host })).host;
    const longest = 'é'.repeat(30);
    expect([longest, `${longest}é`, '', 'a b c', 'no\0ra'].map(hostOf)).toEqual([longest, null, null, null, null]);
  });

  it('an unknown language or category is dropped once the lists are loaded', () => {
    const old = { ...noFilters, lang: 'xx', category: 'puppets' };
    expect(knownFilters(old, catalog)).toEqual(noFilters);
    expect(knownFilters(old, { languages: undefined, categories: undefined })).toEqual(old);
    const filters = { ...noFilters, lang: 'es', category: 'music' };
    expect(knownFilters(filters, catalog)).toEqual(filters);
  });
});

describe('filters for the server', () => {
  it('a query without filters is empty', () => expect(eventsQueryOf(noFilters, catalog, now)).toEqual({}));

  it('codes and slugs become ids, and times become instants', () => {
    expect(
      eventsQueryOf(
        { ...noFilters, live: true, lang: 'es', category: 'music', price: '10', date: 'week' },
        catalog,
        now,
      ),
    ).toEqual({
      live_now: 'true',
      lang: 2,
      category: 5,
      price_max: 10,
      to: now + 7 * 86_400_000,
    });
  });

  it('a price that is not in euros names its currency', () => {
    expect(eventsQueryOf({ ...noFilters, price: '25' }, catalog, now)).toEqual({ price_max: 25 });
    expect(eventsQueryOf({ ...noFilters, price: '1500JPY' }, catalog, now)).toEqual({
      price_max: 1500,
      currency: 'JPY',
    });
  });

  it('filters are ready once the lists they look up are loaded', () => {
    const nothing = { languages: undefined, categories: undefined };
    expect(canBeAsked({ ...noFilters, live: true, date: 'week', price: 'free' }, nothing)).toBe(true);
    expect(canBeAsked({ ...noFilters, lang: 'es' }, { ...catalog, languages: undefined })).toBe(false);
    expect(canBeAsked({ ...noFilters, category: 'music' }, { ...catalog, categories: undefined })).toBe(false);
    expect(canBeAsked({ ...noFilters, lang: 'es' }, { ...catalog, categories: undefined })).toBe(true);
    expect(canBeAsked({ ...noFilters, lang: 'es', category: 'music' }, catalog)).toBe(true);
  });

  it('a language that is unknown or not loaded matches nothing rather than everything', () => {
    expect(eventsQueryOf({ ...noFilters, lang: 'es' }, { languages: undefined, categories: undefined }, now)).toEqual({
      lang: 0,
    });
    expect(eventsQueryOf({ ...noFilters, lang: 'xx' }, catalog, now)).toEqual({ lang: 0 });
  });
});
