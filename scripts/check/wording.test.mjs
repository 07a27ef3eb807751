import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { refusals } from '../../core/src/refuse.ts';

const root = join(import.meta.dirname, '../..');
/** @type {{ phrases: { phrase: string, instead: string, onScreen?: boolean }[] }} */
const { phrases } = JSON.parse(readFileSync(join(import.meta.dirname, 'forbidden-phrases.json'), 'utf8'));
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

/** @param {Text[]} texts @param {typeof phrases} [forbidden] */
const faultsOf = (texts, forbidden = phrases) =>
  texts.flatMap(({ where, text }) =>
    forbidden
      .filter(({ phrase }) => new RegExp(phrase, 'i').test(read(text)))
      .map(({ instead }) => `${where}: “${text}” (write: ${instead})`),
  );

/** Written by `npm run docs` from sentences of the code. */
const generated = /^docs\/(api|configuration|state-machines)\.md$/;
/** Names of code and targets of links are no prose. @param {string} line */
const prose = (line) => line.replaceAll(/`[^`]*`|\]\([^)]*\)/g, '');

/** Sentences in the source of the server: literals of several words that begin with a capital letter. */
const literal = /(?<=^|[\s(,:[{?+=]|\bsay)(?:'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`)/g;
/** @param {string} file @returns {Text[]} */
function sentencesOf(file) {
  const source = readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return Array.from(source.matchAll(literal), ([, plain, template]) => plain ?? template ?? '')
    .filter((text) => /^[A-Z“].*\s/.test(text) && !/^(SELECT|INSERT|UPDATE|DELETE|WITH|GET|POST)\b/.test(text))
    .map((text) => ({ where: file, text }));
}

/** Files of the server whose sentences people read: emails, receipts, calendar files, health advice. */
const readByPeople = /^server\/src\/(mail\/|features\/.*(mail|pdf|calendar|message)|rtmp\/media\/sentences)[^.]*\.ts$/;

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

  test('no email, receipt or calendar file has a forbidden phrase', () => {
    const files = readdirSync(join(root, 'server/src'), { recursive: true, encoding: 'utf8' })
      .map((name) => `server/src/${name}`)
      .filter((name) => readByPeople.test(name) && !name.endsWith('.test.ts'));
    const texts = files.flatMap(sentencesOf);
    expect(texts.length).toBeGreaterThan(100);
    expect(faultsOf(texts)).toEqual([]);
  });

  test('no page of docs has a forbidden phrase', () => {
    const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .map((name) => `docs/${name}`)
      .filter((name) => name.endsWith('.md') && !generated.test(name));
    const lines = [...pages, 'README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'GLOSSARY.md'].flatMap((where) =>
      readFileSync(join(root, where), 'utf8')
        .replaceAll(/```[\s\S]*?```/g, (block) => block.replaceAll(/[^\n]/g, ''))
        .split('\n')
        .map((line, at) => ({ where: `${where}:${at + 1}`, text: prose(line) })),
    );
    expect(lines.length).toBeGreaterThan(5_000);
    expect(
      faultsOf(
        lines,
        phrases.filter(({ onScreen }) => !onScreen),
      ),
    ).toEqual([]);
  });
});
