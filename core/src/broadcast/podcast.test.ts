import { expect, test } from 'vitest';
import { mostFrequent, podcastCategory } from './podcast.ts';

test('a podcast has the category that most of its episodes have', () => {
  expect(podcastCategory(['music', 'cooking', 'cooking'])).toEqual(['Arts', 'Food']);
  expect(podcastCategory(['music', 'cooking'])).toEqual(['Music']);
});

test('a podcast whose events have no category, or one that directories lack, still has one', () => {
  expect(podcastCategory([])).toEqual(['Society & Culture']);
  expect(podcastCategory([null, 'knitting'])).toEqual(['Society & Culture']);
});

test('a missing category is never the most frequent one', () => {
  expect(mostFrequent([null, null, 'de'])).toBe('de');
  expect(mostFrequent([null])).toBeUndefined();
});
