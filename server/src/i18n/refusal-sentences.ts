import { type Language, sourceLanguage } from '@frontrow/core/kernel/language.ts';
import type { Refusal } from '@frontrow/core/kernel/refusal.ts';
import type { RefusalCode } from '@frontrow/core/refuse.ts';
import deAccounts from './de/account-refusals.ts';
import deEvents from './de/event-refusals.ts';
import deMoney from './de/money-refusals.ts';
import deRooms from './de/room-refusals.ts';
import esAccounts from './es/account-refusals.ts';
import esEvents from './es/event-refusals.ts';
import esMoney from './es/money-refusals.ts';
import esRooms from './es/room-refusals.ts';
import { amountsIn, sentenceIn } from './say.ts';

/** English sentences stand with their codes in `core`. */
const sentences: Readonly<Record<Exclude<Language, 'en'>, Readonly<Record<RefusalCode, string>>>> = {
  de: { ...deAccounts, ...deEvents, ...deRooms, ...deMoney },
  es: { ...esAccounts, ...esEvents, ...esRooms, ...esMoney },
};

/** Parameters that are sentences themselves. */
const sentencesInside: ReadonlySet<string> = new Set(['detail', 'advice', 'wait', 'state']);

/** What a refusal says in a language. What others wrote in it, such as a bank's reason, stays as it is. */
export function refusalIn({ code, message, params }: Refusal, language: Language): string {
  if (language === sourceLanguage) return message;
  const template = sentences[language][code as RefusalCode] as string | undefined;
  if (template === undefined) return message;
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = String(params[name] ?? whole);
    return sentencesInside.has(name) ? sentenceIn(value, language) : amountsIn(value, language);
  });
}
