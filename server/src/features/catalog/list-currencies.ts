import type { AnswerOf } from '@frontrow/contract/api.ts';
import { currencyToWire } from '@frontrow/contract/events/event-codec.ts';
import { sellingTerms } from '@frontrow/core/catalog/selling-terms.ts';
import { defaultCurrency, toDecimal } from '@frontrow/core/kernel/money.ts';
import type { Sql } from '../../db/db.ts';

const bpPerPercent = 100;

/** What hosts may sell in; the default is what the caller's latest paid event is sold in. */
export async function listCurrencies(
  sql: Sql,
  accountId: number | undefined,
): Promise<AnswerOf<'GET /currencies/all'>> {
  const latest =
    accountId === undefined
      ? undefined
      : await sql.one<{ currency: string }>(
          `SELECT currency FROM event WHERE host_id = $1 AND price_minor > 0 AND private_for IS NULL AND replay_of IS NULL
           ORDER BY created_at DESC, id LIMIT 1`,
          [accountId],
        );
  const usual = latest?.currency ?? defaultCurrency;
  return {
    data: sellingTerms.map(({ currency, priceMin, priceMax, minFeeMinor, feeBp }) => ({
      ...currencyToWire(currency),
      min_ticket_price: priceMin,
      max_ticket_price: priceMax,
      frontrow_min_ticket_fee: toDecimal(minFeeMinor, currency.digits),
      frontrow_ticket_fee: feeBp / bpPerPercent,
      currency_default: currency.code === usual,
    })),
  };
}
