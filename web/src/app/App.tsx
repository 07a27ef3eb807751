import { createElement, Suspense } from 'react';
import { useLocation, useRoutes } from 'react-router';
import { useFirstPage, useReady } from '#web/shared/first-page.ts';
import { Guard } from './guard.tsx';
import { PageBoundary } from './layout/PageBoundary.tsx';
import { Shell } from './layout/Shell.tsx';
import styles from './layout/Shell.module.css';
import { notFoundRow, pageAt, usePage } from './page-loader.ts';
import type { PageRoute } from './routes.tsx';

function Page({ row }: { row: PageRoute }) {
  const page = createElement(usePage(row));
  return row.roles ? <Guard roles={row.roles}>{page}</Guard> : page;
}

/** The product in the browser and on the server: the shell with the page of the address in it. */
export function App() {
  const { pathname } = useLocation();
  useReady();
  const missing = useFirstPage().missing === pathname;
  const row = missing ? notFoundRow : pageAt(pathname);
  const page = useRoutes([{ path: row.path, element: <Page row={row} /> }]);
  return (
    <PageBoundary place={pathname}>
      <Shell wish={row.shell}>
        <Suspense fallback={<div className={styles.blank} aria-busy="true" />}>{page}</Suspense>
      </Shell>
    </PageBoundary>
  );
}
