import { seatBatchMax, seatQueueMax } from '@frontrow/core/ticketing/limits.ts';

const retriable = new Set(['40001', '40P01', '55P03']);
const attemptsMax = 4;
const stateOf = (error: unknown): string => (error as { code?: string }).code ?? '';

/** Data, integrity and raised errors may be the fault of one request; a lost connection is nobody's. */
const mayBeOnesFault = (error: unknown): boolean => /^(22|23|P0)/.test(stateOf(error));

export const batchLimits = { batchMax: seatBatchMax, waitingMax: seatQueueMax, splitsOn: mayBeOnesFault };

/** Runs the statement of a batch and returns its rows in the order of the requests; deadlocks are tried again. */
export async function runBatch<Row extends { readonly n: number }>(statement: () => Promise<Row[]>): Promise<Row[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      const rows = await statement();
      return rows.toSorted((a, b) => a.n - b.n);
    } catch (error) {
      if (!retriable.has(stateOf(error)) || attempt >= attemptsMax) throw error;
    }
  }
}
