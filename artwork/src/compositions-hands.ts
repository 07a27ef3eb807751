/** Posters of things done with hands and bodies: cooking, fitness, wellness, art. */
import type { Palette } from './palettes.ts';
import { W, H, n, circle, ring, rect, path, line, at, times, half, polar, type Compose } from './shapes.ts';

/** A bowl with noodles, an egg and steam. */
export const bowl: Compose = (r, p) => {
  const x = r.range(280, 360),
    y = 196,
    R = 168;
  return (
    circle(x + r.range(-60, 60), 150, 138, p.a) +
    times(3, (i) => line(`M${n(x - 84 + i * 84)} 112c-22 -22 22 -40 0 -62s18 -34 2 -56`, p.light, 9, 'opacity=".9"')) +
    at(
      x,
      y,
      0,
      `<ellipse rx="${R}" ry="40" fill="${p.ink}"/><ellipse rx="${R - 14}" ry="30" fill="${p.b}"/>` +
        times(6, (i) => line(`M${-128 + i * 30} ${-4 + (i % 2) * 6}c20 -34 52 -34 66 4`, p.light, 7)) +
        circle(70, -10, 36, p.light) +
        circle(74, -10, 18, '#FFAE2E') +
        path('M-118 2c-10 -46 30 -66 62 -50c-2 34 -26 54 -62 50z', p.name === 'forest' ? p.b : '#2FA57C') +
        line('M-112 -2c14 -18 30 -32 48 -42', p.ink, 3) +
        path(`M${-R} 0A${R} ${R} 0 0 0 ${R} 0A${R} 40 0 0 1 ${-R} 0Z`, p.c) +
        times(9, (i) =>
          line(`M${-120 + i * 30} ${58 + Math.abs(i - 4) * -6}l14 14l14 -14`, p.light, 5, 'opacity=".85"'),
        ) +
        rect(-52, 158, 104, 10, p.ink, 3),
    ) +
    at(x + 40, y - 22, -34, rect(0, -6, 330, 9, p.ink, 4) + rect(-6, 14, 336, 9, p.ink, 4))
  );
};
/** The table from above: plates, a cloth of checks, cutlery. */
export const table: Compose = (r, p) => {
  const s = 40,
    plates: [number, number, number][] = [
      [r.range(190, 240), r.range(170, 200), 132],
      [r.range(478, 520), r.range(80, 110), 92],
      [r.range(500, 540), 300, 74],
      [36, 336, 84],
      [40, 40, 58],
    ];
  return (
    times(Math.ceil(W / s) * 9, (i) => {
      const c = i % 16,
        l = Math.floor(i / 16);
      return (c + l) % 2 ? rect(c * s, l * s, s, s, p.light, 0, 'opacity=".22"') : '';
    }) +
    plates
      .map(
        ([x, y, R], i) =>
          circle(x + 8, y + 10, R, p.ink, 'opacity=".22"') +
          circle(x, y, R, p.light) +
          ring(x, y, R * 0.86, i % 2 ? p.a : p.c, R * 0.05) +
          (i === 0
            ? circle(x, y, R * 0.66, p.b) +
              times(10, (k) => {
                const [a, b] = polar(x, y, R * 0.4, k * 36);
                return at(
                  a,
                  b,
                  k * 36,
                  `<ellipse rx="${n(R * 0.2)}" ry="${n(R * 0.09)}" fill="${k % 2 ? p.c : p.light}"/>`,
                );
              }) +
              circle(x, y, R * 0.2, p.a)
            : i === 1
              ? slice(x, y, R * 0.66, p, 9)
              : circle(x, y, R * 0.6, i % 2 ? p.a : p.b) + half(x, y, R * 0.6, p.c, r.range(0, 180))),
      )
      .join('') +
    at(
      360,
      60,
      r.range(-8, 12),
      rect(0, 0, 10, 250, p.ink, 5) +
        rect(-10, -6, 6, 66, p.ink, 3) +
        rect(2, -6, 6, 66, p.ink, 3) +
        rect(14, -6, 6, 66, p.ink, 3) +
        rect(-10, 52, 30, 20, p.ink, 8),
    ) +
    at(404, 54, 6, rect(0, 100, 10, 156, p.ink, 5) + path('M0 110V0c22 14 26 70 12 110z', p.ink))
  );
};
/** A citrus wheel. */
function slice(x: number, y: number, R: number, p: Palette, parts: number): string {
  return (
    circle(x, y, R, p.a) +
    circle(x, y, R * 0.9, p.light) +
    times(parts, (i) => {
      const gap = 5,
        s = (360 / parts) * i + gap,
        e = (360 / parts) * (i + 1) - gap;
      const [x0, y0] = polar(x, y, R * 0.12, (s + e) / 2),
        [x1, y1] = polar(x, y, R * 0.8, s),
        [x2, y2] = polar(x, y, R * 0.8, e);
      return path(
        `M${n(x0)} ${n(y0)}L${n(x1)} ${n(y1)}A${n(R * 0.8)} ${n(R * 0.8)} 0 0 1 ${n(x2)} ${n(y2)}Z`,
        p.b,
        `stroke="${p.b}" stroke-width="6" stroke-linejoin="round"`,
      );
    })
  );
}
/** Citrus wheels and leaves as a bold repeat. */
export const citrus: Compose = (r, p) => {
  const turn = r.range(-14, 14);
  return at(
    W / 2,
    H / 2,
    turn,
    times(15, (i) => {
      const c = i % 5,
        l = Math.floor(i / 5),
        x = (c - 2) * 176 + (l % 2 ? 88 : 0) - 44,
        y = (l - 1) * 164;
      const leaf =
        path('M0 0c26 -40 70 -40 92 -14c-22 38 -66 44 -92 14z', p.c) + line('M6 -2c24 -10 50 -14 76 -12', p.light, 3);
      return (
        (i % 3 === 2
          ? half(x, y, 70, p.a, 28) +
            at(x, y, 28, path('M-58 0A58 58 0 0 1 58 0Z', p.light) + path('M-50 -3A50 50 0 0 1 50 -3Z', p.b))
          : slice(x, y, 72, p, 8)) + at(x + 50, y + 76, -18, leaf)
      );
    }),
  );
};
/** Lanes of a track turning through the frame, runners as dots. */
export const track: Compose = (r, p) => {
  const flip = r.chance(0.5) ? `transform="translate(${W} 0) scale(-1 1)"` : '';
  const d = (o: number) => `M-40 ${n(70 + o)}H330A${n(190 - o)} ${n(190 - o)} 0 0 1 330 ${n(450 - o)}H-40`;
  return (
    `<g ${flip}>` +
    circle(560, 70, 46, p.b) +
    times(5, (i) => line(d(i * 34), i % 2 ? p.a : p.c, 30)) +
    times(6, (i) => line(d(i * 34 - 17), p.light, 3)) +
    times(5, (i) => {
      const R = 190 - i * 34,
        [x, y] = polar(330, 260, R, -84 + ((i * 29 + r.int(0, 12)) % 76));
      return (
        circle(x - 22, y - 2, 9, p.ink, 'opacity=".18"') +
        circle(x, y, 13, i === 1 ? p.b : p.ink) +
        circle(x, y, 5, p.light)
      );
    }) +
    rect(180, 53, 10, 172, p.light) +
    times(10, (i) => rect(180 + (i % 2) * 5, 53 + i * 17, 5, 17, p.ink)) +
    '</g>'
  );
};
/** One movement, photographed many times: a fan of capsules. */
export const motion: Compose = (r, p) => {
  const x = r.range(240, 400),
    y = 330,
    count = 13,
    cols = [p.a, p.c, p.b, p.light];
  return (
    circle(x, y, 300, p.light, 'opacity=".16"') +
    circle(x, y, 214, p.light, 'opacity=".18"') +
    times(count, (i) =>
      at(
        x,
        y,
        -176 + (i * 172) / (count - 1),
        rect(
          66,
          -21,
          180 + 52 * Math.sin((i / (count - 1)) * Math.PI),
          42,
          cols[i % 4]!,
          21,
          i % 4 === 3 ? '' : 'opacity=".94"',
        ) + circle(280 + 52 * Math.sin((i / (count - 1)) * Math.PI), 0, 20, cols[i % 4]!),
      ),
    ) +
    circle(x, y, 74, p.ink) +
    circle(x, y, 34, p.b) +
    rect(0, 330, W, 40, p.ink)
  );
};
/** Hills, a ringed sun, still water. */
export const horizon: Compose = (r, p) => {
  const x = r.range(220, 420),
    hill = (y: number, a: number, k: number, fill: string) =>
      path(
        `M-10 ${n(y)}C${n(140 * k)} ${n(y - a)} ${n(250 * k)} ${n(y + a * 0.4)} 340 ${n(y - a * 0.3)}S560 ` +
          `${n(y - a)} 650 ${n(y - a * 0.2)}V370H-10Z`,
        fill,
      );
  return (
    times(4, (i) => circle(x, 178, 176 - i * 34, i % 2 ? p.light : p.b, i < 3 ? `opacity="${0.22 + i * 0.16}"` : '')) +
    circle(x, 178, 66, p.b) +
    hill(216, 70, 0.9, p.a) +
    hill(254, r.range(50, 80), 1.1, p.c) +
    hill(300, 56, 0.8, p.ink) +
    times(6, (i) => rect(x - 92 + i * 13, 318 + i * 8, 184 - i * 26, 3, p.b, 1.5, 'opacity=".85"'))
  );
};
/** Balanced stones over ripples. */
export const stones: Compose = (r, p) => {
  const x = r.range(250, 390);
  return (
    times(
      7,
      (i) =>
        `<ellipse cx="${n(x)}" cy="322" rx="${n(100 + i * 62)}" ry="${n(18 + i * 15)}" fill="none" ` +
        `stroke="${i % 2 ? p.light : p.a}" stroke-width="${n(7 - i * 0.6)}" opacity=".8"/>`,
    ) +
    circle(x + r.range(-40, 40), 120, 112, p.b, 'opacity=".95"') +
    (
      [
        [122, 38, 296, p.c],
        [94, 33, 232, p.a],
        [70, 27, 176, p.ink],
        [47, 22, 130, p.light],
        [27, 16, 94, p.c],
      ] as const
    )
      .map(
        ([rx, ry, y, f], i) =>
          `<ellipse cx="${n(x + r.range(-9, 9))}" cy="${y}" rx="${rx}" ry="${ry}" fill="${f}"/>` +
          (i < 4
            ? `<ellipse cx="${n(x - rx * 0.35)}" cy="${n(y - ry * 0.35)}" rx="${n(rx * 0.34)}" ry="${n(ry * 0.2)}" ` +
              'fill="#fff" opacity=".22"/>'
            : ''),
      )
      .join('')
  );
};
/** Paper cut-outs on blocks. */
export const cutouts: Compose = (r, p) => {
  const leaf = (k: number) =>
    times(5, (i) => {
      const y = -80 + i * 36,
        l = 40 + 26 * Math.sin((i + 1) / 1.9);
      return (
        `M0 ${n(y + 14)}C${n(-l * 0.6)} ${n(y + 10)} ${n(-l)} ${n(y - 14)} ${n(-l * k)} ` +
        `${n(y - 30)}C${n(-l * 0.3)} ${n(y - 30)} -8 ${n(y - 14)} 0 ${n(y)}C8 ${n(y - 14)} ${n(l * 0.3)} ` +
        `${n(y - 30)} ${n(l * k)} ${n(y - 30)}C${n(l)} ${n(y - 14)} ${n(l * 0.6)} ${n(y + 10)} 0 ` +
        `${n(y + 14)}Z`
      );
    }) + 'M-7 -80h14v190h-14z';
  const cols = [p.a, p.b, p.c, p.light, p.ink];
  const cell = W / 4;
  return (
    times(8, (i) =>
      rect(
        (i % 4) * cell,
        Math.floor(i / 4) * 180,
        cell + 1,
        181,
        [p.bg, p.a, p.light, p.b, p.c, p.bg, p.ink, p.light][(i + (i > 3 ? 1 : 0)) % 8]!,
      ),
    ) +
    times(6, (i) => {
      const x = 60 + i * 106 + r.range(-12, 12),
        y = i % 2 ? r.range(210, 260) : r.range(110, 150);
      return at(
        x,
        y,
        r.range(-50, 50),
        path(leaf(r.range(0.9, 1.15)), cols[(i * 3 + 1) % 5]!, `transform="scale(${n(r.range(1, 1.35))})"`),
      );
    }) +
    circle(r.range(520, 570), 90, 44, p.b) +
    circle(r.range(80, 120), 290, 30, p.c)
  );
};
/** Fat brush strokes with bristles. */
export const brush: Compose = (r, p) => {
  const cols = [p.a, p.b, p.c, p.ink];
  return (
    times(4, (i) => {
      const y = 66 + i * 78,
        x0 = [-40, 70, -40, 120][i]!,
        x1 = [520, 690, 690, 560][i]!,
        bend = r.range(60, 96) * (i % 2 ? -1 : 1);
      const d = (o: number) =>
        `M${x0} ${n(y + o)}C${n(x0 + 170)} ${n(y - bend + o)} ${n(x1 - 190)} ${n(y + bend + o)} ${x1} ${n(y - 6 + o)}`;
      return (
        line(d(0), cols[i]!, 62) +
        times(6, (k) => line(d(-22 + k * 8.8), p.light, 1.6, 'opacity=".32" stroke-dasharray="190 14 260 22"'))
      );
    }) +
    circle(r.range(540, 580), 66, 40, p.light) +
    circle(72, r.range(296, 306), 26, p.light)
  );
};
