import { expect, it } from 'vitest';
import { createWay } from './carousel-way.ts';

it('stays where the chosen one is in the middle, and chooses what a swipe brings there', () => {
  const way = createWay();
  expect(way.aim(1, 1)).toBe(false);
  expect(way.passes(2)).toBe(2);
});

it('chooses nothing of what it passes on its way, until a hand stops it', () => {
  const way = createWay();
  expect(way.aim(2, 0)).toBe(true);
  expect([0, 1, 2].map(way.passes)).toEqual([null, null, null]);
  expect(way.passes(1)).toBe(1);
  way.aim(0, 2);
  way.byHand();
  expect(way.passes(1)).toBe(1);
});

it('turns round for a step back that comes before the next one is in the middle', () => {
  const way = createWay();
  way.aim(1, 0);
  expect(way.aim(0, 0)).toBe(true);
  expect(way.passes(0)).toBeNull();
  expect(way.passes(0)).toBe(0);
});
