import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

interface DrawnGlyph {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** What the file says that the glyph stands for. */
  readonly text: string;
}
type Shown = number | { readonly unicode: string; readonly width: number };

/** Every glyph of a PDF and where it is drawn, read by another library than the one that wrote it. */
export async function drawnGlyphs(pdf: Buffer): Promise<DrawnGlyph[]> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await loading.promise;
  const found: DrawnGlyph[] = [];
  for (let page = 1; page <= document.numPages; page++) {
    const { fnArray, argsArray } = await (await document.getPage(page)).getOperatorList();
    let [x, y, size] = [0, 0, 0];
    const draw = (shown: Shown): void => {
      const isGap = typeof shown === 'number';
      // A part of a letter, as a mark that is drawn apart, stands for no character: the library gives its number.
      if (!isGap && !/\p{Cc}/u.test(shown.unicode)) found.push({ page, x, y, width: shown.width, text: shown.unicode });
      x += ((isGap ? -shown : shown.width) * size) / 1000;
    };
    for (const [index, operation] of fnArray.entries()) {
      const given = argsArray[index] as readonly never[];
      if (operation === OPS.setTextMatrix) {
        const matrix = Object.values(given[0]! as Record<string, number>);
        [x, y] = [matrix[4]!, matrix[5]!];
      } else if (operation === OPS.setFont) size = given[1]!;
      else if (operation === OPS.showText) for (const shown of given[0]! as readonly Shown[]) draw(shown);
    }
  }
  await loading.destroy();
  return found;
}

/** Of each page, whether what is drawn last is a line, not a text. */
export async function pagesThatEndWithALine(pdf: Buffer): Promise<boolean[]> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await loading.promise;
  const ends: boolean[] = [];
  for (let page = 1; page <= document.numPages; page++) {
    const { fnArray } = await (await document.getPage(page)).getOperatorList();
    ends.push(fnArray.findLast((one) => one === OPS.showText || one === OPS.constructPath) === OPS.constructPath);
  }
  await loading.destroy();
  return ends;
}

/**
 * The lines of a PDF from top to bottom, each as its letters stand from left to right. Texts on one baseline are one
 * line.
 */
export async function drawnLines(pdf: Buffer): Promise<string[]> {
  const lines = new Map<string, DrawnGlyph[]>();
  for (const glyph of await drawnGlyphs(pdf)) {
    const key = `${glyph.page} ${glyph.y.toFixed(1)}`;
    lines.set(key, [...(lines.get(key) ?? []), glyph]);
  }
  return [...lines.values()]
    .toSorted((one, other) => one[0]!.page - other[0]!.page || other[0]!.y - one[0]!.y)
    .map((line) =>
      line
        .toSorted((one, other) => one.x - other.x)
        .map(({ text }) => text)
        .join(''),
    );
}
