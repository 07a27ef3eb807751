import { readRefusalReason } from '@frontrow/core/accounts/influencer-request.ts';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import { typedAmount } from '@frontrow/core/catalog/typed-amount.ts';
import { currencyOf, toDecimal } from '@frontrow/core/kernel/money.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../../db/db.ts';
import { knownCurrency } from '../known-currency.ts';
import { lockPayable } from '../payable.ts';
import type { PayoutsKit } from '../payouts-kit.ts';

const leftShownMax = 200;

/** Money of hosts who deleted their account and whose payout came back afterwards, the latest first. */
export async function listLeftMoney(sql: Sql): Promise<AnswerOf<'GET /admin/payouts/left'>['left']> {
  const rows = await sql.query<{
    username: string;
    amount_minor: number;
    currency: string;
    reason: string | null;
    ended_at: Date | null;
  }>(
    `SELECT u.username, b.amount_minor, b.currency, back.reason, back.ended_at
     FROM host_balance b JOIN app_user u ON u.id = b.host_id AND u.erased_at IS NOT NULL
       LEFT JOIN LATERAL (
         SELECT p.reason, p.ended_at FROM payout p
         WHERE p.host_id = u.id AND p.currency = b.currency AND p.status IN ('failed', 'returned')
         ORDER BY p.ended_at DESC LIMIT 1) back ON true
     WHERE b.kind = 'host_payable' AND b.amount_minor > 0
     ORDER BY back.ended_at DESC NULLS LAST, u.id LIMIT $1`,
    [leftShownMax],
  );
  return rows.map((row) => ({
    host_username: row.username,
    amount: toDecimal(row.amount_minor, currencyOf(row.currency).digits),
    currency_code: row.currency,
    reason: row.reason,
    returned_at: row.ended_at?.getTime() ?? null,
  }));
}

export interface LeftMoneyPaid {
  readonly adminId: number;
  readonly username: string;
  readonly currencyCode: string;
  readonly amount: number;
  readonly reference: string;
}

/** A person has paid it by hand: it leaves the books, all of it, with its reference in the audit log. */
export async function payLeftMoney({ accounts, db, ids }: PayoutsKit, paid: LeftMoneyPaid): Promise<void> {
  const reference = readRefusalReason(paid.reference);
  const currency = knownCurrency(paid.currencyCode);
  await db.tx(async (tx) => {
    const host = await tx.one<{ id: number }>('SELECT id FROM app_user WHERE username = $1 AND erased_at IS NOT NULL', [
      paid.username.replace(/^@/, ''),
    ]);
    if (!host) throw refuse('payout_host_not_found', {}, { field: 'host_username' });
    const there = await lockPayable(tx, host.id, currency.code);
    if (there <= 0 || there !== typedAmount(paid.amount, currency, 'amount')) throw refuse('left_money_changed');
    await tx.query("SELECT ledger_post('payout_otherwise', $1, NULL, $2, $3)", [
      `payout_otherwise:${ids.uuid()}`,
      currency.code,
      JSON.stringify([
        ['host_payable', String(host.id), there],
        ['bank', '', -there],
      ]),
    ]);
    await accounts.recordAudit(tx, {
      actorId: paid.adminId,
      action: 'left_money_paid',
      subjectId: host.id,
      details: { amount: String(paid.amount), currency: currency.code, reference },
    });
  });
}
