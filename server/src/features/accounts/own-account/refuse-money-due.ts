import { currencyOf, type Minor } from '@frontrow/core/kernel/money.ts';
import { moneyText } from '@frontrow/core/payouts/payout-amount.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Tx } from '../../../db/db.ts';

/**
 * Refuses `account_has_money` while a host is owed something: of events that are over but not released, in the balance,
 * frozen by a dispute, or on its way. Erased, nobody could ask for it. The caller holds the account, which a payout
 * that begins now waits for.
 */
export async function refuseMoneyDue(tx: Tx, hostId: number): Promise<void> {
  const due = await tx.query<{ currency: string; minor: Minor }>(
    `SELECT currency, sum(minor)::bigint AS minor FROM (
       SELECT a.currency, -e.amount_minor AS minor FROM ledger_account a JOIN ledger_entry e ON e.account_id = a.id
       WHERE a.kind IN ('host_payable', 'dispute_frozen') AND a.owner = $1::bigint::text
       UNION ALL
       SELECT a.currency, -e.amount_minor FROM event v
         JOIN ledger_account a ON a.kind = 'host_escrow' AND a.owner = v.id::text
         JOIN ledger_entry e ON e.account_id = a.id
       WHERE v.host_id = $1
       UNION ALL
       SELECT currency, amount_minor FROM payout WHERE host_id = $1 AND status IN ('requested', 'sent')) AS part
     GROUP BY currency HAVING sum(minor) > 0 ORDER BY currency`,
    [hostId],
  );
  if (due.length === 0) return;
  const amounts = due.map(({ currency, minor }) => moneyText(minor, currencyOf(currency)));
  throw refuse('account_has_money', { amount: amounts.join(', ') });
}
