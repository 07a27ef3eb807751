/**
 * The texts of the interface: catalogues per language and feature, plurals by `Intl.PluralRules`, `{{values}}`.
 * Our own because i18next costs 16.5 kB (gzip) of the first screen's 150 and we use none of the rest of it.
 */
import { formatCount } from '../format/money.ts';
import type { Feature, TextKey, TextValues } from './catalogues.ts';
import app from './en/app.ts';

/** The language used when nothing else is known; its shell texts ship with the first screen. */
export const defaultLanguage = 'en';

export interface Texts {
  readonly [key: string]: string | Texts;
}

/**
 * One small file per language and feature, fetched along with the page that needs it: those of public pages. The list
 * of the others comes with the first of them.
 */
const files = import.meta.glob<{ default: Texts }>('./*/{discover,event,hosts,reviews,search}.ts');

const loaded = new Map<string, Texts>([[`${defaultLanguage}/app`, app]]);
const listeners = new Set<() => void>();
let current = defaultLanguage;

export const language = (): string => current;

export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Loads features' texts (with the English ones as fallback) before their page is shown. Safe to call again. */
export async function loadCatalogues(features: readonly Feature[], inLanguage = current): Promise<void> {
  const wanted = [...new Set([defaultLanguage, inLanguage])].flatMap((name) =>
    features.map((feature) => `${name}/${feature}`),
  );
  await Promise.all(
    wanted.map(async (name) => {
      if (loaded.has(name)) return;
      const file = `./${name}.ts`;
      const load = files[file] ?? (await import('./more-files.ts')).moreFiles[file];
      if (load) loaded.set(name, (await load()).default);
    }),
  );
}

/**
 * The first of the wanted languages there are texts in: a new folder next to `en` is all that a second language needs.
 */
export function bestLanguage(wanted: readonly string[]): string {
  const there = new Set(Object.keys(files).map((file) => file.split('/')[1]!));
  return wanted.map((each) => each.split('-')[0]!.toLowerCase()).find((each) => there.has(each)) ?? defaultLanguage;
}

/** Shows the interface in another language; the texts loaded so far are loaded in it first. */
export async function setLanguage(next: string): Promise<void> {
  const features = [...new Set([...loaded.keys()].map((name) => name.split('/')[1] as Feature))];
  await loadCatalogues(features, next);
  current = next;
  for (const listener of listeners) listener();
}

function find(feature: string, key: string, inLanguage: string): string | undefined {
  let at: string | Texts | undefined = loaded.get(`${inLanguage}/${feature}`);
  for (const part of key.split('.')) at = typeof at === 'object' ? at[part] : undefined;
  return typeof at === 'string' ? at : undefined;
}

const plurals = new Map<string, Intl.PluralRules>();

/** English by hand: a phone's first `Intl` object is a long task of the page it stands on. */
function pluralForm(count: number, inLanguage: string): string {
  if (inLanguage === defaultLanguage) return count === 1 ? 'one' : 'other';
  let rules = plurals.get(inLanguage);
  if (!rules) plurals.set(inLanguage, (rules = new Intl.PluralRules(inLanguage)));
  return rules.select(count);
}

/** Numbers that name something instead of counting it: a year, a chain, the lines of a video. */
const names = new Set(['year', 'id', 'chain', 'width', 'height']);

/** Whole numbers get the separators of the language: `1,284`. */
const written = (name: string, value: string | number | undefined, inLanguage: string): string =>
  typeof value === 'number' && Number.isInteger(value) && !names.has(name)
    ? formatCount(value, inLanguage)
    : String(value ?? '');

/** The text of a key in the current language, else in English, else the key itself. */
export function text<F extends Feature>(feature: F, key: TextKey<F>, values: TextValues = {}): string {
  const [first, second] = key.split(':') as [string, string | undefined];
  const [from, name] = second === undefined ? [feature, first] : [first, second];
  const { count } = values;
  for (const inLanguage of new Set([current, defaultLanguage])) {
    const found =
      typeof count === 'number'
        ? ((count === 0 ? find(from, `${name}_zero`, inLanguage) : undefined) ??
          find(from, `${name}_${pluralForm(count, inLanguage)}`, inLanguage) ??
          find(from, `${name}_other`, inLanguage))
        : undefined;
    const template = found ?? find(from, name, inLanguage);
    if (template !== undefined)
      return template.replaceAll(/\{\{(\w+)\}\}/g, (_, value: string) => written(value, values[value], inLanguage));
  }
  return key;
}
