import { expect, test } from 'vitest';
import { csvHead, csvRows } from './csv.ts';

test.each(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'])(
  'a text that begins with %j is escaped, so no spreadsheet runs it',
  (sign) => {
    const cell = csvRows([[`${sign}1`]]);
    expect(cell.replaceAll('"', '')).toBe(`'${sign}1\r\n`);
  },
);

test('numbers and amounts stay numbers, even below zero', () => {
  expect(csvRows([[-3, { decimal: '-12.00' }, '-12.00']])).toBe(`-3,-12.00,'-12.00\r\n`);
});

test('quotes, commas and line breaks stay inside their cell', () => {
  expect(csvRows([['a "b"', 'c,d', 'e\nf', 'g\rh', '']])).toBe('"a ""b""","c,d","e\nf","g\rh",\r\n');
});

test('a file starts with one byte order mark and its columns', () => {
  expect(csvHead(['day', 'views']) + csvRows([['Zoë', 1]])).toBe('\uFEFFday,views\r\nZoë,1\r\n');
});

test('yes, no and empty cells are written out', () => {
  expect(csvRows([[true, false, null]])).toBe('yes,no,\r\n');
});
