import { text } from '#web/shared/i18n/index.ts';
import {
  comingQueryOf,
  eventsQueryOf,
  filtersOf,
  isFiltered,
  knownFilters,
  minuteNow,
  paramsOf,
} from '#web/features/discover/filters.ts';
import { heroEvent } from '#web/features/discover/hero-model.ts';
import { freeQuery, hostsQuery, liveQuery, pageQuery, weekQuery } from '#web/features/discover/queries.ts';
import { heroSizes } from '#web/features/discover/hero-sizes.ts';
import { categoriesQuery, languagesQuery } from '#web/shared/catalog/queries.ts';
import type { PublicPage } from './public-page.ts';

/** `/` with its filters. */
export const discover: PublicPage = {
  path: '/',
  modules: ['src/features/discover/DiscoverPage.tsx'],
  search: (search) => paramsOf(filtersOf(search)),
  async prepare({ client, search, now, publicUrl }) {
    const [live, coming, languages, categories] = await Promise.all([
      client.query(liveQuery),
      client.query(pageQuery(comingQueryOf(now), undefined)),
      client.query(languagesQuery),
      client.query(categoriesQuery),
      ...[weekQuery(now), freeQuery].map((query) => client.query(query)),
      client.query(hostsQuery),
    ]);
    const filters = knownFilters(filtersOf(search), { languages, categories });
    // "Today" ends at the reader's midnight, which only their browser knows.
    if (isFiltered(filters) && filters.date !== 'today')
      await client.query(pageQuery(eventsQueryOf(filters, { languages, categories }, minuteNow(now)), undefined));
    const star = heroEvent(live, coming.events);
    return {
      description: text('app', 'description'),
      canonical: '/',
      noindex: isFiltered(filters),
      first: star ? { src: star.event.event_cover_image, sizes: heroSizes } : undefined,
      image: star?.event.event_cover_image,
      data: { '@type': 'WebSite', name: text('app', 'name'), url: `${publicUrl}/` },
    };
  },
};
