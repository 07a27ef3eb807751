import type { WireCategory, WireLanguage } from '@frontrow/contract/catalog/api.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { eventually } from '#web/shared/test/eventually.ts';
import { catalogOf } from './use-catalog.ts';

const languages = [{ lang_ide: 1 }] as WireLanguage[];

/** The catalog as these two loads leave it. */
async function loaded(askLanguages: () => Promise<WireLanguage[]>, askCategories: () => Promise<WireCategory[]>) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const one = new QueryObserver(client, { queryKey: ['languages'], queryFn: askLanguages });
  const other = new QueryObserver(client, { queryKey: ['categories'], queryFn: askCategories });
  for (const observer of [one, other]) observer.subscribe(() => undefined);
  const now = () => catalogOf(one.getCurrentResult(), other.getCurrentResult());
  await eventually(() => expect(client.isFetching()).toBe(0));
  return { now, settled: () => eventually(() => expect(client.isFetching()).toBe(0)) };
}

it('the catalog has both lists and no error flag once they are loaded', async () => {
  const { now } = await loaded(
    async () => languages,
    async () => [],
  );
  expect(now()).toMatchObject({ languages, categories: [], failed: false });
});

it('a list that did not load sets the error flag, and only that list is loaded again', async () => {
  const askLanguages = vi.fn(async () => languages);
  const askCategories = vi
    .fn<() => Promise<WireCategory[]>>()
    .mockRejectedValueOnce(new Error('no'))
    .mockResolvedValue([]);
  const { now, settled } = await loaded(askLanguages, askCategories);
  expect(now()).toMatchObject({ languages, categories: undefined, failed: true });
  now().retry();
  expect(now().failed).toBe(false);
  await settled();
  expect(now()).toMatchObject({ languages, categories: [], failed: false });
  expect([askLanguages.mock.calls.length, askCategories.mock.calls.length]).toEqual([1, 2]);
});
