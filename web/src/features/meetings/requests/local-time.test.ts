import { expect, it } from 'vitest';
import { instantOf, localDay, localTime } from './local-time.ts';

it('reads what it wrote', () => {
  const at = new Date(2026, 10, 2, 9, 5).getTime();
  expect([localDay(at), localTime(at)]).toEqual(['2026-11-02', '09:05']);
  expect(instantOf(localDay(at), localTime(at))).toBe(at);
});

it('reads nothing where nothing is chosen', () => {
  expect(instantOf('', '10:00')).toBeUndefined();
  expect(instantOf('2026-11-02', '')).toBeUndefined();
});
