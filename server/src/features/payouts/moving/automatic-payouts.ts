import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { currencyOf } from '@frontrow/core/kernel/money.ts';
import { automaticEveryMs } from '@frontrow/core/payouts/limits.ts';
import type { Tx } from '../../../db/db.ts';
import { onItsOwn } from '../../../jobs/on-its-own.ts';
import { lockPayable } from '../payable.ts';
import type { PayoutsKit } from '../payouts-kit.ts';
import { openPayout } from './open-payout.ts';

interface DueSetting {
  host_id: number;
  currency: string;
  minimum_minor: number;
}

const settingsPerRunMax = 500;

/**
 * The weekly payouts that are due. Payout and next date are one transaction, so a run that dies pays nobody twice and
 * leaves nobody out. A host for whom there is too little, or who is on hold, waits for the next week.
 */
export async function automaticPayouts(kit: PayoutsKit, stopping: () => boolean): Promise<void> {
  const { db, log } = kit;
  let after = { host: 0, currency: '' };
  for (let done = 0; done < settingsPerRunMax && !stopping(); done++) {
    const due = await db.one<DueSetting>(
      `SELECT host_id, currency, minimum_minor FROM payout_setting
       WHERE automatic AND next_at <= app_now() AND (host_id, currency) > ($1::bigint, $2::char(3))
       ORDER BY host_id, currency LIMIT 1`,
      [after.host, after.currency],
    );
    if (!due) return;
    after = { host: due.host_id, currency: due.currency };
    await onItsOwn(log, { host: due.host_id }, () => db.tx((tx) => payOne(kit, tx, due)));
  }
}

async function payOne(kit: PayoutsKit, tx: Tx, due: DueSetting): Promise<void> {
  const claimed = await tx.one(
    `UPDATE payout_setting SET next_at = next_at
       + ceil(greatest(extract(epoch FROM app_now() - next_at) * 1000 / $3, 0) + 1e-9) * $3 * interval '1 ms'
     WHERE host_id = $1 AND currency = $2 AND automatic AND next_at <= app_now() RETURNING host_id`,
    [due.host_id, due.currency, automaticEveryMs],
  );
  if (!claimed) return;
  if ((await lockPayable(tx, due.host_id, due.currency)) < due.minimum_minor) return;
  try {
    await openPayout(kit, tx, {
      payoutId: kit.ids.uuid(),
      hostId: due.host_id,
      currency: currencyOf(due.currency),
      amount: undefined,
      methodId: undefined,
      automatic: true,
    });
  } catch (error) {
    // On hold, on its way, or no account yet: nothing was written.
    if (!(error instanceof Refusal)) throw error;
    kit.log.info({ host: due.host_id, code: error.code }, 'no automatic payout this week');
  }
}
