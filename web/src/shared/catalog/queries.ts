import type { WireCategory } from '@frontrow/contract/catalog/api.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';
import { text } from '../i18n/index.ts';

/** Languages and categories change with a release, not with a visit. */
const catalogStaleMs = 3_600_000;

export const languagesQuery = queryOptions({
  queryKey: ['languages'],
  queryFn: async ({ signal }) => (await call('GET /languages/all', { signal })).data,
  staleTime: catalogStaleMs,
});

export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: async ({ signal }) => (await call('GET /categories/all', { signal })).data,
  staleTime: catalogStaleMs,
});

/** A category in the reader's language; new ones have their English name until they are translated. */
export const categoryName = (category: WireCategory): string =>
  text('app', 'categories').split(' ')[category.category_ide - 1] || category.category_description;

/** Names of languages by id; none while the list is not there. */
export function useLanguageNames(ides: readonly number[]): string[] {
  const { data } = useQuery(languagesQuery);
  return ides.flatMap((ide) => data?.find((language) => language.lang_ide === ide)?.lang_description ?? []);
}
