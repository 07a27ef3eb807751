import { expect, test } from 'vitest';
import { acceptedTags, firstLanguage, languageOf } from './language.ts';

test('a tag names a language whatever its region and letters; an unknown one names none', () => {
  expect(['de', 'de-AT', 'DE_ch', ' es-419', 'en-GB'].map(languageOf)).toEqual(['de', 'de', 'de', 'es', 'en']);
  expect(['', 'fr', 'deu', 'x-de', undefined].map(languageOf)).toEqual(Array.from({ length: 5 }));
});

test('the first known tag decides, and English where none is known', () => {
  expect(firstLanguage(['fr', 'es-MX', 'de'])).toBe('es');
  expect(firstLanguage([undefined, 'fr'])).toBe('en');
});

test('an Accept-Language header is read by its weights, and q=0 refuses a language', () => {
  expect(acceptedTags('fr, en;q=0.5, de;q=0.9')).toEqual(['fr', 'de', 'en']);
  expect(acceptedTags('de;q=0, es;Q=0.2')).toEqual(['es']);
  expect(acceptedTags(undefined)).toEqual([]);
  expect(acceptedTags('de;q=x,,;q=1')).toEqual([]);
});
