import { folded } from '#web/shared/folded.ts';

/** What a search finds: every word has to begin a word of the question or its answer, whatever its case or accents. */
const plain = (text: string): string => folded(text.replaceAll(/<\/?\w+>/g, ''));
const wordsOf = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

export interface Answer {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** Answers with every word of the search; those with the words in the question come first. */
export function findAnswers(answers: readonly Answer[], search: string): readonly Answer[] {
  const wanted = wordsOf(search);
  if (wanted.length === 0) return answers;
  const has = (text: string): boolean => {
    const words = wordsOf(text);
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  };
  const found = answers.filter(({ title, text }) => has(`${title} ${text}`));
  return [...found.filter(({ title }) => has(title)), ...found.filter(({ title }) => !has(title))];
}

/** Splits a text into pieces, so that those that begin with a searched word can be marked. */
export function markedPieces(text: string, search: string): readonly { text: string; marked: boolean }[] {
  const wanted = wordsOf(search);
  return (text.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu) ?? []).map((piece) => ({
    text: piece,
    marked: wanted.some((start) => plain(piece).startsWith(start)),
  }));
}
