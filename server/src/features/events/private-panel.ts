import { currencyOf, toDecimal } from '@frontrow/core/kernel/money.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../db/db.ts';
import { findEvent } from './store.ts';

/** The owner's private information: what was sold and not refunded by the ledger, and its fees. */
export async function privatePanel(
  sql: Sql,
  hostId: number,
  eventUuid: string,
): Promise<{ attendees: number; gross_revenue: number; ticketing_fee: number; waiting: number }> {
  const event = await findEvent(sql, eventUuid);
  if (!event) throw refuse('event_not_found');
  if (event.hostId !== hostId) throw refuse('forbidden');
  const rows = await sql.query<{ kind: string; minor: number }>(
    `SELECT a.kind, -sum(x.amount_minor)::bigint AS minor
     FROM ledger_account a JOIN ledger_entry x ON x.account_id = a.id JOIN ledger_tx t ON t.id = x.tx_id
     WHERE a.kind IN ('host_escrow', 'fee_deferred') AND a.owner = $1 AND t.kind IN ('capture', 'refund_request')
     GROUP BY a.kind`,
    [eventUuid],
  );
  const { digits } = currencyOf(event.currency);
  const amount = (kind: string): number => toDecimal(rows.find((row) => row.kind === kind)?.minor ?? 0, digits);
  return {
    attendees: event.sold,
    gross_revenue: amount('host_escrow'),
    ticketing_fee: amount('fee_deferred'),
    waiting: event.waiting,
  };
}
