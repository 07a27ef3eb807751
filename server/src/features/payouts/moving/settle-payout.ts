import {
  type PayoutStatus,
  type PayoutStep,
  payoutMachine,
  payoutSteps,
} from '@frontrow/core/payouts/payout-machine.ts';
import type { Tx } from '../../../db/db.ts';
import { recordFact } from '../../../facts/record-fact.ts';
import type { PayoutAnswer, Payouts } from '../../../ports/payouts.ts';
import type { PayoutsKit } from '../payouts-kit.ts';

interface Payout {
  id: string;
  host_id: number;
  status: PayoutStatus;
  amount_minor: number;
  currency: string;
}

/** Where money goes at a step; the other side is `payout_clearing` until the bank has it. */
const postingOf: Readonly<
  Record<Exclude<PayoutStep, 'send'>, (payout: Payout, bank: Payouts['paidFrom']) => [string, string, number][]>
> = {
  pay: ({ amount_minor: amount, host_id: host }, bank) => [
    ['payout_clearing', String(host), amount],
    [bank.kind, bank.owner, -amount],
  ],
  fail: ({ amount_minor: amount, host_id: host }) => [
    ['payout_clearing', String(host), amount],
    ['host_payable', String(host), -amount],
  ],
  come_back: ({ amount_minor: amount, host_id: host }, bank) => [
    [bank.kind, bank.owner, amount],
    ['host_payable', String(host), -amount],
  ],
};

/**
 * Writes down what the bank says of a payout: state, ledger and fact in one transaction. Webhook and polling meet here.
 * News that is old or known changes nothing, so it may be called any number of times and in any order. Answers the
 * state afterwards.
 */
export async function settlePayout(
  { db }: Pick<PayoutsKit, 'db'>,
  payoutId: string,
  bank: Payouts['paidFrom'],
  said: PayoutAnswer,
): Promise<PayoutStatus | undefined> {
  return db.tx(async (tx) => {
    const payout = await tx.one<Payout>(
      'SELECT id, host_id, status, amount_minor, currency FROM payout WHERE id = $1 FOR UPDATE',
      [payoutId],
    );
    if (!payout) return undefined;
    if (said.moneyRef !== undefined)
      await tx.query('UPDATE payout SET money_ref = $2 WHERE id = $1 AND money_ref IS DISTINCT FROM $2', [
        payoutId,
        said.moneyRef,
      ]);
    let status = payout.status;
    for (const step of payoutSteps(status, said.status)) {
      const next = payoutMachine.next(status, step)!;
      await write(tx, payout, { from: status, to: next }, said);
      if (step !== 'send') await post(tx, payout, bank, step, next);
      status = next;
    }
    return status;
  });
}

async function write(
  tx: Tx,
  { id }: Payout,
  { from, to }: { from: PayoutStatus; to: PayoutStatus },
  { ref, reason }: PayoutAnswer,
): Promise<void> {
  await tx.query(
    `UPDATE payout SET status = $3::payout_status, provider_ref = coalesce(nullif($4, ''), provider_ref),
       reason = CASE WHEN $6 THEN $5 END,
       sent_at = CASE WHEN $3::payout_status = 'sent' THEN app_now() ELSE sent_at END,
       paid_at = CASE WHEN $3::payout_status = 'paid' THEN app_now() ELSE paid_at END,
       ended_at = CASE WHEN $6 THEN app_now() END
     WHERE id = $1 AND status = $2`,
    [id, from, to, ref, reason ?? null, to === 'failed' || to === 'returned'],
  );
}

async function post(
  tx: Tx,
  payout: Payout,
  bank: Payouts['paidFrom'],
  step: Exclude<PayoutStep, 'send'>,
  state: PayoutStatus,
): Promise<void> {
  const { id, host_id: hostId } = payout;
  if (state !== 'paid' && state !== 'failed' && state !== 'returned') return;
  await tx.query('SELECT ledger_post($1, $2, NULL, $3, $4)', [
    `payout_${state}`,
    `payout_${state}:${id}`,
    payout.currency,
    JSON.stringify(postingOf[step](payout, bank)),
  ]);
  await recordFact(tx, {
    topic: 'PayoutEnded',
    dedupeKey: `payout_${state}:${id}`,
    payload: { payoutId: id, hostId, state },
  });
}
