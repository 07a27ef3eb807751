import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';

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

/** Names of languages by id; none while the list is not there. */
export function useLanguageNames(ides: readonly number[]): string[] {
  const { data } = useQuery(languagesQuery);
  return ides.flatMap((ide) => data?.find((language) => language.lang_ide === ide)?.lang_description ?? []);
}
