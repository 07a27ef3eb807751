import { payoutsPageSize } from '@frontrow/core/payouts/limits.ts';

/** Place of a payout in a list by time, newest first: microseconds and id. */
export interface PayoutPlace {
  readonly micros: string;
  readonly id: string;
}

const first: PayoutPlace = { micros: '99999999999999999', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

export function placeOf(cursor: string | undefined): PayoutPlace {
  const [micros, id] = cursor?.split('_') ?? [];
  return micros !== undefined && id !== undefined ? { micros, id } : first;
}

export const nextPayoutPlace = (rows: readonly PayoutPlace[]): string | null => {
  const last = rows.length < payoutsPageSize ? undefined : rows.at(-1);
  return last ? `${last.micros}_${last.id}` : null;
};
