import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { zoneOffsetsMs } from '#web/shared/format/time.ts';

/** The data in the page next to its markup: the answers it was drawn from. */
export interface FirstPageState {
  readonly now: number;
  readonly missing: boolean;
  readonly answers: readonly (readonly [QueryKey, unknown])[];
  /** How far the clocks of its dates are from UTC. */
  readonly zoneOffsetsMs: readonly (readonly [string, number])[];
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

export function keepFirstPage(client: QueryClient, { answers, zoneOffsetsMs: offsets }: FirstPageState): void {
  for (const [key, ms] of offsets) zoneOffsetsMs.set(key, ms);
  for (const [key, data] of answers) client.setQueryData(key, data);
}
