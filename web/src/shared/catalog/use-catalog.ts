import type { WireCategory, WireLanguage } from '@frontrow/contract/catalog/api.ts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { categoriesQuery, languagesQuery } from './queries.ts';

/** Languages and categories, as far as they are loaded. */
export interface Catalog {
  readonly languages: readonly WireLanguage[] | undefined;
  readonly categories: readonly WireCategory[] | undefined;
  /** A list did not load. There is no notice; what needs it hides, or offers to load it again. */
  readonly failed: boolean;
  /** Loads what is missing. */
  retry(): void;
}

type Loaded<T> = Pick<UseQueryResult<T>, 'data' | 'isLoadingError' | 'refetch'>;

export function catalogOf(languages: Loaded<WireLanguage[]>, categories: Loaded<WireCategory[]>): Catalog {
  const missing = [languages, categories].filter(({ isLoadingError }) => isLoadingError);
  return {
    languages: languages.data,
    categories: categories.data,
    failed: missing.length > 0,
    retry: () => missing.forEach(({ refetch }) => void refetch()),
  };
}

export const useCatalog = (): Catalog => catalogOf(useQuery(languagesQuery), useQuery(categoriesQuery));
