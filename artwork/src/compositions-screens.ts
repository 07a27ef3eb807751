/** Posters of code, games and languages. */
import { W, H, n, circle, ring, rect, path, line, times, halftone, type Compose } from './shapes.ts';

/** A mirrored pixel creature on a lit grid. */
export const pixel: Compose = (r, p) => {
  const s = 26,
    cols = 11,
    rows = 9,
    ox = W / 2 - (cols * s) / 2,
    oy = H / 2 - (rows * s) / 2;
  let body = '';
  for (let y = 0; y < rows; y++)
    for (let x = 0; x <= 5; x++) {
      const edge = y === 0 || y === rows - 1 || x === 0;
      if (!r.chance(edge ? 0.36 : 0.86)) continue;
      const fill = y < 3 ? p.a : y < 6 ? p.b : p.c;
      for (const c of [x, cols - 1 - x]) body += rect(ox + c * s + 1.5, oy + y * s + 1.5, s - 3, s - 3, fill, 4);
    }
  const eye = (x: number) =>
    rect(ox + x * s + 1.5, oy + 3 * s + 1.5, s - 3, 2 * s - 3, p.light, 4) +
    rect(ox + x * s + 8, oy + 4 * s + 2, 10, 20, p.ink, 3);
  return (
    times(25 * 14, (i) => {
      const x = i % 25,
        y = Math.floor(i / 25);
      return rect(x * s - 5 + 11, y * s - 2 + 11, 4, 4, p.light, 1, 'opacity=".2"');
    }) +
    circle(W / 2, H / 2, 178, p.ink, 'opacity=".55"') +
    body +
    eye(3) +
    eye(7) +
    times(7, (i) => rect(r.int(0, 24) * s - 3, r.int(0, 13) * s, s - 3, s - 3, [p.a, p.b, p.c][i % 3]!, 4))
  );
};
/** Editor windows in a stack, code as bars. */
export const windows: Compose = (r, p) => {
  const win = (x: number, y: number, w: number, h: number, head: string) =>
    rect(x + 10, y + 12, w, h, p.ink, 16, 'opacity=".4"') +
    rect(x, y, w, h, p.ink, 16) +
    path(`M${n(x)} ${n(y + 34)}v-18a16 16 0 0 1 16 -16h${n(w - 32)}a16 16 0 0 1 16 16v18z`, head) +
    times(3, (i) => circle(x + 22 + i * 20, y + 17, 6, p.ink)) +
    times(Math.floor((h - 62) / 22), (i) => {
      const indent = [0, 1, 2, 2, 1, 2, 1, 0][i % 8]! * 22,
        a = r.range(34, 92),
        b = r.range(44, w - 190);
      return (
        rect(x + 22 + indent, y + 54 + i * 22, a, 10, [p.b, p.c, p.a][(i + 1) % 3]!, 5) +
        rect(x + 32 + indent + a, y + 54 + i * 22, Math.max(30, b - indent), 10, p.light, 5, 'opacity=".34"')
      );
    });
  return (
    line('M86 96L10 190L86 284', p.a, 34) +
    line('M554 96L630 190L554 284', p.a, 34) +
    circle(500, 80, 66, p.b) +
    win(r.range(100, 130), 44, 330, 220, p.c) +
    win(r.range(206, 246), 126, 320, 216, p.b)
  );
};
/** Overlapping speech bubbles that carry accents instead of words. */
export const bubbles: Compose = (r, p) => {
  const bubble = (x: number, y: number, w: number, h: number, fill: string, right: boolean, inner: string) =>
    rect(x, y, w, h, fill, h * 0.34) +
    path(right ? `M${n(x + w - 84)} ${n(y + h - 10)}h54l12 54z` : `M${n(x + 84)} ${n(y + h - 10)}h-54l-12 54z`, fill) +
    `<g transform="translate(${n(x + w / 2)} ${n(y + h / 2)})">${inner}</g>`;
  const marks = [
    (k: string) => line('M-66 14c14 -52 44 -52 66 -14s52 38 66 -14', k, 24),
    (k: string) => circle(-38, 0, 24, k) + circle(38, 0, 24, k),
    (k: string) => line('M-26 36L26 -36', k, 26),
    (k: string) => line('M-44 26L0 -28L44 26', k, 24),
    (k: string) => ring(0, 0, 32, k, 20),
    (k: string) => times(3, (i) => circle((i - 1) * 50, 0, 16, k)),
  ];
  const o = r.int(0, 5),
    m = (i: number, k: string) => marks[(o + i) % 6]!(k);
  return (
    circle(r.range(520, 600), 60, 110, p.c) +
    halftone(0, 230, 22, 13, 12, p.a) +
    bubble(60, 40, 290, 150, p.a, false, m(0, p.light)) +
    bubble(r.range(286, 320), 128, 270, 140, p.ink, true, m(1, p.c)) +
    bubble(120, 226, 190, 104, p.b, false, `<g transform="scale(.74)">${m(2, p.light)}</g>`)
  );
};
/** Three giant letterforms, each on its own sheet. */
export const letters: Compose = (r, p) => {
  const draw: ((k: string, acc: string) => string)[] = [
    (k, acc) =>
      line('M-50 96V-30M-50 20C-50 -54 50 -54 50 20V96', k, 44) +
      line('M-46 -96c14 -36 36 -24 48 -8s34 22 48 -14', acc, 24),
    (k, acc) => line('M-60 34H60C60 -56 -60 -56 -60 34S20 122 52 78', k, 42) + line('M-8 -84L36 -124', acc, 26),
    (k, acc) =>
      line('M-54 -40V36C-54 110 54 110 54 36V-40M54 30V96', k, 44) +
      circle(-40, -100, 22, acc) +
      circle(40, -100, 22, acc),
    (k, acc) => line('M58 -22C30 -66 -62 -58 -62 28S30 122 58 74', k, 44) + line('M2 108c34 4 34 42 -6 38', acc, 20),
    (k, acc) => line('M54 -36V96M54 30C54 -54 -58 -54 -58 30S54 114 54 30', k, 44) + ring(0, -104, 24, acc, 16),
    (k, acc) => line('M-54 -30C-54 -110 56 -100 46 -30C40 10 -4 10 -4 52', k, 44) + circle(-4, 108, 26, acc),
  ];
  const o = r.int(0, 5),
    sheets = [
      [p.a, p.light, p.c],
      [p.ink, p.c, p.b],
      [p.b, p.light, p.ink],
    ] as const,
    w = W / 3;
  return sheets
    .map(
      ([bg, k, acc], i) =>
        rect(i * w, 0, w + 1, H, bg) +
        `<g transform="translate(${n(i * w + w / 2)} ` +
        `190)">${draw[(o + i * (o % 2 ? 1 : 5)) % 6]!(k, acc === bg ? p.light : acc)}</g>`,
    )
    .join('');
};
/** Isometric blocks. */
export const blocks: Compose = (r, p) => {
  const s = 46,
    cube = (x: number, y: number, t: string, l: string, q: string) =>
      path(`M${n(x)} ${n(y - s)}l${n(s * 0.87)} ${s / 2}l${n(-s * 0.87)} ${s / 2}l${n(-s * 0.87)} ${-s / 2}z`, t) +
      path(`M${n(x - s * 0.87)} ${n(y - s / 2)}v${s}l${n(s * 0.87)} ${s / 2}v${-s}z`, l) +
      path(`M${n(x + s * 0.87)} ${n(y - s / 2)}v${s}l${n(-s * 0.87)} ${s / 2}v${-s}z`, q);
  let out = circle(r.range(140, 500), 120, 104, p.b);
  for (let row = 0; row < 8; row++)
    for (let c = -1; c < 9; c++) {
      const x = c * s * 1.74 + (row % 2 ? s * 0.87 : 0) + 10,
        lift = Math.max(0, Math.round(r.range(-1.6, 2.2))) * 22,
        y = 150 + row * s * 0.76 - lift + Math.abs(c - 4) * -6 + 40;
      if (row === 0 && r.chance(0.5)) continue;
      const k = r.pick([0, 0, 1, 2]);
      out +=
        k === 1 ? cube(x, y, p.light, p.b, p.c) : k === 2 ? cube(x, y, p.c, p.b, p.ink) : cube(x, y, p.a, p.bg, p.ink);
    }
  return out;
};
