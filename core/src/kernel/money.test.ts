import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromDecimal, toDecimal, writeMoney } from './money.ts';

test('every amount survives the way to the wire and back', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000_000_00 }),
      fc.constantFrom(0, 2, 3),
      (minor, digits) => fromDecimal(toDecimal(minor, digits), digits) === minor,
    ),
  );
});

test('half a cent rounds up, and binary fractions do not steal one', () => {
  expect(fromDecimal(1.005, 2)).toBe(101);
  expect(fromDecimal(0.285, 2)).toBe(29);
  expect(fromDecimal(17.3, 2)).toBe(1730);
});

test('what is no amount is refused', () => {
  expect(() => fromDecimal(Number.NaN, 2)).toThrow(RangeError);
  expect(() => fromDecimal(Number.POSITIVE_INFINITY, 2)).toThrow(RangeError);
});

test('a currency is written by its own format', () => {
  const written = (format: string, number = '17.30') => writeMoney(number, { format, symbol: '€', code: 'EUR' });
  expect(written('%s%n')).toBe('€17.30');
  expect(written('%n %s')).toBe('17.30 €');
  expect(written('%n %c (%s)')).toBe('17.30 EUR (€)');
  expect(written('%s%n', '-17.30')).toBe('-€17.30');
  expect(writeMoney('1', { format: '%s %n', symbol: '%n', code: 'X' })).toBe('%n 1');
});
