import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { BareList } from './bare-list.ts';
import { type LocalPage, serveLocally } from './local-page.ts';

/**
 * What a hydrated page costs at least: React, ReactDOM and a list of as many elements, built as our pages are.
 */
export async function bareReactPage(elements: number): Promise<LocalPage> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: new URL('./bare-client.ts', import.meta.url).pathname },
    },
  });
  const { output } = built as Rolldown.RolldownOutput;
  const script = gzipSync(output[0].code);
  const list = renderToString(createElement(BareList, { elements }));
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bare</title><script type="module" src="/bare.js"></script></head><body><h1>Bare</h1><div id="root" data-elements="${elements}">${list}</div></body></html>`;
  return serveLocally(html, {
    '/bare.js': { bytes: script, headers: { 'content-type': 'text/javascript', 'content-encoding': 'gzip' } },
  });
}
