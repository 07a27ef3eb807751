import { currencyToWire } from '@frontrow/contract/events/event-codec.ts';
import type { WireBalance } from '@frontrow/contract/balance/api.ts';
import { currencyOf, toDecimal } from '@frontrow/core/kernel/money.ts';
import type { Sql } from '../../db/db.ts';

interface Row {
  currency: string;
  pending: number;
  available: number;
  paid_out: number;
  on_its_way: number;
  disputed: number;
}

/** What a host has, in each currency that it ever had something in. */
export async function balancesOf(sql: Sql, hostId: number): Promise<WireBalance[]> {
  const rows = await sql.query<Row>(
    `SELECT currency,
       coalesce(sum(amount_minor) FILTER (WHERE kind = 'host_escrow'), 0)::bigint AS pending,
       coalesce(sum(amount_minor) FILTER (WHERE kind = 'host_payable'), 0)::bigint AS available,
       sum(paid_out_minor)::bigint AS paid_out,
       coalesce(sum(amount_minor) FILTER (WHERE kind = 'payout_clearing'), 0)::bigint AS on_its_way,
       coalesce(sum(amount_minor) FILTER (WHERE kind = 'dispute_frozen'), 0)::bigint AS disputed
     FROM host_balance WHERE host_id = $1 GROUP BY currency ORDER BY currency`,
    [hostId],
  );
  return rows.map((row) => {
    const currency = currencyOf(row.currency);
    const amount = (minor: number): number => toDecimal(minor, currency.digits);
    return {
      currency_code: currency.code,
      currency: currencyToWire(currency),
      pending: amount(row.pending),
      available: amount(row.available),
      paid_out: amount(row.paid_out),
      on_its_way: amount(row.on_its_way),
      disputed: amount(row.disputed),
    };
  });
}
