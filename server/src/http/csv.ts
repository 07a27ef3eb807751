import { stringify } from 'csv-stringify/sync';

/** An amount with the digits of its currency. It is a number to spreadsheets, so its minus sign starts no formula. */
export interface Decimal {
  readonly decimal: string;
}
type Cell = string | number | boolean | null | Decimal;

/** Rows of one CSV file. Every export writes them here, as people choose the titles and names in them. */
export const csvRows = (rows: readonly (readonly Cell[])[]): string =>
  stringify([...rows], {
    // A spreadsheet runs a cell that begins with = + - @, tab or a carriage return, and takes the full-width ones
    // alike.
    escape_formulas: true,
    record_delimiter: 'windows',
    // The library quotes a cell for the whole record delimiter only, and spreadsheets end a row at either half.
    quoted_match: /[\r\n]/,
    cast: {
      boolean: (value) => (value ? 'yes' : 'no'),
      object: (value) => ({ value: String(value['decimal']), escape_formulas: false }),
    },
  });

/** The start of a file: without the byte order mark, Excel reads UTF-8 as the computer's old code page. */
export const csvHead = (columns: readonly string[]): string => `\uFEFF${csvRows([columns])}`;
