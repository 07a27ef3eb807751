import { lookAgainAfterMs, sendAgainAfterMs } from '@frontrow/core/payouts/limits.ts';
import { payoutMachine, type PayoutStatus, type PayoutStep, payoutSteps } from '@frontrow/core/payouts/payouts.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Tx } from '../../../db/db.ts';
import { recordFact } from '../../../facts/fact-handler.ts';
import { isolateErrors } from '../../../jobs/runner.ts';
import type { PayoutAnswer, PayoutKind, Payouts } from '../../../ports/payouts.ts';
import { type BankDeps, type PayoutsDeps, sealedAccounts } from '../payouts-deps.ts';

interface DuePayout {
  id: string;
  method_id: string | null;
  kind: PayoutKind;
  status: PayoutStatus;
  provider_ref: string | null;
  amount_minor: number;
  currency: string;
  attempts: number;
  age_ms: number;
}

/** Free for another worker after this: longer than all calls of one payout to a provider may take. */
const claimSeconds = 120;
const payoutsPerRunMax = 200;

/**
 * Asks the banks about all payouts whose time has come, or about one. No lock is held in the meantime. A payout that
 * waits is sent, with its id as the provider's key, so a lost answer never pays twice; one that was sent or paid is
 * looked at.
 */
export async function processDuePayouts(deps: BankDeps, only?: string): Promise<void> {
  for (let driven = 0; driven < payoutsPerRunMax; driven++) {
    const payout = await claimNext(deps, only);
    if (!payout) return;
    await isolateErrors(deps.log, { payout: payout.id, attempts: payout.attempts }, () => processPayout(deps, payout));
  }
}

/** Payouts of a host on hold wait, unless the bank may know them already. */
const claimNext = ({ db }: BankDeps, only: string | undefined): Promise<DuePayout | undefined> =>
  db.one<DuePayout>(
    `UPDATE payout p SET attempts = p.attempts + 1, next_at = app_now() + make_interval(secs => $2)
     WHERE p.id = (
       SELECT d.id FROM payout d
       WHERE d.status IN ('requested', 'sent', 'paid') AND d.next_at <= app_now() AND ($1::uuid IS NULL OR d.id = $1)
         AND NOT (d.status = 'requested' AND d.attempts = 0 AND EXISTS (
           SELECT 1 FROM payout_hold h WHERE h.host_id = d.host_id))
       ORDER BY d.next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING p.id, p.method_id, p.kind, p.status, p.provider_ref, p.amount_minor, p.currency, p.attempts,
       (extract(epoch FROM app_now() - coalesce(p.paid_at, p.sent_at, p.created_at)) * 1000)::bigint AS age_ms`,
    [only ?? null, claimSeconds],
  );

async function processPayout(deps: BankDeps, payout: DuePayout): Promise<void> {
  const bank = deps.payoutBanks[payout.kind];
  let status: PayoutStatus | undefined = payout.status;
  try {
    if (!bank) throw refuse('payout_kind_unavailable');
    const answer = payout.status === 'requested' ? await send(deps, bank, payout) : await poll(bank, payout);
    if (answer) status = await settlePayout(deps, payout.id, bank.paidFrom, answer);
    else deps.log.error({ payout: payout.id }, 'the provider does not know a payout that it took');
  } finally {
    await scheduleNextPoll(deps, payout, status);
  }
}

const poll = (bank: Payouts, payout: DuePayout): Promise<PayoutAnswer | undefined> =>
  bank.look(payout.provider_ref ?? '', payout.id);

async function send(deps: BankDeps, bank: Payouts, payout: DuePayout): Promise<PayoutAnswer> {
  const method = await deps.db.one<{ account_sealed: Buffer; holder_name: string }>(
    'SELECT account_sealed, holder_name FROM payout_method WHERE id = $1',
    [payout.method_id],
  );
  if (!method || payout.method_id === null) throw new Error('a payout that waits has lost its method');
  return bank.send({
    payoutId: payout.id,
    account: sealedAccounts(deps).open(payout.method_id, method.account_sealed),
    holderName: method.holder_name,
    amountMinor: payout.amount_minor,
    currency: payout.currency,
  });
}

/** Sets when to ask next; not where another worker has the claim, or a webhook asks for a look at once. */
async function scheduleNextPoll({ db }: BankDeps, payout: DuePayout, status: PayoutStatus | undefined): Promise<void> {
  const isNew = status !== payout.status;
  const waitMs =
    status === 'sent' || status === 'paid'
      ? lookAgainAfterMs(status, isNew ? 0 : payout.age_ms)
      : sendAgainAfterMs(payout.attempts);
  await db.query(
    `UPDATE payout SET next_at = CASE WHEN $3::bigint IS NULL THEN 'infinity' ELSE app_now() + $3 * interval '1 ms' END
     WHERE id = $1 AND attempts = $2 AND next_at > app_now()`,
    [payout.id, payout.attempts, waitMs ?? null],
  );
}

/** A webhook is a hint: its payout is looked at now. Written before the webhook is answered, so it is not lost. */
export async function pollNow({ db }: Pick<BankDeps, 'db'>, payoutIds: readonly string[]): Promise<void> {
  await db.query(
    "UPDATE payout SET next_at = app_now() WHERE id = ANY ($1::uuid[]) AND status IN ('requested', 'sent', 'paid')",
    [payoutIds],
  );
}

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
 * News that is old or known changes nothing, so it may be called any number of times and in any order. Returns the
 * state afterwards.
 */
async function settlePayout(
  { db }: Pick<PayoutsDeps, 'db'>,
  payoutId: string,
  bank: Payouts['paidFrom'],
  answer: PayoutAnswer,
): Promise<PayoutStatus | undefined> {
  return db.tx(async (tx) => {
    const payout = await tx.one<Payout>(
      'SELECT id, host_id, status, amount_minor, currency FROM payout WHERE id = $1 FOR UPDATE',
      [payoutId],
    );
    if (!payout) return undefined;
    if (answer.moneyRef !== undefined)
      await tx.query('UPDATE payout SET money_ref = $2 WHERE id = $1 AND money_ref IS DISTINCT FROM $2', [
        payoutId,
        answer.moneyRef,
      ]);
    let status = payout.status;
    for (const step of payoutSteps(status, answer.status)) {
      const next = payoutMachine.next(status, step)!;
      await write(tx, payout, { from: status, to: next }, answer);
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
