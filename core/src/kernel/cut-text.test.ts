import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutText } from './text.ts';

test.each([
  ['a text that fits', 'Tango', 5, 'Tango'],
  ['letters', 'Tango night', 5, 'Tango'],
  ['half of a pair of surrogates', 'ab😀', 3, 'ab'],
  ['a letter with its mark', 'cafe\u0301', 4, 'caf'],
  ['joined emoji', 'a👩‍🎤b', 4, 'a'],
  ['nothing that fits', '😀', 1, ''],
])('cutText leaves whole characters: %s', (_what, text, unitsMax, cut) => {
  expect(cutText(text, unitsMax)).toBe(cut);
});

const characters = ['a', 'e\u0301', '😀', '👩‍🎤', '🇩🇪', '한', 'ที่', 'न\u094d', '𠮷', ' '];

test('cutText gives the longest beginning of whole characters that fits', () => {
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...characters)), fc.nat(30), (parts, unitsMax) => {
      const text = parts.join('');
      const cut = cutText(text, unitsMax);
      expect(text.startsWith(cut)).toBe(true);
      expect(cut.length).toBeLessThanOrEqual(unitsMax);
      expect(cut.isWellFormed()).toBe(true);
      const whole = Array.from(graphemes.segment(text), ({ segment }) => segment);
      const kept = [...graphemes.segment(cut)].length;
      expect(whole.slice(0, kept).join('')).toBe(cut);
      expect(cut.length + (whole[kept]?.length ?? Infinity)).toBeGreaterThan(unitsMax);
    }),
  );
});
