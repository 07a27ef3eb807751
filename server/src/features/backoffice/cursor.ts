import { pageOf } from '../../db/cursors.ts';

/** Rows of one page. */
export const pageRows = 50;

export type Sort = 'newest' | 'oldest';

/** Place of a row in a list by time: microseconds and id. */
export interface Place {
  readonly micros: string;
  readonly id: string;
}

const first: Readonly<Record<Sort, Place>> = {
  newest: { micros: '99999999999999999', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' },
  oldest: { micros: '0', id: '00000000-0000-0000-0000-000000000000' },
};

export function placeOf(cursor: string | undefined, sort: Sort = 'newest'): Place {
  const [micros, id] = cursor?.split('_') ?? [];
  return micros !== undefined && id !== undefined ? { micros, id } : first[sort];
}

/** The page of rows that were read with one more than it shows, and the cursor of the next one. */
export function placedPage<Row extends Place>(rows: readonly Row[]): { page: Row[]; next: string | null } {
  const { page, lastBefore } = pageOf(rows, pageRows);
  return { page, next: lastBefore ? `${lastBefore.micros}_${lastBefore.id}` : null };
}
