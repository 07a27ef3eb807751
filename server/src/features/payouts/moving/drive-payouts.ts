import { lookAgainAfterMs, sendAgainAfterMs } from '@frontrow/core/payouts/limits.ts';
import type { PayoutStatus } from '@frontrow/core/payouts/payout-machine.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { onItsOwn } from '../../../jobs/on-its-own.ts';
import type { PayoutAnswer, PayoutKind, Payouts } from '../../../ports/payouts.ts';
import type { BankKit } from '../payouts-kit.ts';
import { sealedAccounts } from '../sealed-accounts.ts';
import { settlePayout } from './settle-payout.ts';

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
 * Asks the banks about all payouts whose time has come, or about one. No lock is held meanwhile. A payout that waits is
 * sent, with its id as the provider's key, so a lost answer never pays twice; one that was sent or paid is looked at.
 */
export async function drivePayouts(kit: BankKit, only?: string): Promise<void> {
  for (let driven = 0; driven < payoutsPerRunMax; driven++) {
    const payout = await claimNext(kit, only);
    if (!payout) return;
    await onItsOwn(kit.log, { payout: payout.id, attempts: payout.attempts }, () => driveOne(kit, payout));
  }
}

/** Payouts of a host on hold wait, unless the bank may know them already. */
const claimNext = ({ db }: BankKit, only: string | undefined): Promise<DuePayout | undefined> =>
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

async function driveOne(kit: BankKit, payout: DuePayout): Promise<void> {
  const bank = kit.payoutBanks[payout.kind];
  let status: PayoutStatus | undefined = payout.status;
  try {
    if (!bank) throw refuse('payout_kind_unavailable');
    const said = payout.status === 'requested' ? await send(kit, bank, payout) : await look(bank, payout);
    if (said) status = await settlePayout(kit, payout.id, bank.paidFrom, said);
    else kit.log.error({ payout: payout.id }, 'the provider does not know a payout that it took');
  } finally {
    await lookAgain(kit, payout, status);
  }
}

const look = (bank: Payouts, payout: DuePayout): Promise<PayoutAnswer | undefined> =>
  bank.look(payout.provider_ref ?? '', payout.id);

async function send(kit: BankKit, bank: Payouts, payout: DuePayout): Promise<PayoutAnswer> {
  const method = await kit.db.one<{ account_sealed: Buffer; holder_name: string }>(
    'SELECT account_sealed, holder_name FROM payout_method WHERE id = $1',
    [payout.method_id],
  );
  if (!method || payout.method_id === null) throw new Error('a payout that waits has lost its method');
  return bank.send({
    payoutId: payout.id,
    account: sealedAccounts(kit).open(payout.method_id, method.account_sealed),
    holderName: method.holder_name,
    amountMinor: payout.amount_minor,
    currency: payout.currency,
  });
}

/** Sets when to ask next; not where another worker has the claim, or a webhook asks for a look at once. */
async function lookAgain({ db }: BankKit, payout: DuePayout, status: PayoutStatus | undefined): Promise<void> {
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
export async function lookNow({ db }: Pick<BankKit, 'db'>, payoutIds: readonly string[]): Promise<void> {
  await db.query(
    "UPDATE payout SET next_at = app_now() WHERE id = ANY ($1::uuid[]) AND status IN ('requested', 'sent', 'paid')",
    [payoutIds],
  );
}
