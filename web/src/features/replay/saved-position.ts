import { seconds } from '@frontrow/core/kernel/instant.ts';
import { readStored, writeStored } from '#web/shared/api/storage.ts';
import type { Span } from '@frontrow/core/broadcast/replay-sale.ts';

const key = 'frontrow-replay-positions';
/** Of this many replays, those watched last. */
const keptMax = 20;
/** So near to the beginning or the end, watching goes on from the beginning. */
const nearMs = seconds(10);

type Kept = readonly (readonly [eventUuid: string, moment: number])[];

function kept(): Kept {
  try {
    const read: unknown = JSON.parse(readStored(key) ?? '[]');
    return Array.isArray(read) ? read.filter((one) => Array.isArray(one) && typeof one[1] === 'number') : [];
  } catch {
    return [];
  }
}

/** Where this browser stopped watching; undefined where watching begins at the beginning. */
export function savedPosition(eventUuid: string, { from, to }: Span): number | undefined {
  const moment = kept().find(([uuid]) => uuid === eventUuid)?.[1];
  return moment !== undefined && moment > from + nearMs && moment < to - nearMs ? moment : undefined;
}

export function savePosition(eventUuid: string, moment: number): void {
  const others = kept().filter(([uuid]) => uuid !== eventUuid);
  writeStored(key, JSON.stringify([[eventUuid, moment], ...others].slice(0, keptMax)));
}
