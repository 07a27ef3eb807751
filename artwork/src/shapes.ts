import type { Palette } from './palettes.ts';

/** For CSS backgrounds and <img>. */
export const dataUrl = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** Seeded numbers: the same seed gives the same picture everywhere. */

/** FNV-1a: any string to 32 bits. */
export function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h ^= h >>> 15;
  h = Math.imul(h, 0x2c1b3c6d);
  h ^= h >>> 12;
  return h >>> 0;
}

export interface Rng {
  (): number;
  range(min: number, max: number): number;
  int(min: number, max: number): number;
  pick<T>(items: readonly T[]): T;
  chance(p: number): boolean;
}

/** mulberry32 with the helpers a composition needs. */
export function rng(seed: string): Rng {
  let s = hash(seed);
  const next = (() => {
    s = (s + 0x6d2b79f5) | 0;
    let t = Math.imul(s ^ (s >>> 15), 1 | s);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }) as Rng;
  next.range = (min, max) => min + next() * (max - min);
  next.int = (min, max) => Math.floor(next.range(min, max + 1));
  next.pick = (items) => items[Math.floor(next() * items.length)]!;
  next.chance = (p) => next() < p;
  return next;
}

/** SVG pieces as text: what covers and avatars are drawn with. The frame is 640 x 360. */

export const W = 640;
export const H = 360;
export const n = (v: number) => String(Math.round(v * 10) / 10);

export const circle = (x: number, y: number, r: number, fill: string, more = '') =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${more}/>`;
export const ring = (x: number, y: number, r: number, stroke: string, w: number, more = '') =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="none" stroke="${stroke}" stroke-width="${n(w)}" ${more}/>`;
export const rect = (x: number, y: number, w: number, h: number, fill: string, rx = 0, more = '') =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" rx="${n(rx)}" fill="${fill}" ${more}/>`;
export const path = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`;
export const line = (d: string, stroke: string, w: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${n(w)}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
export const at = (x: number, y: number, turn: number, body: string) =>
  `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)})">${body}</g>`;
export const times = (count: number, f: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => f(i)).join('');
/** Rough brightness, 0 to 1: dark grounds take light marks. */
export const luma = (hex: string) =>
  (parseInt(hex.slice(1, 3), 16) * 0.3 + parseInt(hex.slice(3, 5), 16) * 0.59 + parseInt(hex.slice(5, 7), 16) * 0.11) /
  255;
/** Half a disc, flat side at angle `turn`. */
export const half = (x: number, y: number, r: number, fill: string, turn = 0) =>
  at(x, y, turn, path(`M${-r} 0A${r} ${r} 0 0 1 ${r} 0Z`, fill));
/** A point on a circle. */
export const polar = (x: number, y: number, r: number, deg: number): [number, number] => [
  x + r * Math.cos((deg * Math.PI) / 180),
  y + r * Math.sin((deg * Math.PI) / 180),
];
/** Print dots that fade along x: the texture of a cheap, good poster. */
export const halftone = (x: number, y: number, cols: number, rows: number, step: number, fill: string, flip = false) =>
  times(cols * rows, (i) => {
    const cx = i % cols,
      cy = Math.floor(i / cols);
    const t = (flip ? cols - 1 - cx : cx) / (cols - 1);
    const r = step * 0.52 * (1 - t);
    return r < 0.6 ? '' : circle(x + cx * step + (cy % 2 ? step / 2 : 0), y + cy * step * 0.86, r, fill);
  });

/** One idea of a poster: seeded numbers and a palette in, SVG text out. */
export type Compose = (r: Rng, p: Palette) => string;
