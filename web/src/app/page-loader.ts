import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import { loadOnDemand } from '#web/shared/load-on-demand.ts';
import { loadCatalogues } from '#web/shared/i18n/index.ts';
import { pages, type PageRoute } from './routes.tsx';

export const notFoundRow: PageRoute = pages.find((row) => row.path === '*')!;

/** The row of the route table an address belongs to: the first that fits, so that most addresses look at few rows. */
export const pageAt = (pathname: string): PageRoute =>
  pages.find((row) => matchPath(row.path, pathname) !== null) ?? notFoundRow;

const codes = new Map(
  pages.map((row) => [
    row,
    loadOnDemand(async () => (await Promise.all([row.page(), loadCatalogues(row.texts ?? [])]))[0].default),
  ]),
);

/** A page's code and texts. */
export const loadPage = (row: PageRoute): Promise<ComponentType> => codes.get(row)!.load();

/** The page, at once where its code is here; until then the page before stays on the screen. */
export const usePage = (row: PageRoute): ComponentType => codes.get(row)!.useCode();
