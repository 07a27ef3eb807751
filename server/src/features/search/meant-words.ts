import { nearestWords } from '@frontrow/core/search/nearest-words.ts';
import { searchWordsMax } from '@frontrow/core/search/limits.ts';
import type { Sql } from '../../db/db.ts';
import { quoted } from '../events/index.ts';

/** One word of a search, and what it may stand for. */
export interface Meant {
  readonly typed: string;
  /** Parts of a tsquery, any of which will do; none: nobody ever used such a word. */
  readonly terms: readonly string[];
  /** The closest known word, where the typed one is unknown. */
  readonly corrected: string | undefined;
}

/** Shorter beginnings stand for too much. */
const beginningMin = 2;
/** A beginning of up to so many words stands for each of them, of more of them for whatever begins like it: each way costs least there. */
const begunMax = 8;
/** Words of the right look that are measured letter by letter. */
const lookedAtMax = 200;
/** Share of trigrams that words of the right look have in common. */
export const likeness = 0.2;

/** What the words of a text may stand for; the last one may still be being typed. */
export async function meantBy(sql: Sql, text: string): Promise<Meant[]> {
  const rows = await sql.query<TypedWord>(
    `SELECT word AS typed, EXISTS (SELECT 1 FROM search_word s WHERE s.word = w.word COLLATE "C") AS known,
       ARRAY(SELECT s.word FROM search_word s WHERE s.word >= w.word COLLATE "C" AND s.word < w.word || chr(1114111) COLLATE "C"
         LIMIT ${begunMax + 1}) AS begun
     FROM unnest(search_words($1)) WITH ORDINALITY AS w (word, n) ORDER BY n LIMIT $2`,
    [text, searchWordsMax],
  );
  const meant: Meant[] = [];
  for (const [at, row] of rows.entries()) meant.push(await meaningOf(sql, row, at === rows.length - 1));
  return meant;
}

interface TypedWord {
  readonly typed: string;
  readonly known: boolean;
  /** Words that begin like it, itself included; more than `begunMax` of them are not all here. */
  readonly begun: readonly string[];
}

async function meaningOf(sql: Sql, { typed, known, begun }: TypedWord, isLast: boolean): Promise<Meant> {
  const canBegin = begun.length > 0 && [...typed].length >= beginningMin;
  if (canBegin && (isLast || !known)) {
    const terms = begun.length > begunMax ? [`${quoted(typed)}:*`] : begun.map(quoted);
    return { typed, terms, corrected: undefined };
  }
  if (known) return { typed, terms: [quoted(typed)], corrected: undefined };
  const near = nearestWords(typed, await wordsLike(sql, typed), isLast);
  return { typed, terms: near.map(quoted), corrected: near[0] };
}

const plain = /^[a-z0-9]+$/;

/** Known words that look like this one: sharing many of its trigrams; outside the Latin letters, its first letter. */
async function wordsLike(sql: Sql, word: string): Promise<string[]> {
  const rows = plain.test(word)
    ? await sql.query<{ word: string }>(
        `SELECT word FROM search_word WHERE word % $1 ORDER BY similarity(word, $1) DESC LIMIT $2`,
        [word, lookedAtMax],
      )
    : await sql.query<{ word: string }>(
        `SELECT word FROM search_word WHERE word >= left($1, 1) COLLATE "C" AND word < left($1, 1) || chr(1114111) COLLATE "C"
           AND abs(char_length(word) - char_length($1)) <= 2 LIMIT $2`,
        [word, 10 * lookedAtMax],
      );
  return rows.map((row) => row.word);
}

/** A tsquery for texts with every word; undefined when one of them is unknown, or when there are none. */
export function allOf(meant: readonly Meant[]): string | undefined {
  if (meant.length === 0 || meant.some(({ terms }) => terms.length === 0)) return undefined;
  return meant.map(({ terms }) => `(${terms.join(' | ')})`).join(' & ');
}

/** A tsquery for texts with at least one of the words. */
export function anyOf(meant: readonly Meant[]): string | undefined {
  const terms = meant.flatMap((word) => word.terms);
  return terms.length === 0 ? undefined : terms.join(' | ');
}
