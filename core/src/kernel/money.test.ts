import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  EUR,
  currencyNamed,
  currencyOf,
  decimalText,
  fromDecimal,
  hasDigitsOf,
  minorOf,
  moneyText,
  toDecimal,
  writeMoney,
} from './money.ts';

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

test('a value that is no amount is refused', () => {
  expect(() => fromDecimal(Number.NaN, 2)).toThrow(RangeError);
  expect(() => fromDecimal(Number.POSITIVE_INFINITY, 2)).toThrow(RangeError);
});

test('a currency is written by its own format', () => {
  const written = (format: string, number = '17.30') => writeMoney(number, { format, symbol: '€', code: 'EUR' });
  expect(written('%s%n')).toBe('€17.30');
  expect(written('%n %s')).toBe('17.30 €');
  expect(written('%n %c (%s)')).toBe('17.30 EUR (€)');
  expect(written('%s%n', '-17.30')).toBe('−€17.30');
  expect(writeMoney('1', { format: '%s %n', symbol: '%n', code: 'X' })).toBe('%n 1');
});

test.each(['de', 'es'] as const)('an amount in %s ends with the symbol, in every currency', (language) => {
  expect(writeMoney('-17,30', EUR, language)).toBe('−17,30\u00A0€');
  expect(writeMoney('12,00', currencyOf('CHF'), language)).toBe('12,00\u00A0CHF');
  expect(writeMoney('12,00', currencyNamed('PLN'), language)).toBe('12,00\u00A0PLN');
});

test.each(['EUR', 'USD', 'GBP', 'CHF', 'JPY'])('an amount in %s survives as the text that providers read', (code) => {
  const currency = currencyOf(code);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000_000_00 }),
      (minor) => minorOf(Number(decimalText(minor, currency)), currency) === minor,
    ),
  );
});

test('a currency that we do not sell in is refused, also one that is a name of JavaScript', () => {
  for (const code of ['SEK', 'eur', '', 'constructor', '__proto__']) expect(() => currencyOf(code)).toThrow(RangeError);
});

test('an amount of a provider’s books has the digits of its currency', () => {
  expect(moneyText(1500, currencyNamed('KRW'))).toBe('KRW 1,500');
  expect(moneyText(1500, currencyNamed('BHD'))).toBe('BHD 1.500');
  expect(moneyText(1500, currencyNamed('SEK'))).toBe('SEK 15.00');
  expect(moneyText(1500, currencyNamed('HUF'))).toBe('HUF 15.00');
  expect(moneyText(1500, currencyNamed('no currency'))).toBe('no currency 15.00');
  expect(moneyText(1500, currencyNamed('JPY'))).toBe('¥1,500');
});

test('amounts are grouped before the point only', () => {
  expect(moneyText(123456789, currencyOf('EUR'))).toBe('€1,234,567.89');
  expect(moneyText(123456, currencyNamed('BHD'))).toBe('BHD 123.456');
  expect(moneyText(-123456, currencyOf('CHF'))).toBe('−CHF 1,234.56');
});

test('an amount has at most the digits of its currency', () => {
  expect([12, 12.3, 12.34, 12.345].map((amount) => hasDigitsOf(amount, currencyOf('EUR')))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect([1500, 1500.5].map((amount) => hasDigitsOf(amount, currencyOf('JPY')))).toEqual([true, false]);
});
