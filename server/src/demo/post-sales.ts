import { releaseAfterMs } from '@frontrow/core/balance/limits.ts';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import type { Sql } from '../db/db.ts';

/**
 * Posts the invented sales that the ledger does not have yet, in the order in which they were made, each at its time;
 * then the money of events that have been over for three days is released, as the job would do it.
 */
export async function postSales(tx: Sql): Promise<void> {
  await tx.query(makeAccounts);
  await tx.query(post);
  await tx.query(
    `SELECT release_event(id, $1) FROM (
       SELECT id FROM event
       WHERE (cover_key LIKE 'covers/demo-%' OR private_for IS NOT NULL) AND finished_at IS NOT NULL
         AND cancelled_at IS NULL AND released_at IS NULL
       ORDER BY finished_at) past`,
    [releaseAfterMs / seconds(1)],
  );
}

const unposted = `
  FROM payment p JOIN orders o ON o.id = p.order_id JOIN event e ON e.id = o.event_id
  WHERE (e.cover_key LIKE 'covers/demo-%' OR e.private_for IS NOT NULL)
    AND p.provider = 'sandbox_card' AND p.status = 'succeeded'
    AND NOT EXISTS (SELECT 1 FROM ledger_tx t WHERE t.source_key = 'capture:' || p.id)`;

const makeAccounts = `
  SELECT ledger_account_id(account.kind, account.owner, sold.currency)
  FROM (SELECT DISTINCT e.id::text AS event, p.provider, p.currency::text ${unposted}) sold,
    LATERAL (VALUES
      ('psp_clearing', sold.provider), ('host_escrow', sold.event), ('fee_deferred', sold.event)) account(kind, owner)`;

const post = `
  WITH sale AS (
    SELECT nextval('ledger_tx_id_seq') AS tx, sold.* FROM (
      SELECT p.id AS payment, o.id AS "order", e.id AS event, e.host_id, p.provider, p.currency, p.settled_at AS at,
        p.amount_minor AS total, o.price_minor - o.discount_minor AS price, o.fee_minor AS fee
      ${unposted} ORDER BY p.settled_at, p.id) sold
  ), posted AS (
    INSERT INTO ledger_tx (id, kind, source_key, order_id, host_id, event_id, created_at)
    SELECT s.tx, 'capture', 'capture:' || s.payment, s."order", s.host_id, s.event, s.at FROM sale s
  )
  INSERT INTO ledger_entry (tx_id, account_id, amount_minor)
  SELECT s.tx, a.id, line.amount
  FROM sale s
    CROSS JOIN LATERAL (VALUES
      ('psp_clearing', s.provider, s.total),
      ('host_escrow', s.event::text, -s.price),
      ('fee_deferred', s.event::text, -s.fee)) line(kind, owner, amount)
    JOIN ledger_account a ON a.kind = line.kind AND a.owner = line.owner AND a.currency = s.currency
  WHERE line.amount <> 0 ORDER BY s.tx`;
