import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { refusals } from '../../core/src/refuse.ts';

const root = join(import.meta.dirname, '../..');
/** @type {{ phrases: { phrase: string, instead: string }[], fixed: string[] }} */
const { phrases, fixed } = JSON.parse(readFileSync(join(import.meta.dirname, 'forbidden-phrases.json'), 'utf8'));
const catalogues = join(root, 'web/src/shared/i18n/en');

/** @typedef {{ where: string, text: string }} Text */

/**
 * Every text of a catalogue, by its key.
 * @param {unknown} value
 * @param {string} where
 * @returns {Text[]}
 */
function textsOf(value, where) {
  if (typeof value === 'string') return [{ where, text: value }];
  return Object.entries(/** @type {object} */ (value)).flatMap(([key, inner]) => textsOf(inner, `${where}.${key}`));
}

/** Phrases are looked for in what people read: not in placeholders, marks or addresses. @param {string} text */
const read = (text) => text.replaceAll(/\{\{?\w+\}?\}|<\/?\w+>|\$\{[^}]*\}|\S+@\S+|https?:\S+/g, '');

/** @param {Text[]} texts */
const faultsOf = (texts) =>
  texts.flatMap(({ where, text }) =>
    fixed.includes(text)
      ? []
      : phrases
          .filter(({ phrase }) => new RegExp(phrase, 'i').test(read(text)))
          .map(({ instead }) => `${where}: “${text}” (write: ${instead})`),
  );

describe('wording', () => {
  test('no text of the interface has a forbidden phrase', async () => {
    const files = readdirSync(catalogues).filter((name) => name.endsWith('.ts'));
    const texts = await Promise.all(
      files.map(async (name) => textsOf((await import(join(catalogues, name))).default, name.replace('.ts', ''))),
    );
    expect(texts.flat().length).toBeGreaterThan(1_000);
    expect(faultsOf(texts.flat())).toEqual([]);
  });

  test('no refusal has a forbidden phrase', () =>
    expect(faultsOf(Object.entries(refusals).map(([where, { message }]) => ({ where, text: message })))).toEqual([]));

  test('every fixed sentence is still in use', async () => {
    const source = readdirSync(catalogues).map((name) => readFileSync(join(catalogues, name), 'utf8'));
    expect(fixed.filter((text) => !source.some((one) => one.includes(text)))).toEqual([]);
  });
});
