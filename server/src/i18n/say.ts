import { type Language, sourceLanguage } from '@frontrow/core/kernel/language.ts';
import { type EventTitle, titleIn } from '@frontrow/core/events/title-in.ts';
import deInput from './de/input-sentences.ts';
import deAccounts from './de/mail-accounts.ts';
import deHosts from './de/mail-hosts.ts';
import deTickets from './de/mail-tickets.ts';
import esInput from './es/input-sentences.ts';
import esAccounts from './es/mail-accounts.ts';
import esHosts from './es/mail-hosts.ts';
import esTickets from './es/mail-tickets.ts';
import { fill, sentencesOf } from './sentence-patterns.ts';
import type { Sentences } from './table-types.ts';

const tables: Readonly<Record<Exclude<Language, 'en'>, Sentences>> = {
  de: { ...deAccounts, ...deTickets, ...deHosts },
  es: { ...esAccounts, ...esTickets, ...esHosts },
};

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

/** An event's title in the language of what is being written: see `titleIn`. */
export const sayTitle = (title: EventTitle): string => titleIn(title, current);

const gap = (value: number): string => `{${value}}`;

/**
 * A sentence in the language of what is being written: say`Your refund of ${amount}`. Without a translation it is
 * English. Texts and numbers stay as they are. A check compares these sentences with the tables of each language.
 */
export function say(parts: TemplateStringsArray, ...values: readonly (string | number | EventTitle)[]): string {
  const key = parts.reduce((text, part, place) => `${text}${gap(place - 1)}${part}`);
  const shown = values.map((value) => (typeof value === 'object' ? sayTitle(value) : value));
  return fill(current === sourceLanguage ? key : (tables[current][key] ?? key), shown);
}

const inputs = { de: sentencesOf(deInput, 'de'), es: sentencesOf(esInput, 'es') };

/**
 * What is wrong with an input, from an English sentence that is already filled; as it is where it has no translation.
 */
export const sentenceIn = (english: string, language: Language): string =>
  language === sourceLanguage ? english : inputs[language](english);
