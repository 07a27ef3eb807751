import { charCount } from '../events/limits.ts';
import { seenLine } from '../kernel/text.ts';
import { refuse } from '../refuse.ts';

export const filteredWordsMax = 100;
export const filteredWordCharsMax = 40;

/** Scripts that do not separate words: there a listed word is found anywhere in the text. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/**
 * Marks that people write or leave out: accents, and the vowels of Arabic and Hebrew. In other scripts they make
 * another word (Hindi मार and मोर), as the two of Japanese do that make ば of は.
 */
const accents = /(?![\u3099\u309A])(?=[\p{sc=Inherited}\p{sc=Arabic}\p{sc=Hebrew}])\p{M}/gu;

/**
 * How texts are compared: without case (ß is SS in capitals, and the Turkish ı is I), accents, width and punctuation,
 * as words between single spaces.
 */
function comparable(text: string): string {
  const letters = text.normalize('NFKD').replaceAll(accents, '').toUpperCase().toLowerCase().normalize('NFKC');
  return ` ${(letters.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ')} `;
}

/**
 * The host's list as it is kept: each word or phrase once, without empty ones, in the host's order. Throws
 * `filter_full`, `filter_word_too_long`, `filter_word_empty`.
 */
export function filterWords(raw: readonly string[]): string[] {
  const words = new Map<string, string>();
  for (const one of raw) {
    const word = seenLine(one);
    if (word === '') continue;
    if (charCount(word) > filteredWordCharsMax)
      throw refuse('filter_word_too_long', { maximum: filteredWordCharsMax }, { field: 'words' });
    const key = comparable(word);
    // Such a word would be found in nothing.
    if (key.trim() === '') throw refuse('filter_word_empty', { word }, { field: 'words' });
    if (!words.has(key)) words.set(key, word);
  }
  if (words.size > filteredWordsMax) throw refuse('filter_full', { maximum: filteredWordsMax }, { field: 'words' });
  return [...words.values()];
}

/** The first listed word that the text contains, as a whole word: "ass" is not found in "class". */
function filteredWordIn(words: readonly string[], text: string): string | undefined {
  if (words.length === 0) return undefined;
  const said = comparable(text);
  return words.find((word) => {
    const listed = comparable(word);
    return said.includes(unspaced.test(word) ? listed.trim() : listed);
  });
}

/** The filter is for viewers; the host and event admins, who moderate, may write anything. Throws `word_filtered`. */
export function requireNoFilteredWord(
  words: readonly string[],
  me: { readonly isHost: boolean; readonly isAdmin: boolean },
  text: string,
  field: string,
): void {
  const word = me.isHost || me.isAdmin ? undefined : filteredWordIn(words, text);
  if (word !== undefined) throw refuse('word_filtered', { word }, { field });
}
