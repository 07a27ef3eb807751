/** Heads from behind: the lower edge of a hero, a success sheet, the upper edge of the footer. */
import { rng, n } from './shapes.ts';

/**
 * Heads from behind as two paths: fill `crowd` with the color of the surface below, `you` with coral (draw it
 * first).
 */
export function frontRow(
  seed: string,
  width: number,
  height: number,
  step = 53,
  place = 0.63,
): { crowd: string; you: string } {
  const r = rng(seed),
    count = Math.round(width / step),
    me = place < 0 ? -1 : Math.round(count * place),
    h = height;
  // Every part winds clockwise, so overlaps fill.
  const oval = (x: number, y: number, rx: number, ry = rx) =>
    `M${n(x - rx)} ${n(y)}a${n(rx)} ${n(ry)} 0 1 1 ${n(rx * 2)} 0a${n(rx)} ${n(ry)} 0 1 1 ${n(-rx * 2)} 0Z`;
  let crowd = `M0 ${n(h * 0.86)}H${n(width)}V${n(h + 2)}H0Z`,
    you = '';
  for (let i = 0; i < count + 2; i++) {
    const x = (i - 0.5) * (width / count) + r.range(-4, 4),
      R = Math.min(step * 0.25, h * 0.2) * r.range(0.92, 1.06);
    const top = h * 0.17 + r.range(0, h * 0.15),
      sh = top + R * 2.16,
      sw = step * r.range(0.55, 0.6),
      q = sw * 0.66,
      k = i === me ? 1 : r();
    const hair =
      k < 0.16
        ? oval(x + R * 0.12, top + R * 0.02, R * 0.52)
        : k < 0.36
          ? `M${n(x - R * 1.16)} ${n(sh + R)}V${n(top + R)}a${n(R * 1.16)} ${n(R * 1.16)} 0 0 1 ${n(R * 2.32)} ` +
            `0V${n(sh + R)}Z`
          : k < 0.5
            ? oval(x, top + R * 0.92, R * 1.3)
            : '';
    const body =
      hair +
      oval(x, top + R * 1.06, R * 0.98, R * 1.08) +
      `M${n(x - R * 0.5)} ${n(top + R * 1.5)}h${n(R)}v${n(R * 1.2)}h${n(-R)}Z` +
      `M${n(x - sw)} ${n(h + 2)}V${n(sh + q)}a${n(q)} ${n(q)} 0 0 1 ${n(q)} ` +
      `${n(-q)}H${n(x + sw - q)}a${n(q)} ${n(q)} 0 0 1 ${n(q)} ${n(q)}V${n(h + 2)}Z`;
    if (i === me) you = body;
    else crowd += body;
  }
  return { crowd, you };
}
