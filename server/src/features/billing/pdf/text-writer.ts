import { ascent, lineHeight, linesOf, paragraphsOf, runsOf, widthOf } from '../../../typesetting/lines.ts';
import type { Run } from '../../../typesetting/visual-runs.ts';

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
    for (const paragraph of paragraphsOf(text, style.isBold))
      for (const [start, end] of linesOf(paragraph, box.width / style.size)) {
        this.makeRoom(style);
        this.#draw(runsOf(paragraph, start, end), box, style);
        this.#pdf.y += style.size * lineHeight;
      }
  }

  /** Begins a new page where the next line has no room on this one. */
  makeRoom({ size }: Style): void {
    this.keepTogether(size * lineHeight);
  }

  /** Begins a new page unless this one has room for so many more points. */
  keepTogether(points: number): void {
    const pdf = this.#pdf;
    if (pdf.y + points <= pdf.page.height - pdf.page.margins.bottom) return;
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
