/** Rows of one page. */
export const pageRows = 50;

/** Place of a row in a list by time, newest first: microseconds and id. */
export interface Place {
  readonly micros: string;
  readonly id: string;
}

const first: Place = { micros: '99999999999999999', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

export function placeOf(cursor: string | undefined): Place {
  const [micros, id] = cursor?.split('_') ?? [];
  return micros !== undefined && id !== undefined ? { micros, id } : first;
}

export const nextPlace = (rows: readonly Place[]): string | null => {
  const last = rows.length < pageRows ? undefined : rows.at(-1);
  return last ? `${last.micros}_${last.id}` : null;
};
