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

/** Styles of the page's modules, and their code fetched beside the entry's instead of after it. */
export function loadsOf(manifest: Manifest, modules: readonly string[], template: string): string {
  const built = withImports(manifest, modules);
  const fresh = (file: string): boolean => !template.includes(`/${file}"`);
  const styles = new Set(built.flatMap((module) => module.css ?? []).filter(fresh));
  const scripts = new Set(built.map((module) => module.file).filter(fresh));
  return [
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...[...scripts].map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('\n');
}

export interface DrawnPage {
  readonly head: string;
  readonly body: string;
  /** What the browser takes over, as JSON that is safe inside a script element. */
  readonly state: string;
}

/** Puts a page into the built document. Replacements are functions: `$` in a text means nothing. */
export const documentOf = (template: string, { head, body, state }: DrawnPage): string =>
  template
    .replace(headMark, () => head)
    .replace(
      bodyMark,
      () => `<div id="root">${body}</div>\n<script type="application/json" id="first-page">${state}</script>`,
    );
