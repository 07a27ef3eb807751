import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '..');
const languages = ['de', 'es'] as const;

/** The keys that `say` makes of the templates in a file, which may have templates in their values. */
function saidIn(text: string): string[] {
  const found: string[] = [];
  for (let start = text.indexOf('say`'); start !== -1; start = text.indexOf('say`', start + 1)) {
    let [key, values, at] = ['', 0, start + 4];
    while (text[at] !== '`') {
      if (text.startsWith('${', at)) {
        key += `{${values++}}`;
        for (let depth = 1, inside = at + 2; depth > 0; at = ++inside - 1)
          depth += text[inside] === '{' ? 1 : text[inside] === '}' ? -1 : 0;
        at++;
      } else key += text[at++];
    }
    found.push(key);
  }
  return found;
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.includes('.test.') && !name.startsWith('i18n/'),
);
const said = new Set(files.flatMap((name) => saidIn(readFileSync(join(source, name), 'utf8'))));
const gapsOf = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();

test.each(languages)(
  'every sentence that the server writes has one in %s with the same values, and no other has',
  async (language) => {
    const tables = await Promise.all(
      readdirSync(join(import.meta.dirname, language))
        .filter((name) => name.startsWith('mail-'))
        .map(
          async (name) =>
            ((await import(`./${language}/${name.replace('.ts', '')}.ts`)) as { default: Record<string, string> })
              .default,
        ),
    );
    const table = new Map(tables.flatMap((each) => Object.entries(each)));
    expect(said.size).toBeGreaterThan(200);
    expect([...said].filter((sentence) => !table.has(sentence))).toEqual([]);
    expect([...table.keys()].filter((sentence) => !said.has(sentence))).toEqual([]);
    for (const [english, translation] of table)
      expect([english, gapsOf(translation)]).toEqual([english, gapsOf(english)]);
  },
);
