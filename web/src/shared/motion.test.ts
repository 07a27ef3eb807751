import { afterEach, expect, it, vi } from 'vitest';
import { fadeIn, gently } from './motion.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  [true, 0, 'instant'],
  [false, 1, 'smooth'],
] as const)('whoever wants less motion (%s) gets %i fades and %s scrolling', (less, fades, scrolling) => {
  vi.stubGlobal('window', {
    matchMedia: (query: string) => ({ matches: less && query === '(prefers-reduced-motion: reduce)' }),
  });
  const animate = vi.fn<Element['animate']>();
  fadeIn({ animate } as unknown as Element);
  expect(animate).toHaveBeenCalledTimes(fades);
  expect(gently()).toBe(scrolling);
});
