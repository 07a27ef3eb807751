import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalText, inWholeUnits, isEnough } from './holdings.ts';

test.each([
  [1e-7, '0.0000001'],
  [1.25e-9, '0.00000000125'],
  [2.5, '2.5'],
  [1e21, '1000000000000000000000'],
  [1.5e22, '15000000000000000000000'],
  [-1, undefined],
  [Number.NaN, undefined],
  [Infinity, undefined],
])('%d is written as %s', (number, text) => expect(decimalText(number)).toBe(text));

test.each([
  [1_500_000n, 6, '1.5'],
  [1n, 18, '0.000000000000000001'],
  [0n, 18, '0'],
  [7n, 0, '7'],
  [10n ** 18n, 18, '1'],
])('%d with %d decimals is %s', (smallest, decimals, text) => expect(inWholeUnits(smallest, decimals)).toBe(text));

test.each([
  ['0.999999999999999999', 1, false],
  ['1', 1, true],
  ['0.0000001', 1e-7, true],
  ['0', 0, false],
  ['0.000000000000000001', 0, true],
  ['1e3', 1, false],
  ['-5', 1, false],
  ['', 0, false],
])('%s of %d is enough: %s', (balance, minimum, enough) => expect(isEnough(balance, minimum)).toBe(enough));

test('one smallest unit less than the minimum is never enough', () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 0, max: 30 }), (minimum, decimals) => {
      const units = BigInt(minimum) * 10n ** BigInt(decimals);
      expect(isEnough(inWholeUnits(units, decimals), minimum)).toBe(true);
      expect(isEnough(inWholeUnits(units - 1n, decimals), minimum)).toBe(false);
    }),
  ));
