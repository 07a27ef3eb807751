import { refuse } from '@frontrow/core/refuse.ts';

/** Where a page sorted by time and id ended; `at` is the database's own text, exact to the microsecond. */
export interface TimePlace {
  readonly at: string;
  readonly id: string;
}

const atText = /^\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d){0,2}$/;
/** What the ids look like that pages are sorted by. */
const idTexts = { uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, number: /^\d{1,15}$/ } as const;

/** The cursor of the next page, made of the last row shown; null where there is no next page. */
export function nextCursor<Row>(
  rows: readonly Row[],
  pageSize: number,
  placeOf: (row: Row) => { readonly at: string; readonly id: string | number },
): string | null {
  const { lastBefore } = pageOf(rows, pageSize);
  if (lastBefore === undefined) return null;
  const { at, id } = placeOf(lastBefore);
  return Buffer.from(`${at}~${id}`).toString('base64url');
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
export function readTimeCursor(cursor: string | undefined, idKind: keyof typeof idTexts): TimePlace | undefined {
  if (cursor === undefined) return undefined;
  const [at = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split('~');
  if (!atText.test(at) || !idTexts[idKind].test(id))
    throw refuse('bad_input', { detail: 'cursor: not valid' }, { field: 'cursor' });
  return { at, id };
}
