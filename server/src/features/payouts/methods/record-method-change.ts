import type { Tx } from '../../../db/db.ts';
import { recordFact } from '../../../facts/record-fact.ts';
import type { PayoutsKit } from '../payouts-kit.ts';

/** The host is told by mail where the money goes from now on, in case somebody else changed it. */
export const recordMethodChange = (
  tx: Tx,
  ids: PayoutsKit['ids'],
  change: { hostId: number; methodId: string; isNew: boolean },
): Promise<void> =>
  recordFact(tx, { topic: 'PayoutMethodChanged', dedupeKey: `payout_method:${ids.uuid()}`, payload: change });
