import { describe, expect, it } from 'vitest';
import { eventsQueryOf, filtersOf, isFiltered, knownFilters, noFilters, paramsOf } from './filters.ts';

const catalog = {
  languages: [{ lang_ide: 2, lang_code: 'es' }],
  categories: [{ category_ide: 5, category_slug: 'music' }],
};
const now = Date.UTC(2026, 10, 21, 12);

describe('filters in the address', () => {
  it('come back as they went', () => {
    const filters = { live: true, date: 'week', lang: 'es', price: 'free', category: 'music', host: 'host' } as const;
    expect(filtersOf(paramsOf(filters))).toEqual(filters);
    expect(filtersOf(new URLSearchParams())).toEqual(noFilters);
    expect(isFiltered(noFilters)).toBe(false);
  });

  it('ignore words they do not know', () => {
    expect(filtersOf(new URLSearchParams('live=yes&date=1999&price=gold'))).toEqual(noFilters);
  });

  it('ask for nobody by a name that nobody can have', () => {
    const hostOf = (host: string) => filtersOf(new URLSearchParams({ host })).host;
    const longest = 'é'.repeat(30);
    expect([longest, `${longest}é`, '', 'a b c', 'no\0ra'].map(hostOf)).toEqual([longest, null, null, null, null]);
  });

  it('are none where their language or category is none, as soon as that is known', () => {
    const old = { ...noFilters, lang: 'xx', category: 'puppets' };
    expect(knownFilters(old, catalog)).toEqual(noFilters);
    expect(knownFilters(old, { languages: undefined, categories: undefined })).toEqual(old);
    const filters = { ...noFilters, lang: 'es', category: 'music' };
    expect(knownFilters(filters, catalog)).toEqual(filters);
  });
});

describe('filters for the server', () => {
  it('ask nothing without filters', () => expect(eventsQueryOf(noFilters, catalog, now)).toEqual({}));

  it('translate codes and slugs to ids, and times to instants', () => {
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

  it('let a language that is not known yet match nothing rather than everything', () => {
    expect(eventsQueryOf({ ...noFilters, lang: 'xx' }, catalog, now)).toEqual({ lang: 0 });
  });
});
