import type { Language } from '@frontrow/core/kernel/language.ts';
import { amountsIn } from '@frontrow/core/translations/refusal-sentences.ts';
import { LRUCache } from 'lru-cache';
import type { Sentences } from './table-types.ts';

/** A template with its values. */
export const fill = (template: string, values: readonly (string | number)[]): string =>
  template.replaceAll(/\{(\d+)\}/g, (_, place: string) => String(values[Number(place)] ?? ''));

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const keptMax = 1000;

/**
 * What translates English sentences that are already filled, by the table of a language; those that are not in it stay
 * as they are. What was asked for is kept, because a form that is refused is often sent again.
 */
export function sentencesOf(table: Sentences, language: Language): (english: string) => string {
  const kept = new LRUCache<string, string>({ max: keptMax });
  const patterns = Object.entries(table)
    .filter(([english]) => english.includes('{0}'))
    .map(([english, translation]) => ({
      sentence: new RegExp(
        `^${english
          .split(/\{\d+\}/)
          .map(escaped)
          .join('(.+)')}$`,
        's',
      ),
      translation,
    }));
  const find = (english: string): string => {
    for (const { sentence, translation } of patterns) {
      const values = sentence.exec(english)?.slice(1);
      if (values)
        return fill(
          translation,
          values.map((value) => amountsIn(value, language)),
        );
    }
    return english;
  };
  return (english) => {
    const known = table[english] ?? kept.get(english);
    if (known !== undefined) return known;
    const said = find(english);
    kept.set(english, said);
    return said;
  };
}
