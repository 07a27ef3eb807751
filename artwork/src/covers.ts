import { bowl, brush, citrus, cutouts, horizon, motion, stones, table, track } from './compositions-hands.ts';
import { blocks, bubbles, letters, pixel, windows } from './compositions-screens.ts';
import { curtain, faces, keys, orbit, record, ribbon, seats, standup, wave } from './compositions-stage.ts';
import { PALETTES, TASTE, type Category, type Palette } from './palettes.ts';
import { H, rect, W, hash, rng, type Compose } from './shapes.ts';

/** Two or three ideas per category. The seed moves, turns and counts; it never changes the idea. */

const COMPOSITIONS: Record<Category, readonly Compose[]> = {
  music: [record, wave, keys],
  cooking: [bowl, table, citrus],
  fitness: [track, motion],
  coding: [windows, pixel],
  comedy: [standup, faces],
  language: [bubbles, letters],
  wellness: [horizon, stones],
  art: [cutouts, brush],
  talk: [orbit, seats],
  dance: [curtain, ribbon],
  gaming: [blocks, pixel],
};

/**
 * Generated event covers: 16:9 posters as SVG text.
 *
 * Pure and deterministic: the same seed gives the same SVG text, in a browser or on a server. No DOM, no fonts, no
 * external resources, so the text can be inlined, used as a data URL or rasterised to WebP/AVIF (do that for lists).
 *
 * A cover is: palette (12, hand-picked) x composition (2-3 per category) x seeded numbers + a film of grain.
 */

export interface CoverOptions {
  /** Force a composition or a palette (curated demo data); otherwise the seed decides. */
  variant?: number;
  palette?: string;
  /** Film grain: on for covers that get rasterised, off where hundreds are painted live. Default true. */
  grain?: boolean;
}

export function coverPalette(seed: string, category: Category, palette?: string): Palette {
  const name = palette ?? rng(`${seed}/palette`).pick(TASTE[category]);
  return PALETTES.find((x) => x.name === name) ?? PALETTES[0]!;
}

/** A 16:9 poster as SVG text. */
export function coverSvg(seed: string, category: Category, options: CoverOptions = {}): string {
  const p = coverPalette(seed, category, options.palette);
  const r = rng(`${seed}/${category}`);
  const list = COMPOSITIONS[category];
  const compose = list[(options.variant ?? r.int(0, list.length - 1)) % list.length]!;
  const grain =
    options.grain === false
      ? ''
      : `<filter id="g" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".9" numOctaves="2" seed="${hash(seed) % 97}"/><feColorMatrix values="0 0 0 0 .5  0 0 0 0 .5  0 0 0 0 .5  0 0 0 -1.6 1.25"/></filter>` +
        `<rect width="${W}" height="${H}" filter="url(#g)" opacity=".28" style="mix-blend-mode:overlay"/>`;
  // Ids carry the seed, so several covers may be inlined in one page.
  const own = (svg: string) => svg.replace(/(id="|url\(#)/g, `$1c${hash(seed).toString(36)}`);
  return own(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}" preserveAspectRatio="xMidYMid slice">` +
      `<defs><linearGradient id="s" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#fff" stop-opacity=".14"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="${p.ink}" stop-opacity=".2"/></linearGradient></defs>` +
      rect(0, 0, W, H, p.bg) +
      compose(r, p) +
      rect(0, 0, W, H, 'url(#s)') +
      grain +
      '</svg>',
  );
}
