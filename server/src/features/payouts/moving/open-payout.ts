import type { Currency, Minor } from '@frontrow/core/kernel/money.ts';
import { currencyAdvice, payoutAmount } from '@frontrow/core/payouts/payout-amount.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Tx } from '../../../db/db.ts';
import { recordFact } from '../../../facts/record-fact.ts';
import { type PayoutKind, payoutKinds } from '../../../ports/payouts.ts';
import { lockPayable } from '../payable.ts';
import type { PayoutsKit } from '../payouts-kit.ts';
import type { PayoutRow } from '../views.ts';

export interface PayoutWish {
  /** The same for every attempt of one request. */
  readonly payoutId: string;
  readonly hostId: number;
  readonly currency: Currency;
  /** Undefined: all there is. */
  readonly amount: Minor | undefined;
  /** Undefined: the default. */
  readonly methodId: string | undefined;
  readonly automatic: boolean;
}

interface Method {
  id: string;
  kind: PayoutKind;
  account_shown: string;
  ready: boolean;
  requirements: string[];
  currencies: string[] | null;
}

const columns = `id, status, amount_minor, currency, kind, account_shown, automatic, reason, created_at, sent_at,
  paid_at, ended_at`;

/**
 * Takes the amount out of what the host can have and puts it on its way: row, posting and fact in one transaction. The
 * provider is asked afterwards. A second attempt answers what the first one made.
 */
export async function openPayout(
  { payoutBanks }: Pick<PayoutsKit, 'payoutBanks'>,
  tx: Tx,
  wish: PayoutWish,
): Promise<PayoutRow> {
  const { payoutId, hostId, currency } = wish;
  const available = await lockPayable(tx, hostId, currency.code);
  const made = await tx.one<PayoutRow>(`SELECT ${columns} FROM payout WHERE id = $1 AND host_id = $2`, [
    payoutId,
    hostId,
  ]);
  if (made) return made;
  const before = await tx.one<{ held: string | null; open: number | null }>(
    `SELECT (SELECT reason FROM payout_hold WHERE host_id = $1) AS held,
       (SELECT amount_minor FROM payout
        WHERE host_id = $1 AND currency = $2 AND status IN ('requested', 'sent')) AS open`,
    [hostId, currency.code],
  );
  const amount = payoutAmount({
    currency,
    available,
    asked: wish.amount,
    onItsWay: before?.open ?? undefined,
    heldBecause: before?.held ?? undefined,
  });
  const method = await lockMethod(payoutBanks, tx, wish);
  if (!payoutBanks[method.kind]) throw refuse('payout_kind_unavailable');
  if (!method.ready) throw refuse('payout_method_not_ready', { detail: method.requirements.join(' ') });
  return writePayout(tx, wish, method, amount);
}

/**
 * The account that was named; else the default one, or where that one does not take the currency another that does. It
 * is held, so that it is not removed before the payout is written.
 */
async function lockMethod(
  banks: PayoutsKit['payoutBanks'],
  tx: Tx,
  { hostId, methodId, currency: { code } }: PayoutWish,
): Promise<Method> {
  const methods = await tx.query<Method>(
    `SELECT id, kind, account_shown, state = 'ready' AS ready, requirements, currencies
     FROM payout_method WHERE host_id = $1 ORDER BY is_default DESC, created_at DESC, id FOR KEY SHARE`,
    [hostId],
  );
  const currenciesOf = ({ kind, currencies }: Method) => currencies ?? banks[kind]?.currencies;
  const fitting = methods.filter((method) => currenciesOf(method)?.includes(code) ?? true);
  const asked = methods.find(({ id }) => methodId === undefined || id === methodId);
  if (!asked) throw refuse(methodId === undefined ? 'payout_method_needed' : 'payout_method_not_found');
  if (fitting.includes(asked)) return asked;
  const other = fitting.find(({ ready }) => ready) ?? fitting[0];
  if (other && methodId === undefined) return other;
  const kinds = payoutKinds.filter((kind) => banks[kind] && (banks[kind].currencies?.includes(code) ?? true));
  throw refuse('payout_currency_wrong', {
    currencies: currenciesOf(asked)?.join(', ') ?? '',
    advice: currencyAdvice(code, { kind: asked.kind, hasOther: other !== undefined, kinds }),
  });
}

async function writePayout(
  tx: Tx,
  { payoutId, hostId, currency, automatic }: PayoutWish,
  method: Method,
  amount: Minor,
): Promise<PayoutRow> {
  const row = await tx.one<PayoutRow>(
    `INSERT INTO payout (id, host_id, method_id, kind, account_shown, amount_minor, currency, status, automatic)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'requested', $8) RETURNING ${columns}`,
    [payoutId, hostId, method.id, method.kind, method.account_shown, amount, currency.code, automatic],
  );
  await tx.query("SELECT ledger_post('payout_request', $1, NULL, $2, $3)", [
    `payout_request:${payoutId}`,
    currency.code,
    JSON.stringify([
      ['host_payable', String(hostId), amount],
      ['payout_clearing', String(hostId), -amount],
    ]),
  ]);
  await recordFact(tx, {
    topic: 'PayoutRequested',
    dedupeKey: `payout_request:${payoutId}`,
    payload: { payoutId, hostId },
  });
  return row!;
}
