import { text } from '#web/shared/i18n/index.ts';
import { isFiltered, knownFilters } from '#web/features/discover/filters.ts';
import { pastOf, questionOf, searchQuery, startQuery } from '#web/features/search/queries.ts';
import { addressOf, pathOf, stageOf } from '#web/features/search/search-address.ts';
import { categoriesQuery, languagesQuery } from '#web/shared/catalog/queries.ts';
import { found } from './found.ts';
import type { PublicPage } from './public-page.ts';

/** `/search` and `/search/{tag}`: the field and where to begin, or what its address finds. */
export const search: PublicPage = {
  path: '/search/:tag?',
  modules: ['src/features/search/SearchPage.tsx'],
  search: (given) => new URL(pathOf(addressOf(undefined, given)), 'http://search').searchParams,
  async prepare({ client, params, search: given, now }) {
    const [languages, categories] = await Promise.all([
      client.query(languagesQuery),
      client.query(categoriesQuery),
      client.query(startQuery),
    ]);
    const catalog = { languages, categories };
    const asked = addressOf(params['tag'], given);
    const address = { ...asked, filters: knownFilters(asked.filters, catalog) };
    const { text: words, tag, filters } = address;
    // "Today" ends at the reader's midnight, which only their browser knows.
    if (stageOf(address) === 'search' && filters.date !== 'today') {
      const question = questionOf(address, catalog, now);
      const over = !filters.live && !filters.date ? [pastOf(question)] : [];
      await Promise.all([question, ...over].map((query) => found(client.infiniteQuery(searchQuery(query)))));
    }
    return {
      title:
        words !== ''
          ? text('search', 'titleFor', { text: words })
          : tag !== null
            ? text('search', 'titleTag', { tag })
            : text('search', 'title'),
      description: text('search', 'description'),
      canonical: '/search',
      noindex: words !== '' || tag !== null || isFiltered(filters),
    };
  },
};
