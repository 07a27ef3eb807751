import { expect, it } from 'vitest';
import { instantOf, localDay, localTime } from './local-time.ts';

it('a written day and time are read as the same instant', () => {
  const at = new Date(2026, 10, 2, 9, 5).getTime();
  expect([localDay(at), localTime(at)]).toEqual(['2026-11-02', '09:05']);
  expect(instantOf(localDay(at), localTime(at))).toBe(at);
});

it('an unchanged day and time keep their instant, even if they could mean another one', () => {
  const at = new Date(2026, 10, 2, 9, 5, 30).getTime();
  expect(instantOf(localDay(at), localTime(at), at)).toBe(at);
  expect(instantOf(localDay(at), '09:06', at)).toBe(new Date(2026, 10, 2, 9, 6).getTime());
});

it('an empty day or time is no instant', () => {
  expect(instantOf('', '10:00')).toBeUndefined();
  expect(instantOf('2026-11-02', '')).toBeUndefined();
});
