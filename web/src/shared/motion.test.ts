import { afterEach, expect, it, vi } from 'vitest';
import { fadeIn, gently } from './motion.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  [true, 0.01, 'instant'],
  [false, 200, 'smooth'],
] as const)('people who prefer less motion (%s) get a fade of %d ms and %s scrolling', (less, fadeMs, scrolling) => {
  vi.stubGlobal('window', {
    matchMedia: (query: string) => ({ matches: less && query === '(prefers-reduced-motion: reduce)' }),
  });
  const animate = vi.fn<Element['animate']>();
  fadeIn({ animate } as unknown as Element);
  expect(animate).toHaveBeenCalledExactlyOnceWith(expect.anything(), { duration: fadeMs });
  expect(gently()).toBe(scrolling);
});
