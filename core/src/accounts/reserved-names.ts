import { seenLine } from '../kernel/seen-text.ts';
import { inLatinLetters } from './look-alikes.ts';
import {
  officialWords,
  productWord,
  reservedUsernames,
  wordsBesideOfficial,
  wordsOfOursOnly,
} from './reserved-usernames.ts';
import { usernameSkeleton } from './username-skeleton.ts';

/** Digits and signs that stand for a letter in `Fr0ntrow` and `5upport`; 0 and 1 have one in every skeleton. */
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

/** The words of a name as somebody may read them: with digits and signs as letters, and without those at the ends. */
function readings(name: string): string[][] {
  const text = inLatinLetters(seenLine(name));
  const asLetters = text.replace(/[34578@$€!|]/g, (sign) => signs[sign] ?? sign);
  const apart = text.replace(/[^\p{L}\p{M}\p{N}]/gu, ' ');
  const withoutEnds = apart.replace(/(?<![\p{L}\p{M}\p{N}])\p{N}+|\p{N}+(?![\p{L}\p{M}\p{N}])/gu, ' ');
  return [asLetters, withoutEnds].map((one) => one.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== ''));
}

const skeletons = (words: readonly string[]): string => words.map(usernameSkeleton).join('|');
const official = skeletons(officialWords);
const beside = `(?:${official}|${skeletons(wordsBesideOfficial)})*`;
const officialName = new RegExp(`^${beside}(?:${official})${beside}$`);
const product = usernameSkeleton(productWord);
const oursOnly = new Set(wordsOfOursOnly.map(usernameSkeleton));

/** True for a name that people could take for ours, however it is spelled: `Frontrow Support`, `S.u.p.p.o.r.t`. */
export function posesAsUs(name: string): boolean {
  return readings(name).some((words) => {
    const whole = usernameSkeleton(words.join(''));
    return (
      whole.includes(product) || officialName.test(whole) || words.some((word) => oursOnly.has(usernameSkeleton(word)))
    );
  });
}

const reserved = new Set(reservedUsernames.map(usernameSkeleton));

/** True for a word of an address of ours, a name that poses as us, and what looks like either. */
export const isReservedName = (name: string): boolean => reserved.has(usernameSkeleton(name)) || posesAsUs(name);
