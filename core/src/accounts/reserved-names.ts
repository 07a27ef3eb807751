import { seenLine } from '../kernel/text.ts';
import { inLatinLetters, usernameSkeleton } from './look-alikes.ts';
import {
  officialWords,
  productWord,
  reservedUsernames,
  wordsBesideOfficial,
  wordsOfOursOnly,
} from './reserved-usernames.ts';

/** Digits and signs that are read as a letter, as in `5upport`. Skeletons replace 0 and 1 already. */
const signs: Readonly<Record<string, string>> = {
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '€': 'e',
  '!': 'i',
  '|': 'l',
};

/** The words of a name in two readings: digits and signs are letters, or they only stand around the words. */
function readings(name: string): string[][] {
  const text = inLatinLetters(seenLine(name));
  const asLetters = text.replace(/[34578@$€!|]/g, (sign) => signs[sign] ?? sign);
  const apart = text.replace(/[^\p{L}\p{M}\p{N}]/gu, ' ');
  const withoutEnds = apart.replace(/(?<![\p{L}\p{M}\p{N}])\p{N}+|\p{N}+(?![\p{L}\p{M}\p{N}])/gu, ' ');
  return [asLetters, withoutEnds].map((one) => one.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== ''));
}

const skeletons = (words: readonly string[]): string => words.map(usernameSkeleton).join('|');
const official = skeletons(officialWords);
const aroundOfficial = `(?:${official}|${skeletons(wordsBesideOfficial)})*`;
const officialName = new RegExp(`^${aroundOfficial}(?:${official})${aroundOfficial}$`);
const product = usernameSkeleton(productWord);
const oursOnly = new Set(wordsOfOursOnly.map(usernameSkeleton));

/**
 * True for a name that people could take for one of ours, however it is spelled: `Frontrow Support`, `S.u.p.p.o.r.t`.
 */
export function posesAsUs(name: string): boolean {
  return readings(name).some((words) => {
    const whole = usernameSkeleton(words.join(''));
    return (
      whole.includes(product) || officialName.test(whole) || words.some((word) => oursOnly.has(usernameSkeleton(word)))
    );
  });
}

const reserved = new Set(reservedUsernames.map(usernameSkeleton));

/** True for a reserved username, for a name that poses as us, and for what looks like one of them. */
export const isReservedName = (name: string): boolean => reserved.has(usernameSkeleton(name)) || posesAsUs(name);
