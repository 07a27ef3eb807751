import { refuse } from '@frontrow/core/refuse.ts';

/** The order of a list; equal rows are ordered by the event's id. */
export interface Keyset {
  readonly column: 'starts_at' | 'started_at';
  readonly direction: 'ASC' | 'DESC';
}

/** The last row of a page; `at` is the database's text, exact to the microsecond. */
export interface KeysetPlace {
  /** Number of the part, in a list of several. */
  readonly part: number;
  readonly at: string;
  readonly id: string;
}

const partText = /^\d$/;
const atText = /^\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d){0,2}$/;
const uuidText = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const cursorOf = ({ part, at, id }: KeysetPlace): string =>
  Buffer.from(`${part}~${at}~${id}`).toString('base64url');

/** Throws `bad_input` on a cursor that we did not make. */
export function readCursor(cursor: string): KeysetPlace {
  const [part = '', at = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split('~');
  if (!partText.test(part) || !atText.test(at) || !uuidText.test(id))
    throw refuse('bad_input', { detail: 'cursor: not valid' }, { field: 'cursor' });
  return { part: Number(part), at, id };
}
