/** Two or three ideas per category. The seed moves, turns and counts; it never changes the idea. */
import { bowl, brush, citrus, cutouts, horizon, motion, stones, table, track } from './compositions-hands.ts';
import { blocks, bubbles, letters, pixel, windows } from './compositions-screens.ts';
import { curtain, faces, keys, orbit, record, ribbon, seats, standup, wave } from './compositions-stage.ts';
import type { Category } from './palettes.ts';
import type { Compose } from './shapes.ts';

export const COMPOSITIONS: Record<Category, readonly Compose[]> = {
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
