import { describe, expect, it } from 'vitest';
import { avatarSvg } from './avatars.ts';
import { coverSvg } from './covers.ts';
import { dataUrl } from './shapes.ts';
import { frontRow } from './front-row.ts';
import { CATEGORIES } from './palettes.ts';

describe('generated covers', () => {
  it.each(CATEGORIES)('draws %s the same for the same seed, every variant, without broken numbers', (category) => {
    for (const variant of [0, 1, 2]) {
      const svg = coverSvg('seed', category, { variant });
      expect(svg).toBe(coverSvg('seed', category, { variant }));
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    }
    expect(coverSvg('one', category)).not.toBe(coverSvg('two', category));
  });

  it('keeps ids apart, so several covers may be inlined in one page', () => {
    const ids = (svg: string) => [...svg.matchAll(/id="([^"]+)"/g)].map((m) => m[1]);
    const a = ids(coverSvg('one', 'talk', { variant: 0 }));
    expect(a.length).toBeGreaterThan(0);
    expect(a.filter((id) => ids(coverSvg('two', 'talk', { variant: 0 })).includes(id))).toEqual([]);
  });

  it('leaves film grain out when asked, because it is slow to paint live', () => {
    expect(coverSvg('one', 'music', { grain: false })).not.toContain('feTurbulence');
  });
});

describe('generated people', () => {
  it('gives one person per seed', () => {
    const people = new Set(Array.from({ length: 60 }, (_, i) => avatarSvg(`user-${i}`)));
    expect(people.size).toBeGreaterThan(55);
    expect(avatarSvg('host')).toBe(avatarSvg('host'));
    for (const svg of people) expect(svg).not.toMatch(/NaN|undefined/);
  });

  it('fits an image source', () => {
    expect(dataUrl(avatarSvg('host'))).toMatch(/^data:image\/svg\+xml,%3Csvg/);
  });
});

describe('front row', () => {
  it('seats exactly one coral head, or none where a place is not asked for', () => {
    expect(frontRow('footer', 1280, 64).you).not.toBe('');
    expect(frontRow('footer', 1280, 64, 53, -1).you).toBe('');
  });
});
