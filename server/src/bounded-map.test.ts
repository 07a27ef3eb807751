import { expect, test } from 'vitest';
import { BoundedMap } from './bounded-map.ts';

const numbers = (length: number): number[] => Array.from({ length }, (_none, key) => key);

test('keeps what is read and forgets the rest', () => {
  const map = new BoundedMap<number, string>(10);
  map.set(0, 'read again and again');
  for (const key of numbers(100)) {
    map.set(key + 1, 'once');
    expect(map.get(0)).toBe('read again and again');
  }
  expect(map.get(1)).toBeUndefined();
  expect(map.get(100)).toBe('once');
});

test.each([2, 7, 10])('never holds more than %i', (max) => {
  const map = new BoundedMap<number, number>(max);
  for (const key of numbers(5 * max)) map.set(key, key);
  const held = numbers(5 * max).filter((key) => map.get(key) !== undefined);
  expect(held.length).toBeGreaterThan(0);
  expect(held.length).toBeLessThanOrEqual(max);
  expect(held).toContain(5 * max - 1);
});

test('says the newest value, also of an entry about to be forgotten', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  map.set('a', 3);
  expect(map.get('a')).toBe(3);
  map.delete('a');
  expect(map.get('a')).toBeUndefined();
});
