import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutText, shortLine } from './text.ts';

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

test.each([
  ['a line that fits', 'Tango night', 11, 'Tango night'],
  ['its last whole word', 'Tango night out', 12, 'Tango night…'],
  ['the words before the one that does not fit', 'Tango night out', 10, 'Tango…'],
  ['no comma before the ellipsis', 'Slow ramen, fast friends', 14, 'Slow ramen…'],
  ['no comma of another script before the ellipsis', '東京の夜、ライブ', 6, '東京の夜…'],
  ['no ampersand before the ellipsis', 'Salt & pepper night', 8, 'Salt…'],
  ['no bracket that only opens', '東京の夜（「ライブ」）', 7, '東京の夜…'],
  ['the quotation mark that closes in German', 'Abend „Ramen“ und mehr', 15, 'Abend „Ramen“…'],
  ['a part of a word that is longer than half of it', 'My Donaudampfschifffahrt', 16, 'My Donaudampfsc…'],
  ['a part of what has no blanks', '東京の夜のライブ', 5, '東京の夜…'],
  ['whole characters, counted as they are seen', '👩‍🎤👩‍🎤👩‍🎤👩‍🎤', 3, '👩‍🎤👩‍🎤…'],
])('shortLine leaves %s', (_what, text, charsMax, short) => {
  expect(shortLine(text, charsMax)).toBe(short);
});
