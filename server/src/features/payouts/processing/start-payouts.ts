import { typedAmount } from '@frontrow/core/catalog/selling-terms.ts';
import { type Currency, currencyOf, type Minor } from '@frontrow/core/kernel/money.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { automaticEveryMs } from '@frontrow/core/payouts/limits.ts';
import { currencyAdvice, payoutAmount } from '@frontrow/core/payouts/payouts.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Tx } from '../../../db/db.ts';
import { recordFact } from '../../../facts/fact-handler.ts';
import { keptPhrasesNow } from '../../../i18n/kept-sentences.ts';
import { isolateErrors } from '../../../jobs/runner.ts';
import { type AccountStanding, type PayoutKind, payoutKinds } from '../../../ports/payouts.ts';
import { checkMethod, recheckLocal } from '../methods.ts';
import { knownCurrency, type PayoutsDeps } from '../payouts-deps.ts';
import { lockPayable, type PayoutRow } from '../payouts.ts';

interface PayoutInput {
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
  state: AccountStanding['state'];
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
  { payoutBanks }: Pick<PayoutsDeps, 'payoutBanks'>,
  tx: Tx,
  input: PayoutInput,
): Promise<PayoutRow> {
  const { payoutId, hostId, currency } = input;
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
    asked: input.amount,
    onItsWay: before?.open ?? undefined,
    heldBecause: before?.held ?? undefined,
  });
  const method = await lockMethod(payoutBanks, tx, input);
  if (!payoutBanks[method.kind]) throw refuse('payout_kind_unavailable');
  if (method.state === 'needs_information')
    throw refuse('payout_method_incomplete', { needs: keptPhrasesNow(method.requirements) });
  if (method.state !== 'ready') throw refuse('payout_method_not_ready', { detail: method.requirements[0] ?? '' });
  return writePayout(tx, input, method, amount);
}

/**
 * The account that was named; else the default one, or where that one does not take the currency another that does. It
 * is held, so that it is not removed before the payout is written.
 */
async function lockMethod(
  banks: PayoutsDeps['payoutBanks'],
  tx: Tx,
  { hostId, methodId, currency: { code } }: PayoutInput,
): Promise<Method> {
  const methods = await tx.query<Method>(
    `SELECT id, kind, account_shown, state, requirements, currencies
     FROM payout_method WHERE host_id = $1 ORDER BY is_default DESC, created_at DESC, id FOR KEY SHARE`,
    [hostId],
  );
  const currenciesOf = ({ kind, currencies }: Method) => currencies ?? banks[kind]?.currencies;
  const fitting = methods.filter((method) => currenciesOf(method)?.includes(code) ?? true);
  const asked = methods.find(({ id }) => methodId === undefined || id === methodId);
  if (!asked) throw refuse(methodId === undefined ? 'payout_method_needed' : 'payout_method_not_found');
  if (fitting.includes(asked)) return asked;
  const other = fitting.find(({ state }) => state === 'ready') ?? fitting[0];
  if (other && methodId === undefined) return other;
  const kinds = payoutKinds.filter((kind) => banks[kind] && (banks[kind].currencies?.includes(code) ?? true));
  throw refuse('payout_currency_wrong', {
    currencies: currenciesOf(asked)?.join(', ') ?? '',
    advice: currencyAdvice(code, { kind: asked.kind, hasOther: other !== undefined, kinds }),
  });
}

async function writePayout(
  tx: Tx,
  { payoutId, hostId, currency, automatic }: PayoutInput,
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

interface PayoutRequestInput {
  readonly currency_code: string;
  readonly amount?: number | undefined;
  readonly method_uuid?: string | undefined;
}

/** A host asks for the money, once per `Idempotency-Key`. */
export async function requestPayout(
  deps: PayoutsDeps,
  hostId: number,
  asked: PayoutRequestInput,
  resultId: string | undefined,
): Promise<PayoutRow> {
  const currency = knownCurrency(asked.currency_code);
  const amount = asked.amount === undefined ? undefined : typedAmount(asked.amount, currency, 'amount');
  await recheckLocal(deps, hostId);
  await recheckUnready(deps, hostId, asked.method_uuid, currency.code);
  const payoutId = resultId ?? deps.ids.uuid();
  return deps.db.tx((tx) =>
    openPayout(deps, tx, { payoutId, hostId, currency, amount, methodId: asked.method_uuid, automatic: false }),
  );
}

/** A method that was not ready for this currency when we last heard of it may be by now. */
async function recheckUnready(
  deps: PayoutsDeps,
  hostId: number,
  methodId: string | undefined,
  currency: string,
): Promise<void> {
  const method = await deps.db.one<{ id: string }>(
    `SELECT id FROM payout_method
     WHERE host_id = $1 AND (id = $2 OR ($2::uuid IS NULL AND is_default))
       AND (state <> 'ready' OR NOT $3 = ANY (currencies))`,
    [hostId, methodId ?? null, currency],
  );
  if (method) await checkMethod(deps, hostId, method.id);
}

interface DueSetting {
  host_id: number;
  currency: string;
  minimum_minor: number;
}

const settingsPerRunMax = 500;

/**
 * The weekly payouts that are due. Payout and next date are one transaction, so a run that dies pays no one twice and
 * leaves no one out. A host for whom there is too little, or who is on hold, waits for the next week.
 */
export async function automaticPayouts(deps: PayoutsDeps, stopping: () => boolean): Promise<void> {
  const { db, log } = deps;
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
    await isolateErrors(log, { host: due.host_id }, async () => {
      await recheckLocal(deps, due.host_id);
      await db.tx((tx) => payOne(deps, tx, due));
    });
  }
}

async function payOne(deps: PayoutsDeps, tx: Tx, due: DueSetting): Promise<void> {
  const claimed = await tx.one(
    `UPDATE payout_setting SET next_at = next_at
       + ceil(greatest(extract(epoch FROM app_now() - next_at) * 1000 / $3, 0) + 1e-9) * $3 * interval '1 ms'
     WHERE host_id = $1 AND currency = $2 AND automatic AND next_at <= app_now() RETURNING host_id`,
    [due.host_id, due.currency, automaticEveryMs],
  );
  if (!claimed) return;
  if ((await lockPayable(tx, due.host_id, due.currency)) < due.minimum_minor) return;
  try {
    await openPayout(deps, tx, {
      payoutId: deps.ids.uuid(),
      hostId: due.host_id,
      currency: currencyOf(due.currency),
      amount: undefined,
      methodId: undefined,
      automatic: true,
    });
  } catch (error) {
    // On hold, on its way, or no account yet: nothing was written.
    if (!(error instanceof Refusal)) throw error;
    deps.log.info({ host: due.host_id, code: error.code }, 'no automatic payout this week');
  }
}
