import { use, type ComponentType } from 'react';
import { matchPath } from 'react-router';
import { loadCatalogues } from './i18n/index.ts';
import { pages, type PageRoute } from './routes.tsx';

const loading = new Map<PageRoute, Promise<ComponentType>>();
const loaded = new Map<PageRoute, ComponentType>();
const failed = new Set<PageRoute>();

export const notFoundRow: PageRoute = pages.find((row) => row.path === '*')!;

/** The row of the route table an address belongs to: the first that fits, so that most addresses look at few rows. */
export const pageAt = (pathname: string): PageRoute =>
  pages.find((row) => matchPath(row.path, pathname) !== null) ?? notFoundRow;

async function load(row: PageRoute): Promise<ComponentType> {
  const [{ default: Page }] = await Promise.all([row.page(), loadCatalogues(row.texts)]);
  loaded.set(row, Page);
  return Page;
}

/** A page's code and texts; fetched once. */
export function loadPage(row: PageRoute): Promise<ComponentType> {
  let work = loading.get(row);
  if (!work) {
    loading.set(row, (work = load(row)));
    work.catch(() => failed.add(row));
  }
  return work;
}

/** What could not be fetched is fetched anew when it is next wanted. Not before that was shown: who waits would ask without end. */
export function forgetFailures(): void {
  for (const row of failed) loading.delete(row);
  failed.clear();
}

/** The page, at once where its code is here; until then the page before stays on the screen. */
export const usePage = (row: PageRoute): ComponentType => loaded.get(row) ?? use(loadPage(row));
