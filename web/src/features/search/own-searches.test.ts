import { expect, test } from 'vitest';
import { ownSearches } from './own-searches.ts';

test('a text of ours that arrives after the next one was sent replaces nothing', () => {
  const own = ownSearches('');
  expect(own.isForeign('')).toBe(false);
  expect(own.sends('the')).toBe(true);
  expect(own.sends('theremin')).toBe(true);
  expect(own.isForeign('the'), 'older, and ours').toBe(false);
  expect(own.isForeign('theremin')).toBe(false);
});

test('a text is sent once, and again after another one', () => {
  const own = ownSearches('a');
  expect(own.sends('a')).toBe(false);
  expect(own.sends('ab')).toBe(true);
  expect(own.sends('ab')).toBe(false);
  expect(own.sends('a')).toBe(true);
});

test('an address that skips a text of ours is ours, and the skipped one is foreign afterwards', () => {
  const own = ownSearches('');
  own.isForeign('');
  own.sends('the');
  own.sends('theremin');
  expect(own.isForeign('theremin')).toBe(false);
  expect(own.isForeign('the'), 'the back button').toBe(true);
  expect(own.sends('theremin'), 'typed again').toBe(true);
});

test('an address from elsewhere is taken, even while one of ours is on its way', () => {
  const own = ownSearches('');
  own.isForeign('');
  own.sends('jazz');
  expect(own.isForeign('techno')).toBe(true);
  expect(own.sends('techno'), 'is what the field has now').toBe(false);
});
