/** Generated people for accounts without a picture. Pure and deterministic, like the covers. */
import { rng, circle, line, path, rect, ring, times } from './shapes.ts';

const SKIN = [
  ['#FFE0CC', '#F2BFA0'],
  ['#F8CDA9', '#E3A67C'],
  ['#E9B184', '#C98A5B'],
  ['#C98B5E', '#A56A42'],
  ['#9C6240', '#7A4729'],
  ['#6F4028', '#532C1A'],
  ['#4E2C1E', '#381D13'],
] as const;
const HAIR = [
  '#1B1416',
  '#2E1C17',
  '#4A2A1A',
  '#7A4322',
  '#B06A2C',
  '#D9A441',
  '#8C8794',
  '#C2452D',
  '#5A3FD6',
] as const;
const GROUND = [
  '#FFD3C9',
  '#D9CFFF',
  '#FFE3A6',
  '#BFE8D6',
  '#C6E2FF',
  '#FFC9DD',
  '#E7DCCB',
  '#F2452F',
  '#6C4CF1',
  '#0A6C70',
  '#2347EA',
  '#FFD64A',
] as const;
const CLOTH = [
  '#15121B',
  '#6C4CF1',
  '#FF5A4A',
  '#F6E7CB',
  '#0A6C70',
  '#FFD64A',
  '#2347EA',
  '#FFFFFF',
  '#7A1E5B',
  '#3DA35D',
] as const;

export type HairStyle = 'crop' | 'bob' | 'long' | 'curls' | 'bun' | 'part' | 'scarf' | 'beanie' | 'bald' | 'locs';
const STYLES: readonly HairStyle[] = [
  'crop',
  'bob',
  'long',
  'curls',
  'bun',
  'part',
  'scarf',
  'beanie',
  'bald',
  'locs',
  'part',
  'bob',
  'crop',
];

