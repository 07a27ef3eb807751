import { currencyOf, toDecimal } from '@frontrow/core/kernel/money.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../db/db.ts';
import { findPublished } from './records.ts';

/** The owner's private information: what was sold and not refunded by the ledger, and its fees. */
export async function privatePanel(
  sql: Sql,
  hostId: number,
  eventUuid: string,
): Promise<{
  attendees: number;
  gross_revenue: number;
  ticketing_fee: number;
  disputed: number;
  waiting: number;
}> {
  const event = await findPublished(sql, eventUuid);
  if (!event) throw refuse('event_not_found');
  if (event.hostId !== hostId) throw refuse('forbidden');
  const rows = await sql.query<{ kind: string; minor: number }>(
    // A refund after the release comes out of the host's balance and out of our revenue.
    `SELECT
       CASE a.kind WHEN 'host_escrow' THEN 'price' WHEN 'host_payable' THEN 'price' WHEN 'dispute_frozen' THEN 'disputed'
         ELSE 'fee' END AS kind,
       -sum(x.amount_minor)::bigint AS minor
     FROM ledger_tx t JOIN ledger_entry x ON x.tx_id = t.id JOIN ledger_account a ON a.id = x.account_id
     WHERE t.event_id = $1
       AND t.kind IN (
         'capture', 'refund_request', 'refund_ended', 'refund_resumed',
         'dispute_opened', 'dispute_changed', 'dispute_won', 'dispute_lost')
       AND a.kind IN ('host_escrow', 'host_payable', 'fee_deferred', 'fee_revenue', 'dispute_frozen')
     GROUP BY 1`,
    [eventUuid],
  );
  const { digits } = currencyOf(event.currency);
  const amount = (kind: string): number => toDecimal(rows.find((row) => row.kind === kind)?.minor ?? 0, digits);
  return {
    attendees: event.sold,
    gross_revenue: amount('price'),
    ticketing_fee: amount('fee'),
    disputed: amount('disputed'),
    waiting: event.waiting,
  };
}
