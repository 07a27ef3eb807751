import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create, type Font } from 'fontkit';
import { LRUCache } from 'lru-cache';
import { unpackWoff } from './unpack-woff.ts';

/** Scripts outside Chinese, Japanese and Korean, then symbols: the first one with a character draws it. */
const families = (
  'noto-sans arabic hebrew armenian bengali ethiopic georgian gujarati gurmukhi kannada khmer lao malayalam ' +
  'myanmar sinhala tamil telugu thai'
)
  .split(' ')
  .map((name) => (name === 'noto-sans' ? name : `noto-sans-${name}`));
const symbols = ['noto-sans-symbols', 'noto-sans-symbols-2', 'noto-emoji'];
const [japanese, korean, chinese] = ['noto-sans-jp', 'noto-sans-kr', 'noto-sans-sc'];

/** Opened fonts are kept for the next receipt: about 0.1 MB each. */
const openedMax = 400;
/** Characters whose font is remembered. */
const foundMax = 2_000;

/** One file of a family, which is split by characters. */
interface Face {
  readonly name: string;
  readonly path: string;
  readonly ranges: readonly (readonly [number, number])[];
}
interface OpenedFont {
  readonly bytes: Buffer;
  readonly font: Font;
}

export interface PdfFont extends OpenedFont {
  readonly name: string;
}

/** The built server has the files next to it (scripts/launch/server-build.mjs); development reads the packages. */
function fontsFolder(): string {
  const built = join(import.meta.dirname, 'fonts');
  if (existsSync(built)) return built;
  const file = createRequire(import.meta.url).resolve('@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff');
  return dirname(dirname(dirname(file)));
}

const rangesOf = (listed: string): [number, number][] =>
  listed.split(',').map((range) => {
    const [first, last = first] = range.replace('U+', '').split('-') as [string, string?];
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });

/** The fonts of receipts: the one for each character, opened when it is first needed. */
export class Fonts {
  readonly #folder = fontsFolder();
  readonly #faces = new Map<string, readonly Face[]>();
  readonly #found = new LRUCache<string, { readonly font: PdfFont | undefined }>({ max: foundMax });
  readonly #opened = new LRUCache<string, OpenedFont>({ max: openedMax });

  /**
   * The fonts to try for a text, in order. Chinese, Japanese and Korean draw shared characters differently: kana and
   * hangul say which language it is, otherwise it is the first one that has all of the text's characters.
   */
  orderFor(text: string): readonly string[] {
    const isKorean = /\p{scx=Hangul}/u.test(text) && /\p{sc=Hangul}/u.test(text);
    const isJapanese = /[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text);
    const order = isJapanese
      ? [japanese, chinese, korean]
      : isKorean
        ? [korean, japanese, chinese]
        : [chinese, japanese, korean];
    const han = [...text].filter((character) => /\p{sc=Han}/u.test(character));
    const whole = order.find((family) => han.every((character) => this.#find(family, character, false) !== undefined));
    return [...families, ...symbols, ...new Set(whole === undefined || isKorean ? order : [whole, ...order])];
  }

  /** The first font that has all of these characters. */
  fontFor(characters: string, order: readonly string[], isBold: boolean): PdfFont | undefined {
    const key = `${isBold ? 700 : 400} ${order.at(-1)} ${order.at(-2)} ${characters}`;
    const known = this.#found.get(key);
    if (known) return known.font;
    const font = this.#search(characters, order, isBold);
    this.#found.set(key, { font });
    return font;
  }

  #search(characters: string, order: readonly string[], isBold: boolean): PdfFont | undefined {
    for (const family of order) {
      const found =
        (isBold ? this.#find(family, characters, true) : undefined) ?? this.#find(family, characters, false);
      if (found) return found;
    }
    return undefined;
  }

  #find(family: string, characters: string, isBold: boolean): PdfFont | undefined {
    const points = [...characters].map((character) => character.codePointAt(0)!);
    for (const face of this.#facesOf(family, isBold)) {
      if (!points.every((point) => face.ranges.some(([first, last]) => first <= point && point <= last))) continue;
      const opened = this.#open(face);
      if (points.every((point) => opened.font.hasGlyphForCodePoint(point))) return { name: face.name, ...opened };
    }
    return undefined;
  }

  #facesOf(family: string, isBold: boolean): readonly Face[] {
    if (isBold && family !== 'noto-sans') return [];
    const weight = isBold ? 700 : 400;
    const key = `${family}-${weight}`;
    const known = this.#faces.get(key);
    if (known) return known;
    const listed = JSON.parse(readFileSync(join(this.#folder, family, 'unicode.json'), 'utf8')) as Record<
      string,
      string
    >;
    const faces = Object.entries(listed).map(([part, ranges]) => {
      const name = `${family}-${part.replaceAll(/[[\]]/g, '')}-${weight}-normal`;
      const path = join(this.#folder, family, 'files', `${name}.woff`);
      return { name, path, ranges: rangesOf(ranges) };
    });
    this.#faces.set(key, faces);
    return faces;
  }

  #open({ name, path }: Face): OpenedFont {
    const known = this.#opened.get(name);
    if (known) return known;
    const bytes = unpackWoff(readFileSync(path));
    const opened = { bytes, font: create(bytes) as Font };
    this.#opened.set(name, opened);
    return opened;
  }
}
