import { refuse } from '@frontrow/core/refuse.ts';

/** What a list is sorted by; the event's id settles ties. */
export interface Keyset {
  readonly column: 'starts_at' | 'started_at';
  readonly direction: 'ASC' | 'DESC';
}

/** The last row of a page; `at` is the database's own text, exact to the microsecond. */
export interface KeysetPlace {
  /** Which part of a list that is made of several. */
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
