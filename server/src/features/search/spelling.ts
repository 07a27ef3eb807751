import { searchWordsMax } from '@frontrow/core/search/limits.ts';
import { nearestWords } from '@frontrow/core/search/nearest-words.ts';
import type { Sql } from '../../db/db.ts';
import { quoted } from '../events/index.ts';

/** One word of a search and what it may stand for. */
export interface Meant {
  readonly typed: string;
  /** Parts of a tsquery; a text with any of them matches. Empty: no text has such a word. */
  readonly terms: readonly string[];
  /** The closest known word, where the typed one is unknown. */
  readonly corrected: string | undefined;
}

/** A shorter beginning matches too many words. */
const beginningMin = 2;
/**
 * A beginning of at most this many words is searched for as those words, a beginning of more as a prefix: each is the
 * cheaper way there.
 */
const begunMax = 8;
/** A shorter beginning of two words written as one is mostly a typing error. */
const neighboursBegunMin = 4;
/** Similar words whose edit distance is computed. */
const candidatesMax = 200;
/** Share of trigrams that similar words have in common. */
export const likeness = 0.2;

/** What the words of a search stand for; the last one may not be complete yet. */
export async function meantBy(sql: Sql, text: string): Promise<Meant[]> {
  const spelled = await sql.query<SpelledWord>(
    `WITH typed AS (
       SELECT word, n::int AS n FROM unnest(search_words($1)) WITH ORDINALITY AS w (word, n) ORDER BY n LIMIT $2
     ), spelled AS (
       SELECT a.n AS first, b.n AS last,
         left((SELECT string_agg(t.word, '' ORDER BY t.n) FROM typed t WHERE t.n BETWEEN a.n AND b.n), 40) AS word
       FROM typed a JOIN typed b ON b.n >= a.n
     )
     SELECT first, last, word, EXISTS (SELECT 1 FROM search_word s WHERE s.word = w.word COLLATE "C") AS known,
       ARRAY(SELECT s.word FROM search_word s
         WHERE s.word >= w.word COLLATE "C" AND s.word < w.word || chr(1114111) COLLATE "C"
         LIMIT ${begunMax + 1}) AS begun
     FROM spelled w ORDER BY first, last`,
    [text, searchWordsMax],
  );
  const words = spelled.filter(({ first, last }) => first === last);
  const apart = words.map((word) => termsApart(word, words.length));
  const joined = spelled
    .filter(({ first, last }) => first < last)
    .map((run) => ({ ...run, terms: termsTogether(run, words.length, apart) }));
  const meant: Meant[] = [];
  for (const [at, word] of words.entries()) {
    const together = joined.filter(({ first, last }) => first <= word.first && word.first <= last);
    const terms = [...apart[at]!, ...together.flatMap((run) => run.terms)];
    meant.push(await meaningOf(sql, word.word, [...new Set(terms)], word.last === words.length));
  }
  return meant;
}

/** A word of the search, or a run of neighbours written as one. */
interface SpelledWord {
  readonly word: string;
  /** Places of its first and last word in the search, from 1 on. */
  readonly first: number;
  readonly last: number;
  readonly known: boolean;
  /** Known words that begin like it, itself included; at most `begunMax` + 1 of them. */
  readonly begun: readonly string[];
}

/** A word that is known stands for itself; one that is unknown, or may be incomplete, for what begins like it. */
function termsApart(spelled: SpelledWord, words: number): string[] {
  const beginning = spelled.last === words || !spelled.known ? termsBegun(spelled) : [];
  return beginning.length > 0 ? beginning : termsKnown(spelled);
}

/** A run stands for the word it makes, and for what begins like it only where one of its words is found nowhere. */
function termsTogether(run: SpelledWord, words: number, apart: readonly (readonly string[])[]): string[] {
  const isBeginning = run.last === words && apart.slice(run.first - 1, run.last).some((terms) => terms.length === 0);
  return isBeginning ? termsBegun(run) : termsKnown(run);
}

const termsKnown = ({ word, known }: SpelledWord): string[] => (known ? [quoted(word)] : []);

function termsBegun({ word, begun }: SpelledWord): string[] {
  if (begun.length === 0 || [...word].length < beginningMin) return [];
  return begun.length > begunMax ? [`${quoted(word)}:*`] : begun.map(quoted);
}

async function meaningOf(sql: Sql, typed: string, terms: readonly string[], isLast: boolean): Promise<Meant> {
  // Marks texts that have the word as two neighbours: "hip hop" for "hiphop".
  const neighbours = quoted(`=j${typed}`);
  if (terms.length > 0) return { typed, terms: [...terms, neighbours], corrected: undefined };
  const apart = isLast && [...typed].length >= neighboursBegunMin ? `${neighbours}:*` : neighbours;
  if (await standsApart(sql, apart)) return { typed, terms: [apart], corrected: undefined };
  const near = nearestWords(typed, await wordsLike(sql, typed), isLast);
  return { typed, terms: near.map(quoted), corrected: near[0] };
}

/** Whether any title, tag or name has these neighbours. Counted: for a mere EXISTS the planner may walk all events. */
async function standsApart(sql: Sql, neighbours: string): Promise<boolean> {
  const row = await sql.one<{ found: boolean }>(
    `SELECT (SELECT count(*) FROM listed_event WHERE state < 2 AND head @@ $1::tsquery)
       + (SELECT count(*) FROM listed_event WHERE state = 2 AND words @@ $1::tsquery)
       + (SELECT count(*) FROM listed_host WHERE words @@ $1::tsquery) > 0 AS found`,
    [neighbours],
  );
  return row!.found;
}

const plain = /^[a-z0-9]+$/;

/** Known words that look like this one: sharing many of its trigrams; outside the Latin letters, its first letter. */
async function wordsLike(sql: Sql, word: string): Promise<string[]> {
  const rows = plain.test(word)
    ? await sql.query<{ word: string }>(
        `SELECT word FROM search_word WHERE word % $1 ORDER BY similarity(word, $1) DESC LIMIT $2`,
        [word, candidatesMax],
      )
    : await sql.query<{ word: string }>(
        `SELECT word FROM search_word
         WHERE word >= left($1, 1) COLLATE "C" AND word < left($1, 1) || chr(1114111) COLLATE "C"
           AND abs(char_length(word) - char_length($1)) <= 2 LIMIT $2`,
        [word, 10 * candidatesMax],
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
