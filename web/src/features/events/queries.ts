import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';

/** Asked for: one more than shown, as the event itself may be among them. */
const likeMax = 5;

/** Lists that change with a release of the catalogue only. */
const catalogueStaleMs = 60 * 60_000;

export const useLanguages = () =>
  useQuery({
    queryKey: ['languages'],
    queryFn: async () => (await call('GET /languages/all')).data,
    staleTime: catalogueStaleMs,
  });

/** Other events of a category; of any where there is none. */
export const likeQuery = (category: number | null) =>
  queryOptions({
    queryKey: ['events', 'like', category],
    queryFn: () => call('GET /events', { query: { ...(category === null ? {} : { category }), limit: likeMax } }),
  });

/** Names of languages by id; without the list (spec §8: no message) there are none. */
export function useLanguageNames(ides: readonly number[]): string[] {
  const { data } = useLanguages();
  return ides.flatMap((ide) => data?.find((language) => language.lang_ide === ide)?.lang_description ?? []);
}

export const useCategories = () =>
  useQuery({
    queryKey: ['categories'],
    queryFn: async () => (await call('GET /categories/all')).data,
    staleTime: catalogueStaleMs,
  });
