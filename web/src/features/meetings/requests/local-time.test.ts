import { expect, it } from 'vitest';
import { instantOf, localDay, localTime } from './local-time.ts';

it('reads what it wrote', () => {
  const at = new Date(2026, 10, 2, 9, 5).getTime();
  expect([localDay(at), localTime(at)]).toEqual(['2026-11-02', '09:05']);
  expect(instantOf(localDay(at), localTime(at))).toBe(at);
});

it('leaves an instant alone that nobody changed, though day and time may mean another one', () => {
  const at = new Date(2026, 10, 2, 9, 5, 30).getTime();
  expect(instantOf(localDay(at), localTime(at), at)).toBe(at);
  expect(instantOf(localDay(at), '09:06', at)).toBe(new Date(2026, 10, 2, 9, 6).getTime());
});

it('reads nothing where nothing is chosen', () => {
  expect(instantOf('', '10:00')).toBeUndefined();
  expect(instantOf('2026-11-02', '')).toBeUndefined();
});
