import { currencyOf, type Minor, moneyText } from '@frontrow/core/kernel/money.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Tx } from '../../../db/db.ts';

/**
 * Refuses `account_has_money` while a host is owed something: of events that are over but not released, in the balance,
 * frozen by a dispute, or on its way; the last also where refunds have made the balance negative since, because the
 * account that it goes to is needed until it is there. Erased, nobody could ask for it. The caller holds the account,
 * which a payout that begins now waits for.
 */
export async function refuseMoneyDue(tx: Tx, hostId: number): Promise<void> {
  const due = await tx.query<{ currency: string; minor: Minor }>(
    `SELECT currency, greatest(sum(minor), sum(minor) FILTER (WHERE moving))::bigint AS minor FROM (
       SELECT a.currency, -e.amount_minor AS minor, false AS moving FROM ledger_account a JOIN ledger_entry e ON e.account_id = a.id
       WHERE a.kind IN ('host_payable', 'dispute_frozen') AND a.owner = $1::bigint::text
       UNION ALL
       SELECT a.currency, -e.amount_minor, false FROM event v
         JOIN ledger_account a ON a.kind = 'host_escrow' AND a.owner = v.id::text
         JOIN ledger_entry e ON e.account_id = a.id
       WHERE v.host_id = $1
       UNION ALL
       SELECT currency, amount_minor, true FROM payout WHERE host_id = $1 AND status IN ('requested', 'sent')) AS part
     GROUP BY currency HAVING greatest(sum(minor), sum(minor) FILTER (WHERE moving)) > 0 ORDER BY currency`,
    [hostId],
  );
  if (due.length === 0) return;
  const amounts = due.map(({ currency, minor }) => moneyText(minor, currencyOf(currency)));
  throw refuse('account_has_money', { amount: amounts.join(', ') });
}
