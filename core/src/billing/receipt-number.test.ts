import { expect, test } from 'vitest';
import { seriesOf, writeNumber } from './receipt-number.ts';

test('hosts, the platform, receipts, credit notes and debit notes have separate series', () => {
  expect([
    seriesOf('receipt', 'host', 7),
    seriesOf('receipt', 'platform', 7),
    seriesOf('credit_note', 'host', 7),
    seriesOf('credit_note', 'platform', 7),
    seriesOf('debit_note', 'host', 7),
    seriesOf('debit_note', 'platform', 7),
  ]).toEqual(['H7', 'F', 'HC7', 'FC', 'HD7', 'FD']);
});

test('a number has its series, its year and six digits, and more when they do not suffice', () => {
  expect(writeNumber('H7', 2026, 12)).toBe('H7-2026-000012');
  expect(writeNumber('F', 2026, 1_234_567)).toBe('F-2026-1234567');
});
