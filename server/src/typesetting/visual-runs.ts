import bidiFactory, { type EmbeddingLevels } from 'bidi-js';
import type { Fonts, PdfFont } from './fonts.ts';

/** Its types describe a module with a default export; the package is the function itself. */
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

/** A part of a line in one font and one direction, as it is handed to the font library. */
export interface Run {
  readonly font: PdfFont;
  readonly text: string;
  readonly features: Features;
  /** In parts of the font size. */
  readonly width: number;
}
interface Glyphs {
  readonly font: PdfFont;
  readonly text: string;
}
interface LeveledRun extends Glyphs {
  readonly level: number;
}
/** Features of the font that are turned on (a list) or off. */
type Features = NonNullable<Parameters<PdfFont['font']['layout']>[1]>;

/** A paragraph with what decides how its lines look. */
export interface Paragraph {
  readonly text: string;
  readonly levels: EmbeddingLevels;
  readonly order: readonly string[];
  readonly isBold: boolean;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Drawn as nothing where a font has no glyph for it. */
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;
/** The library fails at marks for which a font has no anchor, as for addak in Gurmukhi: they are drawn without it. */
const withoutMarks: Features = { mark: false, mkmk: false, abvm: false, blwm: false, curs: false };
/** U+FFFD, the replacement character: for what no font has. */
const unknown = '\uFFFD';

export function paragraphOf(fonts: Fonts, text: string, isBold: boolean): Paragraph {
  return { text, levels: bidi.getEmbeddingLevels(text), order: fonts.orderFor(text), isBold };
}

/** One line of a paragraph, from left to right as it is drawn (UAX 9). */
export const visualRuns = (fonts: Fonts, paragraph: Paragraph, start: number, end: number): Run[] =>
  reordered(leveledRuns(fonts, paragraph, start, end)).flatMap(({ font, level, text }) =>
    shaped(fonts, font, text, level % 2 === 1 ? 'rtl' : 'ltr'),
  );

type Direction = 'ltr' | 'rtl';

/** What the font library can shape: the run as it is, else without positioned marks, else character by character. */
function shaped(fonts: Fonts, font: PdfFont, text: string, direction: Direction): Run[] {
  for (const features of [[], withoutMarks])
    try {
      const first = font.font.layout(text, features) as {
        readonly direction?: Direction;
        readonly advanceWidth: number;
      };
      const width = first.advanceWidth / font.font.unitsPerEm;
      // The library turns a run around by its script: brackets never, Arabic digits always.
      return [{ font, text: first.direction === direction ? text : reversed(text), features, width }];
    } catch {
      continue;
    }
  const points = [...text];
  if (points.length === 1) return text === unknown ? [] : shaped(fonts, unknownOf(fonts).font, unknown, 'ltr');
  return (direction === 'rtl' ? points.toReversed() : points).flatMap((point) => shaped(fonts, font, point, direction));
}

const unknownOf = (fonts: Fonts): Glyphs => ({ font: fonts.fontFor(unknown, ['noto-sans'], false)!, text: unknown });

function leveledRuns(
  fonts: Fonts,
  { text, levels, order, isBold }: Paragraph,
  start: number,
  end: number,
): LeveledRun[] {
  const runs: { font: PdfFont; text: string; level: number }[] = [];
  const add = (font: PdfFont, level: number, part: string): void => {
    const last = runs.at(-1);
    if (last?.font.name === font.name && last.level === level) last.text += part;
    else runs.push({ font, level, text: part });
  };
  for (const { segment, index } of graphemes.segment(text.slice(start, end))) {
    const level = levels.levels[start + index]!;
    const drawn = level % 2 === 0 ? segment : mirrored(segment);
    for (const part of drawable(fonts, drawn, order, isBold)) add(part.font, level, part.text);
  }
  return runs;
}

/** One character as a reader sees it, in as few fonts as possible. */
function drawable(fonts: Fonts, character: string, order: readonly string[], isBold: boolean): Glyphs[] {
  for (const text of new Set([character, character.replaceAll(ignorable, '')])) {
    if (text === '') return [];
    const font = fonts.fontFor(text, order, isBold);
    if (font) return [{ font, text }];
  }
  const points = [...character.replaceAll(ignorable, '')];
  if (points.length > 1) return points.flatMap((point) => drawable(fonts, point, order, isBold));
  return [unknownOf(fonts)];
}

/** Reorders by levels (UAX 9, 3.4): from the highest level down, each stretch of that level or more is reversed. */
function reordered(runs: readonly LeveledRun[]): readonly LeveledRun[] {
  const shown = [...runs];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--)
    for (let first = 0; first < shown.length; first++) {
      let end = first;
      while (end < shown.length && shown[end]!.level >= level) end++;
      if (end > first) shown.splice(first, end - first, ...shown.slice(first, end).toReversed());
      first = end;
    }
  return shown;
}

const mirrored = (text: string): string =>
  [...text].map((character) => bidi.getMirroredCharacter(character) ?? character).join('');
const reversed = (text: string): string =>
  Array.from(graphemes.segment(text), ({ segment }) => segment)
    .toReversed()
    .join('');
