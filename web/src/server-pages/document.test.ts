import { expect, it } from 'vitest';
import { documentOf } from './document.ts';

const template = `<html><head>
<meta name="viewport" />
<link rel="preload" as="font" href="/assets/a.woff2">
<script type="module" crossorigin src="/assets/index.js"></script>
<link rel="stylesheet" crossorigin href="/assets/index.css">
</head><body><div id="root"></div></body></html>`;

const files: Readonly<Record<string, string>> = {
  'assets/index.css':
    '@font-face{font-family:A;src:url(/assets/a.woff2)format("woff2");unicode-range:U+??}@font-face{font-family:B;src:local(Arial)}p{quotes:"$&"}',
  'assets/page.css': '.page{color:red}',
};
const documentWith = (styles: readonly string[]): string =>
  documentOf(
    template,
    { language: 'en', head: '', body: '<p>$&</p>', state: '{}', styles, scripts: [] },
    (file) => files[file]!,
  );

it('a document has each of its styles once and in order; fetched fonts come later, or at once without scripts', () => {
  const styles = /<style>[^]*<\/style>/.exec(documentWith(['assets/index.css', 'assets/page.css']))![0];
  expect(styles).toBe(
    '<style>@font-face{font-family:B;src:local(Arial)}p{quotes:"$&"}\n.page{color:red}</style>' +
      '<style id="fonts" media="(scripting: none)">@font-face{font-family:A;src:url(/assets/a.woff2)format("woff2");unicode-range:U+??}</style>',
  );
});

it('a document requests no stylesheet, and tells the loader which ones it has', () => {
  const links = documentWith(['assets/page.css']).match(/<link[^>]*>/g);
  expect(links).toEqual([
    '<link data-later="preload" as="font" href="/assets/a.woff2">',
    '<link rel="stylesheet" disabled href="/assets/index.css">',
    '<link rel="stylesheet" disabled href="/assets/page.css">',
  ]);
});

it('replacement patterns in texts stay as they are', () =>
  expect(documentWith([])).toContain('<div id="root"><p>$&</p></div>'));
