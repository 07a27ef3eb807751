import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** What stands in the page beside its markup: the answers it was drawn from. */
export interface FirstPageState {
  readonly now: number;
  readonly missing: boolean;
  readonly answers: readonly (readonly [QueryKey, unknown])[];
}

export const dehydratedOf = (client: QueryClient): FirstPageState['answers'] =>
  client
    .getQueryCache()
    .getAll()
    .filter((query) => query.state.status === 'success')
    .map((query) => [query.queryKey, query.state.data]);

/** The drawn page's state; nothing where the server drew none (development, private pages). */
export function readFirstPage(): FirstPageState | undefined {
  const written = document.getElementById('first-page')?.textContent;
  return written ? (JSON.parse(written) as FirstPageState) : undefined;
}

export function keepAnswers(client: QueryClient, { answers }: FirstPageState): void {
  for (const [key, data] of answers) client.setQueryData(key, data);
}
