import { seconds } from '@frontrow/core/kernel/instant.ts';
import { readStored, writeStored } from '#web/shared/api/storage.ts';
import type { Span } from '@frontrow/core/broadcast/replay-sale.ts';

const key = 'frontrow-replay-positions';
/** Of this many replays, those watched last. */
const savedMax = 20;
/** So near to the beginning or the end, watching goes on from the beginning. */
const nearMs = seconds(10);

type SavedPositions = readonly (readonly [eventUuid: string, moment: number])[];

function savedPositions(): SavedPositions {
  try {
    const read: unknown = JSON.parse(readStored(key) ?? '[]');
    return Array.isArray(read) ? read.filter((one) => Array.isArray(one) && typeof one[1] === 'number') : [];
  } catch {
    return [];
  }
}

/** Where this browser stopped watching; undefined where watching begins at the beginning. */
export function savedPosition(eventUuid: string, { from, to }: Span): number | undefined {
  const moment = savedPositions().find(([uuid]) => uuid === eventUuid)?.[1];
  return moment !== undefined && moment > from + nearMs && moment < to - nearMs ? moment : undefined;
}

export function savePosition(eventUuid: string, moment: number): void {
  const others = savedPositions().filter(([uuid]) => uuid !== eventUuid);
  writeStored(key, JSON.stringify([[eventUuid, moment], ...others].slice(0, savedMax)));
}
