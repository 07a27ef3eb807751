import { expect, test } from 'vitest';
import { editDistance, editsForgiven, nearestWords } from './nearest-words.ts';

test.each([
  ['piano', 'piano', 0],
  ['piono', 'piano', 1],
  ['pano', 'piano', 1],
  ['pianno', 'piano', 1],
  ['paino', 'piano', 1],
  ['gutiar', 'guitar', 1],
  ['москва', 'масква', 1],
  ['', 'abc', 3],
  ['👋a', '👋b', 1],
])('the distance from %s to %s is %i', (from, to, edits) => {
  expect(editDistance(from, to)).toBe(edits);
  expect(editDistance(to, from)).toBe(edits);
});

test('a word still being typed is measured against beginnings', () => {
  expect(editDistance('gutia', 'guitarists', true)).toBe(1);
  expect(editDistance('gutia', 'guitarists')).toBe(6);
});

test('words up to two letters are not corrected, up to five by one letter, longer ones by two', () => {
  expect([2, 3, 5, 6, 20].map(editsForgiven)).toEqual([0, 1, 1, 2, 2]);
});

test('only the closest words are returned', () => {
  expect(nearestWords('piono', ['piano', 'pianos', 'polo', 'ramen'], false)).toEqual(['piano']);
  expect(nearestWords('slsa', ['salsa', 'sosa', 'sauna'], false)).toEqual(['salsa', 'sosa']);
  expect(nearestWords('ab', ['abc', 'ac'], false)).toEqual([]);
  expect(nearestWords('zzzzzz', ['piano'], true)).toEqual([]);
});
