import type { Db } from '../../db/db.ts';

/**
 * Makes the balances of all hosts anew from the ledger, in one transaction; whoever posts to an account of a host
 * waits for it. Answers how many accounts there are.
 */
export const rebuildBalances = (db: Db): Promise<number> =>
  db.tx(async (tx) => {
    const row = await tx.one<{ accounts: number }>('SELECT rebuild_host_balances() AS accounts');
    return row?.accounts ?? 0;
  }, bounds);

/** It reads the whole ledger, and may wait for postings that have begun. */
const bounds = "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '1min'";
