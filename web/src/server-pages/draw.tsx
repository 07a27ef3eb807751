import { AsyncLocalStorage } from 'node:async_hooks';
import { dehydratedOf, type FirstPageState } from '#web/app/first-page-state.ts';
import { App } from '#web/app/App.tsx';
import { loadPage, notFoundRow, pageAt } from '#web/app/page-loader.ts';
import { createQueryClient } from '#web/app/query-client.ts';
import type { Feature } from '#web/shared/i18n/catalogues.ts';
import { files as catalogues } from '#web/shared/i18n/de/index.ts';
import { loadCatalogues, text } from '#web/shared/i18n/index.ts';
import { languageFrom } from '#web/shared/i18n/language.ts';
import { zoneOffsetsMs } from '#web/shared/format/time.ts';
import { FirstPageContext } from '#web/shared/first-page.ts';
import type { Language } from '@frontrow/core/kernel/language.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { generatePath, matchPath, StaticRouter } from 'react-router';
import { discover } from './discover.ts';
import { documentOf, loadsOf, type Manifest, type ReadFile } from './document.ts';
import { event } from './event.ts';
import { found } from './found.ts';
import { host } from './host.ts';
import { firstPicture, headOf, safeJson } from './head.ts';
import { legalPages } from './legal.ts';
import { search } from './search.ts';
import { series } from './series.ts';
import type { PageFacts, PublicPage } from './public-page.ts';

export interface RendererParts {
  /** The built `index.html` and what the build says about its files. */
  readonly template: string;
  readonly manifest: Manifest;
  readonly publicUrl: string;
  readonly read: ReadFile;
}

export interface Drawing {
  readonly status: 200 | 404;
  readonly html: string;
  readonly noindex: boolean;
}

export interface Renderer {
  /** The one address of everything that shows the same page; nothing where the browser draws it alone. */
  addressOf(url: string): string | undefined;
  draw(address: string, now: number, language: Language): Promise<Drawing>;
  /** Whether there is such a page; costs much less than drawing it. */
  exists(address: string): Promise<boolean>;
}

/** The language of each page that is being drawn. */
const drawing = new AsyncLocalStorage<Language>();
languageFrom(() => drawing.getStore());

const allFeatures = Object.keys(catalogues) as Feature[];

/** The catalogues that a page starts with, in its reader's language alone; the English one of the shell is code. */
function catalogueModules(language: Language, features: readonly Feature[]): string[] {
  const folder = `src/shared/i18n/${language}`;
  const own = features.map((feature) => `${folder}/${feature}.ts`);
  return language === 'en' ? own : ['src/shared/i18n/other-languages.ts', `${folder}/app.ts`, ...own];
}

const publicPages: readonly PublicPage[] = [discover, event, host, search, series, ...legalPages];
const byPath = new Map(publicPages.map((page) => [page.path, page]));

/** Shared by all addresses without a page. */
const missingAddress = '/404';
const shellModules = ['src/app/layout/Footer.tsx'];
const notFoundModule = 'src/shared/ui/NotFoundPage.tsx';

const missingFacts = (): PageFacts => ({
  title: text('missing', 'title'),
  description: text('missing', 'text'),
  canonical: '/',
  noindex: true,
});

/** What a path says, read as the browser's router reads it: each part decoded, a slash inside of one left alone. */
const paramsAt = (path: string, pathname: string) =>
  matchPath(
    path,
    pathname
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('/', '%2F'))
      .join('/'),
  )?.params ?? {};

/** Draws public pages: the product's own components, filled through its own calls. */
export function createRenderer({ template, manifest, publicUrl, read }: RendererParts): Renderer {
  const files = new Map<string, string>();
  const readOnce: ReadFile = (file) => {
    const known = files.get(file) ?? read(file);
    files.set(file, known);
    return known;
  };
  return {
    addressOf(url) {
      const { pathname, searchParams } = new URL(url, publicUrl);
      const row = pageAt(pathname);
      if (row === notFoundRow) return missingAddress;
      const page = byPath.get(row.path);
      if (!page) return undefined;
      const path = row.path.replace(/\/\*$/, '');
      const params = paramsAt(row.path, pathname);
      const asked = page.search?.(searchParams).toString();
      return generatePath(path, params) + (asked ? `?${asked}` : '');
    },

    async exists(address) {
      if (address === missingAddress) return false;
      const { pathname } = new URL(address, publicUrl);
      const row = pageAt(pathname);
      const asked = byPath.get(row.path)?.names?.(paramsAt(row.path, pathname), createQueryClient({ retry: false }));
      return asked === undefined || (await found(asked)) !== undefined;
    },

    draw: (address, now, language) => drawing.run(language, () => drawIn(language, address, now)),
  };

  async function drawIn(language: Language, address: string, now: number): Promise<Drawing> {
    const url = new URL(address, publicUrl);
    const row = address === missingAddress ? notFoundRow : pageAt(url.pathname);
    const page = byPath.get(row.path);
    const client = createQueryClient({ retry: false });
    await Promise.all([loadPage(row), loadPage(notFoundRow)]);
    // A page's code is loaded once, its texts in each language.
    await loadCatalogues(allFeatures);
    const facts = await page?.prepare({
      client,
      path: url.pathname,
      params: paramsAt(row.path, url.pathname),
      search: url.searchParams,
      now,
      publicUrl,
    });
    const missing = facts === undefined;
    const shown = facts ?? missingFacts();
    const modules = [
      ...(missing ? [notFoundModule] : (page?.modules ?? [])),
      ...shellModules,
      ...catalogueModules(language, (missing ? notFoundRow : row).texts ?? []),
    ];
    zoneOffsetsMs.clear();
    const body = await bodyOf(
      <StrictMode>
        {null}
        <FirstPageContext value={{ now, missing: missing ? url.pathname : null }}>
          <QueryClientProvider client={client}>
            <StaticRouter location={address}>
              <App />
            </StaticRouter>
          </QueryClientProvider>
        </FirstPageContext>
      </StrictMode>,
    );
    const state: FirstPageState = {
      now,
      missing,
      answers: missing ? [] : dehydratedOf(client),
      zoneOffsetsMs: [...zoneOffsetsMs],
    };
    const html = documentOf(
      template,
      {
        language,
        head: [firstPicture(shown), headOf(shown, publicUrl)].join('\n'),
        ...loadsOf(manifest, modules),
        body,
        state: safeJson(state),
      },
      readOnce,
    );
    return { status: missing ? 404 : 200, html, noindex: shown.noindex ?? false };
  }
}

/** The whole page in its place: waits for every part and needs no script to put parts where they belong. */
async function bodyOf(page: React.ReactNode): Promise<string> {
  let broken: unknown;
  const { prelude } = await prerender(page, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => void (broken ??= error),
  });
  const body = await new Response(prelude).text();
  if (broken !== undefined) throw broken as Error;
  // React asks for the first picture here, in the middle of the page; the head does already.
  return body.replace(/^(<link rel="preload"[^>]*>)+/, '');
}
