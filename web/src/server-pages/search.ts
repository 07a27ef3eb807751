import { text } from '#web/app/i18n/index.ts';
import { startQuery } from '#web/features/search/queries.ts';
import { categoriesQuery, languagesQuery } from '#web/shared/catalog/queries.ts';
import type { PublicPage } from './public-page.ts';

/** `/search` and `/search/{tag}`: the field and where to begin; results come as one types, in the browser. */
export const search: PublicPage = {
  path: '/search/:tag?',
  modules: ['src/features/search/SearchPage.tsx'],
  search: (given) => given,
  async prepare({ client, params, search: given }) {
    await Promise.all([client.query(languagesQuery), client.query(categoriesQuery), client.query(startQuery)]);
    return {
      title: text('search', 'title'),
      description: text('app', 'description'),
      canonical: '/search',
      noindex: given.size > 0 || params['tag'] !== undefined,
    };
  },
};