/** A person, 96 x 96. The same seed is the same person everywhere: header, chat, ticket, hand queue. */
export function avatarSvg(seed: string): string {
  const r = rng(`${seed}/person`);
  const [skin, shade] = r.pick(SKIN),
    hair = r.pick(HAIR),
    ground = r.pick(GROUND);
  const cloth = r.pick(CLOTH.filter((c) => c !== ground)),
    style = r.pick(STYLES);
  const wrap = r.pick(CLOTH.filter((c) => c !== ground && c !== cloth));
  const back: Partial<Record<HairStyle, string>> = {
    bob: rect(25, 22, 46, 48, hair, 20),
    long: path('M24 42C22 10 74 10 72 42C72 62 80 74 76 90H20C16 74 24 62 24 42Z', hair),
    curls: [
      [30, 32, 13],
      [40, 20, 14],
      [56, 20, 14],
      [66, 32, 13],
      [70, 46, 11],
      [26, 46, 11],
    ]
      .map(([x, y, q]) => circle(x!, y!, q!, hair))
      .join(''),
    bun: circle(48, 12, 11, hair),
    scarf: path('M22 48C20 10 76 10 74 48C74 66 78 78 82 96H14C18 78 22 66 22 48Z', wrap),
    locs: times(7, (i) =>
      line(
        `M${26 + i * 7.4} 30C${24 + i * 7.6} 50 ${22 + i * 8.4} 64 ${22 + i * 8.6} ${78 - Math.abs(i - 3) * 2}`,
        hair,
        8,
      ),
    ),
  };
  const front: Partial<Record<HairStyle, string>> = {
    crop: path(
      'M30 42C28 20 40 16 50 16C64 16 68 26 66 42C64 34 60 30 56 29C48 32 38 31 33 32C31 35 31 38 30 42Z',
      hair,
    ),
    bob: path('M29 44C28 22 38 17 48 17S68 22 67 44C64 38 62 33 58 29C52 33 40 35 34 33C31 36 30 40 29 44Z', hair),
    long: path('M29 46C27 22 40 17 48 17S69 22 67 46C66 38 62 30 50 27C44 36 32 36 29 46Z', hair),
    curls: [
      [36, 26, 8],
      [46, 23, 8],
      [56, 24, 8],
      [63, 30, 6],
      [31, 33, 6],
    ]
      .map(([x, y, q]) => circle(x!, y!, q!, hair))
      .join(''),
    bun: path('M29 44C27 22 40 17 48 17S69 22 67 44C65 34 60 28 48 28S31 34 29 44Z', hair),
    part: path(
      'M29 42C26 20 42 14 54 16C66 18 69 28 67 44C65 38 64 34 62 31C52 32 42 28 38 24C36 30 31 34 29 42Z',
      hair,
    ),
    scarf: path('M28 50C24 20 40 16 48 16S72 20 68 50C66 34 60 27 48 27S30 34 28 50Z', wrap),
    beanie:
      path('M28 34C28 12 68 12 68 34Z', wrap) +
      rect(26, 30, 44, 9, wrap, 4) +
      rect(26, 30, 44, 9, '#15121B', 4, 'opacity=".18"'),
    locs: path('M29 42C26 18 40 15 48 15S70 18 67 42C63 32 58 28 48 28S33 32 29 42Z', hair),
    bald: '',
  };
  const beard =
    ['crop', 'part', 'bald', 'beanie'].includes(style) && r.chance(0.42)
      ? path(
          'M30 48C30 66 38 72 48 72S66 66 66 48C64 55 60 57 56 57C52 54 44 54 40 57C36 57 32 55 30 48Z',
          style === 'bald' || hair === '#5A3FD6' ? '#2E1C17' : hair,
        )
      : '';
  const glasses = r.chance(0.24)
    ? ring(40, 46, 6.6, '#15121B', 2) + ring(56, 46, 6.6, '#15121B', 2) + line('M46.6 45.4q1.4 -1 2.8 0', '#15121B', 2)
    : '';
  const phones =
    !glasses && r.chance(0.12) && style !== 'scarf'
      ? line('M27 46C24 8 72 8 69 46', '#15121B', 4) +
        rect(23, 42, 8, 16, '#15121B', 4) +
        rect(65, 42, 8, 16, '#15121B', 4)
      : '';
  const pattern = r.chance(0.3)
    ? times(3, (i) => line(`M6 ${84 + i * 7}Q48 ${70 + i * 7} 90 ${84 + i * 7}`, wrap, 2.6))
    : '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">` +
    rect(0, 0, 96, 96, ground) +
    (back[style] ?? '') +
    path('M6 100C6 80 26 73 48 73S90 80 90 100Z', cloth) +
    pattern +
    path('M40 60H56V74C56 80 40 80 40 74Z', shade) +
    (style === 'scarf' ? '' : circle(30, 47, 4.6, skin) + circle(66, 47, 4.6, shade)) +
    rect(30, 22, 36, 46, skin, 18) +
    path('M58 23C64 28 66 34 66 42V50C66 60 60 67 52 68C62 58 62 36 58 23Z', shade, 'opacity=".55"') +
    beard +
    circle(40.5, 46, 2.2, '#1B1416') +
    circle(55.5, 46, 2.2, '#1B1416') +
    line(
      'M37 40.6q3.4 -2 6.6 -.4M52.4 40.2q3.2 -1.6 6.6 .4',
      style === 'bald' ? '#2E1C17' : style === 'scarf' ? '#1B1416' : hair,
      1.8,
    ) +
    line('M48 48l-1.4 5h2.4', shade, 1.7) +
    (r.chance(0.5)
      ? path('M42.6 58.4Q48 64.6 53.4 58.4Z', '#FFFFFF', 'stroke="#7A2A22" stroke-width="1.4" stroke-linejoin="round"')
      : line('M43 59.4q5 3.6 10 0', '#7A2A22', 1.9)) +
    (front[style] ?? '') +
    glasses +
    phones +
    '</svg>'
  );
}
