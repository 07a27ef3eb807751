/** Posters of things that happen on a stage: music, comedy, talks, dance. */
import {
  W,
  H,
  n,
  circle,
  ring,
  rect,
  path,
  line,
  at,
  times,
  luma,
  half,
  polar,
  halftone,
  type Compose,
} from './shapes.ts';

/** A record bleeding off one side, a low sun, a tone arm. */
export const record: Compose = (r, p) => {
  const left = r.chance(0.5),
    x = left ? r.range(190, 230) : r.range(410, 450),
    y = r.range(170, 230),
    R = r.range(186, 210);
  const sx = left ? W - 90 : 90;
  return (
    times(5, (i) => ring(sx, H + 10, 250 - i * 44, i % 2 ? p.a : p.b, 22)) +
    circle(x + 10, y + 14, R, p.ink, 'opacity=".35"') +
    circle(x, y, R, p.ink) +
    times(9, (i) => ring(x, y, R - 10 - i * 11, i % 3 ? p.bg : p.a, 1.4, 'opacity=".75"')) +
    path(
      `M${n(x)} ${n(y)}L${polar(x, y, R - 6, -62)
        .map(n)
        .join(' ')}A${n(R)} ${n(R)} 0 0 1 ${polar(x, y, R - 6, -34)
        .map(n)
        .join(' ')}Z`,
      p.light,
      'opacity=".12"',
    ) +
    circle(x, y, 68, p.b) +
    half(x, y, 68, p.a, r.range(-40, 60)) +
    circle(x, y, 9, p.light) +
    line(`M${left ? 560 : 80} 40 L${left ? 540 : 100} 130 L${n(x + (left ? 128 : -128))} ${n(y + 56)}`, p.light, 7) +
    circle(left ? 560 : 80, 40, 20, p.light) +
    circle(left ? 560 : 80, 40, 8, p.ink)
  );
};
/** Sound as a skyline: mirrored bars under a disc. */
export const wave: Compose = (r, p) => {
  const bars = r.int(19, 25),
    w = W / bars,
    f = r.range(0.32, 0.5),
    ph = r.range(0, 6),
    base = 214;
  const sx = r.range(200, 440);
  return (
    circle(sx, 168, 134, p.b) +
    times(6, (i) => rect(sx - 140, 190 + i * 16, 280, 3 + i * 1.6, p.bg)) +
    times(bars, (i) => {
      const e = Math.sin((Math.PI * (i + 0.5)) / bars);
      const h = 22 + 150 * e * Math.abs(Math.sin(i * f + ph) * 0.75 + Math.sin(i * f * 2.3 + ph) * 0.35);
      const fill = i % 4 === 1 ? p.light : i % 4 === 3 ? p.c : p.a;
      return (
        rect(i * w + w * 0.19, base - h, w * 0.62, h, fill, w * 0.31) +
        rect(i * w + w * 0.19, base + 8, w * 0.62, h * 0.5, fill, w * 0.31, 'opacity=".35"')
      );
    })
  );
};
/** Piano keys in a bold diagonal. */
export const keys: Compose = (r, p) => {
  const tilt = r.range(-16, -9),
    kw = 58;
  return (
    circle(r.range(90, 180), 70, 118, p.b) +
    halftone(380, 10, 20, 12, 13, p.a, true) +
    at(
      -40,
      216,
      tilt,
      rect(-80, -14, 900, 420, p.ink) +
        times(14, (i) => rect(-60 + i * kw, 0, kw - 5, 300, i === 6 || i === 9 ? p.a : p.light, 6)) +
        times(14, (i) =>
          [0, 1, 3, 4, 5].includes(i % 7)
            ? rect(-60 + i * kw + kw * 0.68, -2, kw * 0.6, 118, i === 8 ? p.b : p.ink, 5)
            : '',
        ),
    )
  );
};
/** A brick wall, a cone of light, one microphone. */
export const standup: Compose = (r, p) => {
  const x = r.range(260, 380),
    bw = 64,
    bh = 26;
  return (
    times(15 * 12, (i) => {
      const c = i % 12,
        l = Math.floor(i / 12);
      return rect(
        c * bw - (l % 2 ? bw / 2 : 0) + 2,
        l * bh + 2,
        bw - 4,
        bh - 4,
        p.ink,
        3,
        `opacity="${n(0.1 + r() * 0.1)}"`,
      );
    }) +
    path(`M${n(x - 26)} -10L${n(x - 210)} 330H${n(x + 210)}L${n(x + 26)} -10Z`, p.c, 'opacity=".5"') +
    path(`M${n(x - 16)} -10L${n(x - 120)} 330H${n(x + 120)}L${n(x + 16)} -10Z`, p.c, 'opacity=".75"') +
    `<ellipse cx="${n(x)}" cy="332" rx="212" ry="34" fill="${p.light}"/>` +
    rect(x - 5, 150, 10, 180, p.ink, 5) +
    `<ellipse cx="${n(x)}" cy="332" rx="54" ry="12" fill="${p.ink}"/>` +
    at(
      x,
      132,
      -22,
      rect(-16, -6, 32, 92, p.ink, 14) +
        circle(0, -34, 42, p.a) +
        times(5, (i) => line(`M${-34 + Math.abs(i - 2) * 5} ${-52 + i * 9}H${34 - Math.abs(i - 2) * 5}`, p.ink, 2.4)) +
        times(5, (i) => line(`M${-20 + i * 10} -70V2`, p.ink, 2.4, 'opacity=".6"')) +
        rect(-42, -14, 84, 12, p.b, 6),
    ) +
    times(3, (i) =>
      line(`M${n(x + 84 + i * 26)} ${100 - i * 14}q${16 + i * 8} ${30 + i * 12} 0 ${60 + i * 26}`, p.light, 8),
    ) +
    times(3, (i) =>
      line(`M${n(x - 100 - i * 26)} ${100 - i * 14}q${-16 - i * 8} ${30 + i * 12} 0 ${60 + i * 26}`, p.light, 8),
    )
  );
};
/** A wall of laughing faces. */
export const faces: Compose = (r, p) => {
  const fills = [p.a, p.b, p.c, p.light, p.ink],
    s = 160;
  return times(15, (i) => {
    const c = i % 5,
      l = Math.floor(i / 5),
      x = c * s + (l % 2 ? 0 : s / 2) - 40,
      y = l * 132 + 48,
      f = fills[(i * 2 + r.int(0, 1)) % 5]!;
    const dark = luma(f) < 0.36;
    const k = dark ? p.light : p.ink,
      wide = r.range(0.7, 1);
    const eyes = r.pick([
      circle(-24, -16, 8, k) + circle(24, -16, 8, k),
      line('M-36 -12q12 -16 24 0M12 -12q12 -16 24 0', k, 7),
      line('M-34 -22l20 10l-20 10M34 -22l-20 10l20 10', k, 7),
      circle(-24, -16, 16, dark ? f : p.light, `stroke="${k}" stroke-width="6"`) +
        circle(24, -16, 16, dark ? f : p.light, `stroke="${k}" stroke-width="6"`) +
        circle(-20, -14, 6, k) +
        circle(28, -14, 6, k),
    ]);
    return at(
      x,
      y,
      r.range(-14, 14),
      circle(0, 0, 70, f) +
        eyes +
        path(`M${n(-38 * wide)} 10A${n(38 * wide)} 38 0 0 0 ${n(38 * wide)} 10Z`, k) +
        path(
          `M${n(-20 * wide)} 40a26 18 0 0 1 ${n(40 * wide)} 0a38 38 0 0 1 ${n(-40 * wide)} 0`,
          f === p.a ? p.b : p.a,
        ),
    );
  });
};
/** Orbits around a striped planet. */
export const orbit: Compose = (r, p) => {
  const x = r.range(280, 360),
    y = 182,
    t = r.range(-26, -14);
  return (
    times(40, () => circle(r.range(0, W), r.range(0, H), r.range(0.8, 2.4), p.light, 'opacity=".7"')) +
    at(
      x,
      y,
      t,
      times(
        3,
        (i) =>
          `<ellipse rx="${210 + i * 62}" ry="${58 + i * 26}" fill="none" stroke="${[p.a, p.b, p.c][i]}" ` +
          `stroke-width="${[10, 5, 2.5][i]}"/>`,
      ),
    ) +
    circle(x, y, 116, p.b) +
    `<clipPath id="pl"><circle cx="${n(x)}" cy="${y}" r="116"/></clipPath><g clip-path="url(#pl)">${at(
      x,
      y,
      t,
      times(6, (i) => rect(-150, -104 + i * 38, 300, 15 + (i % 3) * 4, [p.a, p.c, p.light][i % 3]!)),
    )}<circle cx="${n(x + 60)}" cy="${y + 46}" r="130" fill="${p.ink}" opacity=".22"/></g>` +
    at(
      x,
      y,
      t,
      path('M-210 0A210 58 0 0 0 210 0', 'none', `stroke="${p.a}" stroke-width="10"`) +
        circle(-150, 40, 17, p.light) +
        circle(236, -42, 26, p.c) +
        circle(-300, -40, 13, p.b),
    )
  );
};
/** Rows of seats seen from behind, one of them taken by you. */
export const seats: Compose = (r, p) => {
  const you = r.int(2, 5);
  return (
    path('M-10 -10H650V150C480 196 160 196 -10 150Z', p.a) +
    circle(320, 96, 74, p.b) +
    times(5, (i) => line(`M${320 - 190 + i * 95} 170L${n(320 - 520 + i * 260)} -30`, p.light, 3, 'opacity=".3"')) +
    [0, 1, 2]
      .map((row) => {
        const count = 10 - row * 1.5,
          s = 62 + row * 18;
        return times(Math.ceil(count) + 1, (i) => {
          const x = (i - count / 2) * s + 320 + (row % 2 ? s / 2 : 0),
            y = 196 + row * 56;
          const f = row === 2 && i === you ? p.b : [p.c, p.light, p.ink][row]!;
          return rect(x - s * 0.42, y, s * 0.84, 150, f, s * 0.3) + circle(x, y - s * 0.1, s * 0.26, f);
        });
      })
      .join('')
  );
};
/** Curtains parting on a sun. */
export const curtain: Compose = (r, p) => {
  const folds = 6,
    open = r.range(120, 170),
    w = (W / 2 - open / 2) / folds;
  const side = (sx: number) =>
    `<g transform="translate(${sx > 0 ? 0 : W} 0) scale(${sx} 1)">` +
    times(folds, (i) => {
      const x0 = i * w,
        b = 1 - i / (folds + 3);
      return path(
        `M${n(x0)} -10H${n(x0 + w + 1)}C${n(x0 + w)} 140 ${n((x0 + w) * b + 6)} 260 ` +
          `${n((x0 + w) * b * 0.86)} 380H${n(x0 * b * 0.86)}C${n(x0 * b + 6)} 260 ${n(x0)} 140 ${n(x0)} -10Z`,
        i % 2 ? p.a : p.c,
      );
    }) +
    '</g>';
  return (
    rect(0, 0, W, H, p.ink) +
    times(5, (i) => circle(W / 2, 262, 230 - i * 40, i % 2 ? p.bg : p.b)) +
    `<ellipse cx="320" cy="352" rx="330" ry="52" fill="${p.light}"/>` +
    side(1) +
    side(-1) +
    times(11, (i) => half(i * 64, 0, 36, i % 2 ? p.c : p.a, 180))
  );
};
/** Ribbons in parallel motion. */
export const ribbon: Compose = (r, p) => {
  const ph = r.range(-40, 40),
    cols = [p.a, p.b, p.c, p.light, p.a];
  const d = (o: number) =>
    `M-40 ${n(250 + ph + o)}C120 ${n(-40 + o)} 220 ${n(60 + o)} 300 ${n(190 + o)}S500 ${n(420 + o)} ` +
    `690 ${n(80 - ph + o)}`;
  const e = (o: number) =>
    `M-40 ${n(60 - ph + o)}C160 ${n(40 + o)} 240 ${n(330 + o)} 380 ${n(250 + o)}S560 ${n(60 + o)} 690 ${n(290 + o)}`;
  return (
    circle(r.range(430, 520), 110, 84, p.b) +
    times(5, (i) => line(e(i * 20 - 40), cols[(i + 2) % 5]!, 20.5)) +
    times(5, (i) => line(d(i * 20 - 40), cols[i]!, 20.5))
  );
};
