import { refuse } from '@frontrow/core/refuse.ts';

/** Where a page sorted by time and id ended; `at` is the database's own text, exact to the microsecond. */
export interface TimePlace {
  readonly at: string;
  readonly id: string;
}

/** What the parts of cursors look like. */
export const cursorParts = {
  at: /^\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d){0,2}$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  number: /^\d{1,15}$/,
} as const;

export const encodeCursor = (...parts: readonly (string | number)[]): string =>
  Buffer.from(parts.join('~')).toString('base64url');

/** The parts of a cursor that look like this. Refuses a cursor that we did not make. */
export function decodeCursor(cursor: string, ...forms: readonly RegExp[]): string[] {
  const parts = Buffer.from(cursor, 'base64url').toString().split('~');
  if (parts.length !== forms.length || !forms.every((form, n) => form.test(parts[n]!)))
    throw refuse('bad_input', { detail: 'cursor: not valid' }, { field: 'cursor' });
  return parts;
}

/** The cursor of the next page, made of the last row shown; null where there is no next page. */
export function nextCursor<Row>(
  rows: readonly Row[],
  pageSize: number,
  placeOf: (row: Row) => { readonly at: string; readonly id: string | number },
): string | null {
  const { lastBefore } = pageOf(rows, pageSize);
  if (lastBefore === undefined) return null;
  const { at, id } = placeOf(lastBefore);
  return encodeCursor(at, id);
}

/** The page of rows that were read with one more than it shows, and its last row where another page follows. */
export function pageOf<Row>(
  rows: readonly Row[],
  pageSize: number,
): { readonly page: Row[]; readonly lastBefore: Row | undefined } {
  const page = rows.slice(0, pageSize);
  return { page, lastBefore: rows.length > pageSize ? page.at(-1) : undefined };
}

/** Refuses a cursor that we did not make. */
export function readTimeCursor(cursor: string | undefined, idKind: 'uuid' | 'number'): TimePlace | undefined {
  if (cursor === undefined) return undefined;
  const [at = '', id = ''] = decodeCursor(cursor, cursorParts.at, cursorParts[idKind]);
  return { at, id };
}
