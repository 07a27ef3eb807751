import type { AnswerOf } from '@frontrow/contract/api.ts';
import { currencyOf, type Minor, toDecimal } from '@frontrow/core/kernel/money.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { grossSales } from '@frontrow/core/ticketing/ticket-price.ts';
import type { Sql } from '../../db/db.ts';
import { findPublished } from './records.ts';

type Panel = AnswerOf<'GET /events/:id/private'>;

interface SalesRow {
  discounts: Minor;
  complimentary: number;
  refunds: Minor;
  kept: Minor;
  refunded_tickets: number;
  refunded: Minor;
}

/** The owner's private information: gross revenue and fee, and how the gross becomes what the host earns. */
export async function privatePanel(sql: Sql, hostId: number, eventUuid: string): Promise<Panel> {
  const event = await findPublished(sql, eventUuid);
  if (!event) throw refuse('event_not_found');
  if (event.hostId !== hostId) throw refuse('forbidden');
  const sales = (await readSales(sql, eventUuid))!;
  const books = await readBooks(sql, eventUuid);
  const gross = grossSales(event.sold, event.priceMinor, event);
  const { digits } = currencyOf(event.currency);
  const amount = (minor: Minor): number => toDecimal(minor, digits);
  return {
    attendees: event.sold,
    gross_revenue: amount(gross.revenue),
    ticketing_fee: amount(gross.fee),
    discounts: amount(sales.discounts),
    complimentary_tickets: sales.complimentary,
    complimentary: amount(sales.complimentary * event.priceMinor),
    refunds: amount(sales.refunds),
    kept: amount(sales.kept),
    net_revenue: amount(books.get('price') ?? 0),
    refunded_tickets: sales.refunded_tickets,
    refunded: amount(sales.refunded),
    disputed: amount(books.get('disputed') ?? 0),
    waiting: event.waiting,
  };
}

/** An order is `paid` for as long as its ticket is valid. */
const readSales = (sql: Sql, eventUuid: string): Promise<SalesRow | undefined> =>
  sql.one<SalesRow>(
    `SELECT coalesce(sum(discount_minor) FILTER (WHERE status = 'paid'), 0)::bigint AS discounts,
       (count(*) FILTER (WHERE status = 'paid' AND complimentary))::int AS complimentary,
       coalesce(sum(refunded_price_minor + disputed_price_minor) FILTER (WHERE status = 'paid'), 0)::bigint AS refunds,
       coalesce(sum(price_minor - discount_minor - refunded_price_minor - disputed_price_minor)
         FILTER (WHERE status <> 'paid'), 0)::bigint AS kept,
       (count(*) FILTER (WHERE status IN ('refunding', 'refunded') AND refunded_price_minor > 0))::int
         AS refunded_tickets,
       coalesce(sum(refunded_price_minor) FILTER (WHERE status IN ('refunding', 'refunded')), 0)::bigint AS refunded
     FROM orders
     WHERE event_id = $1 AND (status = 'paid' OR status NOT IN ('pending', 'paid')) AND paid_at IS NOT NULL`,
    [eventUuid],
  );

/** The host's part of what was paid and not refunded, and what disputes have frozen of it. */
async function readBooks(sql: Sql, eventUuid: string): Promise<ReadonlyMap<string, Minor>> {
  const rows = await sql.query<{ kind: string; minor: Minor }>(
    // A refund after the release comes out of the host's balance.
    `SELECT CASE a.kind WHEN 'dispute_frozen' THEN 'disputed' ELSE 'price' END AS kind,
       -sum(x.amount_minor)::bigint AS minor
     FROM ledger_tx t JOIN ledger_entry x ON x.tx_id = t.id JOIN ledger_account a ON a.id = x.account_id
     WHERE t.event_id = $1
       AND t.kind IN (
         'capture', 'refund_request', 'refund_ended', 'refund_resumed',
         'dispute_opened', 'dispute_changed', 'dispute_won', 'dispute_lost')
       AND a.kind IN ('host_escrow', 'host_payable', 'dispute_frozen')
     GROUP BY 1`,
    [eventUuid],
  );
  return new Map(rows.map(({ kind, minor }) => [kind, minor]));
}
