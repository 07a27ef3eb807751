/**
 * The texts of the interface: catalogues per language and feature, plurals by `Intl.PluralRules`, `{{values}}`.
 * Our own because i18next costs 16.5 kB (gzip) of the first screen's 150 and we use none of the rest of it.
 */
import type { Language } from '@frontrow/core/kernel/language.ts';
import { formatCount } from '../format/money.ts';
import type { Feature, TextKey, TextValues } from './catalogues.ts';
import app from './en/app.ts';
import { language } from './language.ts';

/**
 * The language whose texts for the shell ship with the first screen; a text that is missing elsewhere is shown in it.
 */
const defaultLanguage = 'en';

export interface Texts {
  readonly [key: string]: string | Texts;
}

export type LoadTexts = () => Promise<{ readonly default: Texts }>;

/**
 * One small file per language and feature, fetched along with the page that needs it: those of public pages. The list
 * of the others comes with the first of them.
 */
const files = import.meta.glob<{ default: Texts }>('./en/{discover,event,hosts,reviews,search}.ts');

const loaded = new Map<string, Texts>([[`${defaultLanguage}/app`, app]]);

async function loaderOf(feature: Feature, inLanguage: Language): Promise<LoadTexts | undefined> {
  if (inLanguage !== 'en') return (await import('./other-languages.ts')).otherLanguages[inLanguage][feature];
  const file = `./en/${feature}.ts`;
  return files[file] ?? (await import('./more-files.ts')).moreFiles[file];
}

/** Loads features' texts in a language. */
export async function loadIn(inLanguage: Language, features: readonly Feature[]): Promise<void> {
  await Promise.all(
    features.map(async (feature) => {
      const name = `${inLanguage}/${feature}`;
      if (loaded.has(name)) return;
      const load = await loaderOf(feature, inLanguage);
      if (load) loaded.set(name, (await load()).default);
    }),
  );
}

/** Loads features' texts, and those of the shell, before their page is shown. Safe to call again. */
export async function loadCatalogues(features: readonly Feature[]): Promise<void> {
  const inLanguage = language();
  await loadIn(inLanguage, ['app', ...features]);
  // The reader may have chosen another one in between.
  if (language() !== inLanguage) await loadCatalogues(features);
}

/** What is shown in another language from the next moment on. */
export const loadedFeatures = (): Feature[] => [
  ...new Set([...loaded.keys()].map((name) => name.split('/')[1] as Feature)),
];

function find(feature: string, key: string, inLanguage: string): string | undefined {
  let at: string | Texts | undefined = loaded.get(`${inLanguage}/${feature}`);
  for (const part of key.split('.')) at = typeof at === 'object' ? at[part] : undefined;
  return typeof at === 'string' ? at : undefined;
}

const plurals = new Map<string, Intl.PluralRules>();

/** English by hand: on a phone the first `Intl` object is a long task. */
function pluralForm(count: number, inLanguage: string): string {
  if (inLanguage === defaultLanguage) return count === 1 ? 'one' : 'other';
  let rules = plurals.get(inLanguage);
  if (!rules) plurals.set(inLanguage, (rules = new Intl.PluralRules(inLanguage)));
  return rules.select(count);
}

/** Numbers that name something instead of counting it: a year, a chain, the lines of a video. */
const names = new Set(['year', 'id', 'chain', 'width', 'height']);

/** Numbers get the separators of the language: `1,284` and `14.5`. */
const written = (name: string, value: string | number | undefined, inLanguage: string): string =>
  typeof value === 'number' && !names.has(name) ? formatCount(value, inLanguage) : String(value ?? '');

/** The text of a key in the current language, else in English, else the key itself. */
export function text<F extends Feature>(feature: F, key: TextKey<F>, values: TextValues = {}): string {
  const [first, second] = key.split(':') as [string, string | undefined];
  const [from, name] = second === undefined ? [feature, first] : [first, second];
  const { count } = values;
  for (const inLanguage of new Set([language(), defaultLanguage])) {
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
