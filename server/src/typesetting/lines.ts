import LineBreaker from 'linebreak';
import { Fonts } from './fonts.ts';
import { type Paragraph, paragraphOf, type Run, visualRuns } from './visual-runs.ts';

const fonts = new Fonts();
/** In parts of the font size. */
export const lineHeight = 1.36;
/** Of Noto Sans, in parts of the font size: how far the baseline is below the top of a line. */
export const ascent = 1.069;

/** Scripts that write no spaces: a dictionary says where their words end. */
const unspaced = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;
const words = new Intl.Segmenter('th', { granularity: 'word' });
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** One line of a paragraph, from left to right as it is drawn. */
export const runsOf = (paragraph: Paragraph, start: number, end: number): Run[] =>
  visualRuns(fonts, paragraph, start, end);

export const widthOf = (runs: readonly Run[]): number => runs.reduce((sum, { width }) => sum + width, 0);

/** The lines of a paragraph, as indices into its text: each as long as fits into a width, in parts of the font size. */
export function linesOf(paragraph: Paragraph, lineWidth: number): [number, number][] {
  const { text } = paragraph;
  const trimmed = (start: number, end: number): number => start + text.slice(start, end).trimEnd().length;
  const measure = (start: number, end: number): number => widthOf(runsOf(paragraph, start, end));
  const lines: [number, number][] = [];
  let start = 0;
  let end = 0;
  let used = 0;
  const endLine = (): void => {
    if (trimmed(start, end) > start) lines.push([start, trimmed(start, end)]);
    start = end;
    used = 0;
  };
  const take = (next: number): void => {
    if (end > start && used + measure(end, trimmed(end, next)) > lineWidth) endLine();
    used += measure(end, next);
    end = next;
  };
  for (const next of breaksOf(text)) {
    if (measure(end, trimmed(end, next)) <= lineWidth) take(next);
    // A word that is wider than a line is broken between characters.
    else for (const { segment } of graphemes.segment(text.slice(end, next))) take(end + segment.length);
  }
  endLine();
  return lines;
}

/** Marks and letters as one character where there is one, and every kind of space and minus as fonts have it. */
export const paragraphsOf = (text: string, isBold = false): Paragraph[] =>
  text
    .normalize('NFC')
    .replaceAll(/[^\S\n]/gu, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => paragraphOf(fonts, line.trim(), isBold));

/** Where a line may end, in order; the last one is the end of the text. */
function breaksOf(text: string): number[] {
  const breaker = new LineBreaker(text);
  const found = new Set<number>([text.length]);
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) found.add(next.position);
  if (unspaced.test(text))
    for (const { index } of words.segment(text))
      if (unspaced.test(text[index - 1] ?? '') && unspaced.test(text[index]!)) found.add(index);
  return [...found].toSorted((one, other) => one - other);
}
