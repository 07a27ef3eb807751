import { seconds, type Instant } from '../kernel/instant.ts';
import { refuse } from '../refuse.ts';
import { charCount } from '../events/limits.ts';
import { seenLine } from '../kernel/text.ts';

/** The length of a message and how many are kept (rule R7), and how fast one person, and one room, may write. */
export const chatMessageCharsMax = 200;
export const chatKeptMax = 100;
export const chatFloodMessages = 20;
export const chatFloodWindowMs = seconds(30);
/** One person may send this many at once. After that they get one more per `chatFloodWindowMs / chatFloodMessages`. */
export const chatBurstMessages = 5;
export const roomFloodMessages = 50;
export const roomFloodWindowMs = seconds(1);

/** What a host may choose between two messages of a viewer, in seconds; 0 is off. */
export const slowModeChoices = [0, 5, 10, 30] as const;
export type SlowModeSeconds = (typeof slowModeChoices)[number];

/** Until when somebody waits for the next message. The host and event admins, who moderate, never wait. */
export const mayWriteAgainAt = (
  pauseSeconds: number,
  me: { readonly isHost: boolean; readonly isAdmin: boolean },
  wroteAt: Instant | undefined,
): Instant =>
  pauseSeconds === 0 || me.isHost || me.isAdmin || wroteAt === undefined ? 0 : wroteAt + pauseSeconds * 1000;

/** Throws `chat_slow`, which says when to try again. */
export function requireSlowMode(
  pauseSeconds: number,
  me: { readonly isHost: boolean; readonly isAdmin: boolean },
  { wroteAt, now }: { readonly wroteAt: Instant | undefined; readonly now: Instant },
): void {
  const wait = mayWriteAgainAt(pauseSeconds, me, wroteAt) - now;
  if (wait > 0) throw refuse('chat_slow', { seconds: pauseSeconds }, { retryAfter: Math.ceil(wait / 1000) });
}

/**
 * The text that is kept: one line, no invisible characters, 1 to 200 code points (rule R7). Throws `message_empty`,
 * `message_too_long`.
 */
export function chatText(raw: string): string {
  const text = seenLine(raw);
  if (text === '') throw refuse('message_empty', {}, { field: 'message' });
  if (charCount(text) > chatMessageCharsMax) throw refuse('message_too_long', {}, { field: 'message' });
  return text;
}

export const filteredWordsMax = 100;
export const filteredWordCharsMax = 40;

/** Scripts that do not separate words: there a listed word is found anywhere in the text. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** How texts are compared: without case, accents, width and punctuation, as words between single spaces. */
function comparable(text: string): string {
  const letters = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().normalize('NFKC');
  return ` ${(letters.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
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
