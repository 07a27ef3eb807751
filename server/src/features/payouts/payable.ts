import type { Minor } from '@frontrow/core/kernel/money.ts';
import type { Sql, Tx } from '../../db/db.ts';

/** What the books owe the host, by currency; negative after refunds of money that was paid out. */
export async function payableOf(sql: Sql, hostId: number): Promise<{ currency: string; minor: Minor }[]> {
  return sql.query<{ currency: string; minor: number }>(
    `SELECT currency, amount_minor AS minor FROM host_balance WHERE host_id = $1 AND kind = 'host_payable'
     ORDER BY currency`,
    [hostId],
  );
}

/**
 * The same in one currency by the ledger itself, under a lock that only payouts of this host take: of two at once, the
 * later one reads what the earlier one left. Postings of refunds and releases do not wait for it.
 */
export async function lockPayable(tx: Tx, hostId: number, currency: string): Promise<Minor> {
  const account = await tx.one<{ id: number }>("SELECT ledger_account_id('host_payable', $1, $2) AS id", [
    String(hostId),
    currency,
  ]);
  await tx.query('SELECT 1 FROM ledger_account WHERE id = $1 FOR NO KEY UPDATE', [account?.id]);
  const row = await tx.one<{ minor: number }>(
    'SELECT -coalesce(sum(amount_minor), 0)::bigint AS minor FROM ledger_entry WHERE account_id = $1',
    [account?.id],
  );
  return row?.minor ?? 0;
}
