import LineBreaker from 'linebreak';
import { Fonts } from './fonts.ts';
import { type Paragraph, paragraphOf, type Run, visualRuns } from './visual-runs.ts';

const fonts = new Fonts();
const lineHeight = 1.36;
/** Of Noto Sans, in parts of the font size: where letters stand below the top of their line. */
const ascent = 1.069;

/** Scripts that write no spaces: a dictionary says where their words end. */
const unspaced = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;
const words = new Intl.Segmenter('th', { granularity: 'word' });
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

export interface Style {
  readonly size: number;
  readonly color: string;
  readonly isBold?: boolean;
}
export interface Box {
  readonly x: number;
  readonly width: number;
  readonly align?: 'left' | 'right';
}

/** Writes texts of every script into a PDF: fonts by character, line breaks, and directions. */
export class TextWriter {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #registered = new Set<string>();

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf;
  }

  /** Writes the text from the current line on, and leaves the position below it. */
  write(text: string, box: Box, style: Style): void {
    for (const paragraph of paragraphsOf(text, style))
      for (const [start, end] of linesOf(paragraph, box.width / style.size)) {
        this.makeRoom(style);
        this.#draw(visualRuns(fonts, paragraph, start, end), box, style);
        this.#pdf.y += style.size * lineHeight;
      }
  }

  /** Begins a new page where the next line has no room on this one. */
  makeRoom({ size }: Style): void {
    const pdf = this.#pdf;
    if (pdf.y + size * lineHeight <= pdf.page.height - pdf.page.margins.bottom) return;
    pdf.addPage();
    pdf.y = pdf.page.margins.top;
  }

  #draw(runs: readonly Run[], { x: left, width, align }: Box, { size, color }: Style): void {
    const pdf = this.#pdf;
    const { y } = pdf;
    pdf.fillColor(color);
    let x = align === 'right' ? left + width - widthOf(runs) * size : left;
    for (const run of runs) {
      this.#use(run.font, size);
      // With its features given, a run goes to the font library as a whole, not word by word from left to right.
      const features = run.features as PDFKit.Mixins.OpenTypeFeatures[];
      pdf.text(run.text, x, y + ascent * size, { lineBreak: false, baseline: 'alphabetic', features });
      x += run.width * size;
    }
    pdf.y = y;
  }

  #use({ name, bytes }: Run['font'], size: number): void {
    if (!this.#registered.has(name)) this.#pdf.registerFont(name, bytes);
    this.#registered.add(name);
    this.#pdf.font(name).fontSize(size);
  }
}

const widthOf = (runs: readonly Run[]): number => runs.reduce((sum, { width }) => sum + width, 0);

/** The lines of a paragraph, as indices into its text: each as long as fits into a width, in parts of the font size. */
function linesOf(paragraph: Paragraph, lineWidth: number): [number, number][] {
  const { text } = paragraph;
  const trimmed = (start: number, end: number): number => start + text.slice(start, end).trimEnd().length;
  const measure = (start: number, end: number): number => widthOf(visualRuns(fonts, paragraph, start, end));
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
const paragraphsOf = (text: string, { isBold = false }: Style): Paragraph[] =>
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
