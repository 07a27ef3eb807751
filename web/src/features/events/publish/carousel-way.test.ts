import { expect, it } from 'vitest';
import { createWay } from './carousel-way.ts';

it('the carousel stays on the chosen slide in the middle, and a swipe chooses the slide it brings there', () => {
  const way = createWay();
  expect(way.aim(1, 1)).toBe(false);
  expect(way.passes(2)).toBe(2);
});

it('slides that pass on the way are not chosen, until a hand stops the carousel', () => {
  const way = createWay();
  expect(way.aim(2, 0)).toBe(true);
  expect([0, 1, 2].map(way.passes)).toEqual([null, null, null]);
  expect(way.passes(1)).toBe(1);
  way.aim(0, 2);
  way.byHand();
  expect(way.passes(1)).toBe(1);
});

it('a step back turns the carousel around before the next slide is in the middle', () => {
  const way = createWay();
  way.aim(1, 0);
  expect(way.aim(0, 0)).toBe(true);
  expect(way.passes(0)).toBeNull();
  expect(way.passes(0)).toBe(0);
});
