import { expect, test } from 'vitest';
import { hasExpired } from './card-expiry.ts';

test.each([
  ['the last moment of its month', Date.UTC(2026, 12, 1) - 1, false],
  ['the first moment of the next month', Date.UTC(2026, 12, 1), true],
  ['any later year', Date.UTC(2030, 0, 1), true],
])('a card of 12/2026, asked at %s', (_when, now, expired) => {
  expect(hasExpired({ month: 12, year: 2026 }, now)).toBe(expired);
});
