import { type Language, sourceLanguage } from '@frontrow/core/kernel/language.ts';
import { writeMoney } from '@frontrow/core/kernel/money.ts';
import { LRUCache } from 'lru-cache';
import deInput from './de/input-sentences.ts';
import deAccounts from './de/mail-accounts.ts';
import deHosts from './de/mail-hosts.ts';
import deTickets from './de/mail-tickets.ts';
import esInput from './es/input-sentences.ts';
import esAccounts from './es/mail-accounts.ts';
import esHosts from './es/mail-hosts.ts';
import esTickets from './es/mail-tickets.ts';
import type { Sentences } from './table-types.ts';

const tables: Readonly<Record<Exclude<Language, 'en'>, Sentences>> = {
  de: { ...deAccounts, ...deTickets, ...deHosts },
  es: { ...esAccounts, ...esTickets, ...esHosts },
};
const inputTables = { de: deInput, es: esInput };

let current: Language = sourceLanguage;

/** The language of what is being written now. */
export const writingLanguage = (): Language => current;

/** Writes something in a language. Nothing may wait in it: two texts that are written at once would mix. */
export function writeIn<T>(language: Language, write: () => T): T {
  const before = current;
  current = language;
  try {
    return write();
  } finally {
    current = before;
  }
}

const gap = (value: number): string => `{${value}}`;

const fill = (template: string, values: readonly (string | number)[]): string =>
  template.replaceAll(/\{(\d+)\}/g, (_, place: string) => String(values[Number(place)] ?? ''));

/**
 * A sentence in the language of what is being written: say`Your refund of ${amount}`. Without a translation it is
 * English. A check compares these sentences with the tables of each language.
 */
export function say(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  const key = parts.reduce((text, part, place) => `${text}${gap(place - 1)}${part}`);
  return fill(current === sourceLanguage ? key : (tables[current][key] ?? key), values);
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

interface Pattern {
  readonly sentence: RegExp;
  readonly translation: string;
}

const patternsOf = (table: Sentences): Pattern[] =>
  Object.entries(table)
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

const patterns = { de: patternsOf(deInput), es: patternsOf(esInput) };

const oneAmount = /(-?)([€$£¥]|[A-Z]{3} )(\d[\d,]*(?:\.(\d+))?)/g;
const onlyAmounts = new RegExp(`^${oneAmount.source}(, ${oneAmount.source})*$`);

/**
 * A value of a refusal in its reader's language: core writes amounts in English (`€1,730.00`), and may list several.
 * Every other value stays as it is.
 */
export function amountsIn(value: string, language: Language): string {
  if (language === sourceLanguage || !onlyAmounts.test(value)) return value;
  return value.replaceAll(oneAmount, (_, minus: string, sign: string, amount: string, decimals = '') => {
    const digits = { minimumFractionDigits: decimals.length, maximumFractionDigits: decimals.length };
    const number = new Intl.NumberFormat(language, digits).format(Number(amount.replaceAll(',', '')));
    return writeMoney(minus + number, { format: '', symbol: sign.trim(), code: sign.trim() }, language);
  });
}

const keptMax = 1000;
/** By language and sentence: a form that is refused is often sent again. */
const kept = new LRUCache<string, string>({ max: keptMax });

/**
 * What is wrong with an input, from an English sentence that is already filled; as it is where it has no translation.
 */
export function sentenceIn(english: string, language: Language): string {
  if (language === sourceLanguage) return english;
  const whole = inputTables[language][english];
  if (whole !== undefined) return whole;
  const key = `${language} ${english}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const found = patterns[language].find((pattern) => pattern.sentence.test(english));
  const said = found
    ? fill(
        found.translation,
        found.sentence
          .exec(english)!
          .slice(1)
          .map((value) => amountsIn(value, language)),
      )
    : english;
  kept.set(key, said);
  return said;
}
