/** Colors of the generated covers: hand-made palettes and which of them suit a category. */
export type Category =
  | 'music'
  | 'cooking'
  | 'fitness'
  | 'coding'
  | 'comedy'
  | 'language'
  | 'wellness'
  | 'art'
  | 'talk'
  | 'dance'
  | 'gaming';

export const CATEGORIES: readonly Category[] = [
  'music',
  'cooking',
  'fitness',
  'coding',
  'comedy',
  'language',
  'wellness',
  'art',
  'talk',
  'dance',
  'gaming',
];

/** Five inks on one ground. `bg` is the dominant color, `light` and `ink` are its extremes. */
export interface Palette {
  name: string;
  bg: string;
  a: string;
  b: string;
  c: string;
  light: string;
  ink: string;
}

export const PALETTES: readonly Palette[] = [
  { name: 'ember', bg: '#F2452F', a: '#FFB199', b: '#FFD166', c: '#6B1038', light: '#FFF1E4', ink: '#25081A' },
  { name: 'midnight', bg: '#17114A', a: '#6C4CF1', b: '#FF5A4A', c: '#F3A6F0', light: '#F3EEFF', ink: '#0A0724' },
  { name: 'lagoon', bg: '#0A6C70', a: '#22BFA5', b: '#F9E27D', c: '#FF7F50', light: '#EAFBF3', ink: '#042D33' },
  { name: 'butter', bg: '#FFD64A', a: '#FF8A3D', b: '#EE4230', c: '#2B55C9', light: '#FFF8DD', ink: '#1D1A3B' },
  { name: 'rose', bg: '#FFB3CE', a: '#EF3F7A', b: '#7A1E5B', c: '#FFE45C', light: '#FFF0F6', ink: '#3A0A2C' },
  { name: 'cobalt', bg: '#2347EA', a: '#7FA8FF', b: '#FFD23F', c: '#FF6B57', light: '#EDF2FF', ink: '#0A1252' },
  { name: 'forest', bg: '#114A30', a: '#3DA35D', b: '#C8F169', c: '#FFB627', light: '#F2FBE4', ink: '#052317' },
  { name: 'sand', bg: '#F0DEC2', a: '#E2683A', b: '#1F4E5F', c: '#D9A21B', light: '#FFF9EE', ink: '#23180F' },
  { name: 'plum', bg: '#4B1254', a: '#B93AA8', b: '#FF8552', c: '#FFD9A0', light: '#FFF0F2', ink: '#240629' },
  { name: 'mint', bg: '#B9EAD1', a: '#2FA57C', b: '#FF6A55', c: '#1F4A45', light: '#F3FFF8', ink: '#0D2C27' },
  { name: 'noir', bg: '#17131D', a: '#FF5A4A', b: '#F6E7CB', c: '#6C4CF1', light: '#FFFFFF', ink: '#08060B' },
  { name: 'sky', bg: '#A5D5FF', a: '#2F66FF', b: '#FF7442', c: '#FFE066', light: '#F4FAFF', ink: '#0B2350' },
];

/** Which palettes suit a category, best first. The seed picks one, so a rail never looks like one brand's wall. */
export const TASTE: Record<Category, readonly string[]> = {
  music: ['midnight', 'ember', 'plum', 'noir', 'cobalt', 'rose'],
  cooking: ['butter', 'mint', 'ember', 'sand', 'lagoon', 'rose'],
  fitness: ['cobalt', 'ember', 'butter', 'forest', 'sky'],
  coding: ['noir', 'forest', 'midnight', 'lagoon', 'sky'],
  comedy: ['rose', 'butter', 'ember', 'cobalt', 'plum'],
  language: ['sky', 'mint', 'rose', 'butter', 'cobalt', 'sand'],
  wellness: ['mint', 'sand', 'plum', 'lagoon', 'rose', 'sky'],
  art: ['sand', 'rose', 'cobalt', 'butter', 'mint'],
  talk: ['midnight', 'lagoon', 'sand', 'noir', 'forest'],
  dance: ['plum', 'ember', 'rose', 'midnight', 'cobalt'],
  gaming: ['midnight', 'cobalt', 'noir', 'lagoon', 'plum'],
};
