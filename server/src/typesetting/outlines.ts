import { ascent, widthOf } from './lines.ts';
import type { Run } from './visual-runs.ts';

/**
 * One line of text as SVG paths, so that no font of the machine is asked for. `x` and `y` are its left upper corner,
 * `size` the font's, in pixels.
 */
export function outlinesOf(runs: readonly Run[], { x, y, size }: { x: number; y: number; size: number }): string {
  const paths: string[] = [];
  let left = x;
  for (const { font, text, features, width } of runs) {
    const scale = size / font.font.unitsPerEm;
    const { glyphs, positions } = font.font.layout(text, features);
    let pen = 0;
    for (const [index, glyph] of glyphs.entries()) {
      const { xAdvance, xOffset, yOffset } = positions[index]!;
      const outline = glyph.path.toSVG();
      if (outline)
        paths.push(
          `<path transform="translate(${(left + (pen + xOffset) * scale).toFixed(2)} ${(y + (ascent * size - yOffset * scale)).toFixed(2)}) ` +
            `scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})" d="${outline}"/>`,
        );
      pen += xAdvance;
    }
    left += width * size;
  }
  return paths.join('');
}

/** How wide a line is, in pixels. */
export const lineWidth = (runs: readonly Run[], size: number): number => widthOf(runs) * size;
