import { describe, expect, test } from 'vitest';
import type { Texts } from './index.ts';

const files = import.meta.glob<{ default: Texts }>(['./{en,es,de}/*.ts', '!./*/index.ts'], { eager: true });

/** Texts by key, such as `nav.home`. */
const textsOf = (texts: Texts, before = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[before + key, text]] : textsOf(text, `${before}${key}.`),
  );
const marksOf = (text: string): string[] => [...new Set(text.match(/\{\{\w+\}\}|<\/?\w+>/g))].toSorted();

const features = Object.keys(files)
  .filter((name) => name.startsWith('./en/'))
  .map((name) => name.slice('./en/'.length));

/** What is the same word in both languages is no text left in English; a whole sentence is. */
const isSentence = (text: string): boolean =>
  text
    .replaceAll(/\{\{\w+\}\}|<\/?\w+>|\b(Frontrow|PayPal|OBS|WHIP|RTMP|Stripe)\b/g, '')
    .split(/\s+/)
    .filter((word) => /[a-z]{2}/i.test(word)).length > 3;

describe.each(['es', 'de'])('catalogues in %s', (language) => {
  test('each English text is translated, and there are no others', () => {
    for (const name of features) {
      const own = files[`./${language}/${name}`];
      expect([name, own !== undefined]).toEqual([name, true]);
      const keys = ({ default: texts }: { default: Texts }): string[] =>
        textsOf(texts)
          .map(([key]) => key)
          .toSorted();
      expect([name, keys(own!)]).toEqual([name, keys(files[`./en/${name}`]!)]);
    }
  });

  test('values and tags are those of the English text, and no sentence is left in English', () => {
    const wrong = features.flatMap((name) => {
      const own = new Map(textsOf(files[`./${language}/${name}`]!.default));
      return textsOf(files[`./en/${name}`]!.default).flatMap(([key, english]) => {
        const text = own.get(key) ?? '';
        const same = marksOf(text).join(' ') === marksOf(english).join(' ');
        return same && (text === '') === (english === '') && !(isSentence(english) && text === english)
          ? []
          : [`${name} ${key}: ${text}`];
      });
    });
    expect(wrong).toEqual([]);
  });

  test('every plural form that the language uses exists', () => {
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories.filter((form) => form !== 'many');
    for (const name of features) {
      const keys = new Set(textsOf(files[`./${language}/${name}`]!.default).map(([key]) => key));
      for (const key of [...keys].filter((each) => each.endsWith('_one')))
        for (const form of needed) expect([name, keys.has(key.replace(/one$/, form)) && key]).toEqual([name, key]);
    }
  });
});

test('the statement that a wallet signs has only characters that EIP-4361 allows, in every language', () => {
  for (const language of ['en', 'es', 'de']) {
    const { statement } = files[`./${language}/rally.ts`]!.default['wallet'] as { statement: string };
    // The reserved and unreserved signs of RFC 3986, and the space: readers by the grammar refuse any other.
    expect(statement).toMatch(/^[A-Za-z0-9._~:/?#[\]@!$&'()*+,;= -]+$/);
  }
});
