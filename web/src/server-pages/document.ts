import type { Language } from '@frontrow/core/kernel/language.ts';

/** What the client's build says about one module. */
interface BuiltModule {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

export type Manifest = Readonly<Record<string, BuiltModule>>;

/** Marks of `index.html`: the head of the page, and its body. */
const headMark = /<!--head-->[\s\S]*?<!--\/head-->/;
const bodyMark = '<div id="root"></div>';

/** Everything a module needs at once: itself and what it imports, in the order it must come. */
function withImports(manifest: Manifest, modules: readonly string[]): readonly BuiltModule[] {
  const found = new Map<string, BuiltModule>();
  const add = (key: string): void => {
    const built = manifest[key];
    if (!built || found.has(key)) return;
    found.set(key, built);
    for (const next of built.imports ?? []) add(next);
  };
  for (const module of modules) add(module);
  return [...found.values()];
}

/** What a page needs of the build: styles that stand in it, code fetched along with the entry's instead of after it. */
export function loadsOf(manifest: Manifest, modules: readonly string[]): Pick<DrawnPage, 'styles' | 'scripts'> {
  const built = withImports(manifest, modules);
  return {
    styles: [...new Set(built.flatMap((module) => module.css ?? []))],
    scripts: [...new Set(built.map((module) => module.file))],
  };
}

export interface DrawnPage {
  readonly language: Language;
  readonly head: string;
  readonly body: string;
  /** What the browser takes over, as JSON that is safe inside a script element. */
  readonly state: string;
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
}

/** Text of a built file. */
export type ReadFile = (file: string) => string;

const entryScripts = /<script type="module"[^>]* src="([^"]+)"><\/script>\s*/g;
const entryStyles = /<link rel="stylesheet"[^>]* href="\/([^"]+)">\s*/g;
const preloads = /<link\s+rel="(preload|modulepreload)"/g;

/**
 * The built document asks for fonts and code at once; a drawn page needs no script and lets its first picture go
 * first.
 */
function later(template: string, scripts: readonly string[]): string {
  const files = [...template.matchAll(entryScripts)].map((match) => match[1]!);
  const entry = files.at(-1);
  if (entry === undefined) return template;
  const more = new Set([...files.slice(0, -1), ...scripts.map((file) => `/${file}`)]);
  const links = [...more]
    .filter((file) => file !== entry && !template.includes(`modulepreload" crossorigin href="${file}"`))
    .map((file) => `<link rel="modulepreload" crossorigin href="${file}">\n`);
  return template
    .replaceAll(entryScripts, '')
    .replace('</head>', () => `${links.join('')}</head>`)
    .replaceAll(preloads, (_, rel: string) => `<link data-later="${rel}"`)
    .replace('<meta name="viewport"', () => `<meta name="code" content="${entry}" />\n    <meta name="viewport"`);
}

/** Fonts that are fetched; those a machine has are named by `local()` alone. */
const fetchedFonts = /@font-face\s*\{[^}]*url\([^}]*\}/g;

/**
 * A page's styles stand in it, whole: the first paint waits for one answer, and nothing changes them when its code
 * comes. Fonts come after the first picture (`first-paint.js`), or at once where no script would bring them. The
 * links are never fetched: they tell the loader of later code that these styles are here.
 */
function styled(template: string, styles: readonly string[], read: ReadFile): string {
  const files = [...new Set([...[...template.matchAll(entryStyles)].map((match) => match[1]!), ...styles])];
  const css = files.map(read).join('\n');
  const fonts = css.match(fetchedFonts) ?? [];
  const parts = [
    `<style>${css.replaceAll(fetchedFonts, '')}</style>`,
    `<style id="fonts" media="(scripting: none)">${fonts.join('')}</style>`,
    ...files.map((file) => `<link rel="stylesheet" disabled href="/${file}">`),
  ];
  return template.replaceAll(entryStyles, '').replace('</head>', () => `${parts.join('')}\n</head>`);
}

/** Puts a page into the built document. Replacements are functions: `$` in a text means nothing. */
export const documentOf = (
  template: string,
  { language, head, body, state, styles, scripts }: DrawnPage,
  read: ReadFile,
): string =>
  styled(later(template, scripts), styles, read)
    .replace(/<html lang="\w+"/, `<html lang="${language}"`)
    .replace(headMark, () => head)
    .replace(
      bodyMark,
      () => `<div id="root">${body}</div>\n<script type="application/json" id="first-page">${state}</script>`,
    );
