import { type Language, sourceLanguage } from '@frontrow/core/kernel/language.ts';
import { type RefusalCode, refusals } from '@frontrow/core/refuse.ts';
import deRefusals from '@frontrow/core/translations/de.ts';
import esRefusals from '@frontrow/core/translations/es.ts';
import deEncoder from './de/encoder-sentences.ts';
import deInput from './de/input-sentences.ts';
import dePayouts from './de/payout-sentences.ts';
import esEncoder from './es/encoder-sentences.ts';
import esInput from './es/input-sentences.ts';
import esPayouts from './es/payout-sentences.ts';
import { requestLanguageNow } from './request-language.ts';
import { sentencesOf } from './sentence-patterns.ts';
import type { Sentences } from './table-types.ts';

/** `{maximum}` as `{0}`: by its place in the English sentence. */
function numbered(english: string, translation: string): [string, string] {
  const names = [...english.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const place = (whole: string, name: string): string => (names.includes(name) ? `{${names.indexOf(name)}}` : whole);
  return [english.replaceAll(/\{(\w+)\}/g, place), translation.replaceAll(/\{(\w+)\}/g, place)];
}

/** A sentence that is nothing but a value says nothing about which one it is. */
const says = (english: string): boolean => english.replaceAll(/\{\w+\}/g, '').trim().length > 0;

const ofRefusals = (translations: Readonly<Record<RefusalCode, string>>): Sentences =>
  Object.fromEntries(
    (Object.keys(refusals) as RefusalCode[])
      .filter((code) => says(refusals[code].message))
      .map((code) => numbered(refusals[code].message, translations[code])),
  );

const tables = {
  de: sentencesOf({ ...ofRefusals(deRefusals), ...deEncoder, ...deInput, ...dePayouts }, 'de'),
  es: sentencesOf({ ...ofRefusals(esRefusals), ...esEncoder, ...esInput, ...esPayouts }, 'es'),
};

/**
 * A sentence that was kept in English until somebody reads it, such as why an encoder was refused: a refusal's, one of
 * the RTMP listener's, why a payout failed, or what is wrong with an account. Others, such as a provider's own words,
 * stay as they are.
 */
export const keptSentenceIn = (english: string, language: Language): string =>
  language === sourceLanguage ? english : tables[language](english);

/** The same in the language of the request that is being answered. */
export const keptSentenceNow = (english: string): string =>
  keptSentenceIn(english, requestLanguageNow() ?? sourceLanguage);

/**
 * Lines of a list (“Your address.”, “Your full name.”) as a part of a sentence in the language of the request: “your
 * address and your full name”. None may begin with a word that has a capital everywhere, such as a German noun.
 */
export function keptPhrasesNow(lines: readonly string[]): string {
  const phrases = lines.map((line) => {
    const said = keptSentenceNow(line);
    return said.charAt(0).toLowerCase() + said.slice(1).replace(/\.$/, '');
  });
  return new Intl.ListFormat(requestLanguageNow() ?? sourceLanguage).format(phrases);
}
