import { describe, expect, it } from 'vitest';
import { userTextIn } from './user-text.ts';

const languages = [
  { lang_ide: 1, lang_code: 'en' },
  { lang_ide: 7, lang_code: 'ar' },
];

describe('the language of what people wrote', () => {
  it('an event in one language is written in that language', () =>
    expect(userTextIn([7], languages)).toEqual({ lang: 'ar', dir: 'auto' }));
  it.each([
    ['in several languages', [1, 7], languages],
    ['without a language', [], languages],
    ['in a language that the catalog does not have', [9], languages],
    ['while the catalog is not loaded', [7], undefined],
  ])('the language is unknown, and never English by default, %s', (_, ides, catalog) =>
    expect(userTextIn(ides, catalog)).toEqual({ lang: '', dir: 'auto' }),
  );
});
