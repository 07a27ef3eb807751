import { markShapes } from '@frontrow/artwork/mark.ts';
import sharp from 'sharp';
import { lineHeight, linesOf, paragraphsOf, runsOf } from '../../typesetting/lines.ts';
import { lineWidth, outlinesOf } from '../../typesetting/outlines.ts';
import type { Paragraph } from '../../typesetting/visual-runs.ts';

/** What the picture of a shared link says. It can be copied to a thread. */
export interface PreviewParts {
  readonly title: string;
  readonly host: string;
  readonly when: string;
  readonly seats: string;
  readonly cover: Uint8Array | undefined;
}

/** The size that networks ask for. */
export const previewSize = { width: 1_200, height: 630 } as const;
const margin = 64;
const textWidth = previewSize.width - 2 * margin;
const quality = 82;
const drawingSecondsMax = 8;

/** Sizes of a title in px, the largest that fits first, and how many lines it may have. */
const titleSizes = [76, 60, 48] as const;
const titleLinesMax = 3;
const ellipsis = '…';
const ground = '#0B0910';

interface Line {
  readonly paragraph: Paragraph;
  readonly start: number;
  readonly end: number;
}

const laidOut = (text: string, size: number, isBold: boolean): Line[] =>
  paragraphsOf(text.replaceAll(/\s+/g, ' '), isBold).flatMap((paragraph) =>
    linesOf(paragraph, textWidth / size).map(([start, end]) => ({ paragraph, start, end })),
  );

/** The text in at most so many lines; what does not fit is cut at a character, and the cut is shown. */
function fitted(
  text: string,
  sizes: readonly number[],
  linesMax: number,
  isBold = false,
): { size: number; lines: Line[] } {
  for (const size of sizes) {
    const lines = laidOut(text, size, isBold);
    if (lines.length <= linesMax) return { size, lines };
  }
  const size = sizes.at(-1)!;
  const characters = Array.from(
    new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text),
    (part) => part.segment,
  );
  const fits = (count: number): Line[] | undefined => {
    const lines = laidOut(characters.slice(0, count).join('').trimEnd() + ellipsis, size, isBold);
    return lines.length <= linesMax ? lines : undefined;
  };
  let [low, high] = [0, characters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return { size, lines: fits(low) ?? [] };
}

/** Outlines of one line; text from right to left ends at the right margin. */
function outlined({ paragraph, start, end }: Line, y: number, size: number): string {
  const runs = runsOf(paragraph, start, end);
  const isRtl = (paragraph.levels.paragraphs[0]?.level ?? 0) % 2 === 1;
  const x = isRtl ? previewSize.width - margin - lineWidth(runs, size) : margin;
  return outlinesOf(runs, { x, y, size });
}

const mark = `<g transform="translate(64 56) scale(1.9)">${markShapes}</g>`;

/** The writing, from the bottom up: seats, date, host, title. Outlines, so that no font of the machine is asked for. */
function writing({ title, host, when, seats }: PreviewParts): string {
  const blocks = [
    { ...fitted(title, titleSizes, titleLinesMax, true), color: '#fff', after: 16 },
    { ...fitted(host, [34], 1), color: '#E8E3EC', after: 4 },
    { ...fitted(when, [34, 28], 1), color: '#E8E3EC', after: 4 },
    { ...fitted(seats, [34, 28], 1, true), color: '#FF9E91', after: 0 },
  ];
  const heightOf = (size: number, lines: number, after: number): number => lines * size * lineHeight + after;
  let y =
    previewSize.height -
    margin +
    16 -
    blocks.reduce((sum, { size, lines, after }) => sum + heightOf(size, lines.length, after), 0);
  let drawn = '';
  for (const { size, lines, color, after } of blocks) {
    for (const line of lines) {
      drawn += `<g fill="${color}">${outlined(line, y, size)}</g>`;
      y += size * lineHeight;
    }
    y += after;
  }
  return drawn;
}

/** Draws the picture as JPEG. */
export default async function drawPreview(parts: PreviewParts): Promise<Uint8Array> {
  const { width, height } = previewSize;
  const overlay =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>` +
    `<linearGradient id="shade" x2="0" y2="1"><stop stop-color="${ground}" stop-opacity=".45"/>` +
    `<stop offset=".45" stop-color="${ground}" stop-opacity=".72"/><stop offset="1" stop-color="${ground}" stop-opacity=".94"/>` +
    `</linearGradient></defs><rect width="${width}" height="${height}" fill="url(#shade)"/>${mark}${writing(parts)}</svg>`;
  const base = parts.cover
    ? sharp(parts.cover, { failOn: 'error' }).resize(width, height, { fit: 'cover' }).flatten({ background: ground })
    : sharp({ create: { width, height, channels: 3, background: '#332D3B' } });
  return base
    .composite([{ input: Buffer.from(overlay) }])
    .jpeg({ quality, progressive: true })
    .timeout({ seconds: drawingSecondsMax })
    .toBuffer();
}
