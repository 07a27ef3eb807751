import { expect, test } from 'vitest';
import { shortAddress } from './short-address.ts';

test('an address of 35 characters or more loses its middle, and neither of its ends', () => {
  const fits = 'ada.lovelace@analytical-engine.com';
  expect([fits.length, shortAddress(fits)]).toEqual([34, fits]);
  expect(shortAddress(`x${fits}`)).toBe('xada.lovelace@ana…tical-engine.com');
  const long = 'augusta.ada.king@countess-of-lovelace.example.com';
  expect(shortAddress(long)).toBe('augusta.ada.king@…lace.example.com');
  expect(shortAddress(long)).toHaveLength(34);
});
