import { typedAmount } from '@frontrow/core/catalog/typed-amount.ts';
import { moneyText } from '@frontrow/core/kernel/money.ts';
import {
  automaticEveryMs,
  automaticMinimumDefault,
  automaticMinimumMax,
  payoutMinimum,
} from '@frontrow/core/payouts/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../../db/db.ts';
import { knownCurrency } from '../known-currency.ts';

export interface SettingsWish {
  readonly currencyCode: string;
  readonly automatic: boolean;
  /** Undefined: as it was, or the default. */
  readonly minimum: number | undefined;
}

/** Automatic payouts on or off; the first one is due a week after they were turned on. */
export async function changeSettings(sql: Sql, hostId: number, wish: SettingsWish): Promise<void> {
  const currency = knownCurrency(wish.currencyCode);
  const minimum = wish.minimum === undefined ? undefined : typedAmount(wish.minimum, currency, 'minimum');
  const [least, most] = [payoutMinimum(currency), automaticMinimumMax(currency)];
  if (minimum !== undefined && minimum < least)
    throw refuse('payout_under_minimum', { minimum: moneyText(least, currency) }, { field: 'minimum' });
  if (minimum !== undefined && minimum > most)
    throw refuse('bad_input', { detail: `At most ${moneyText(most, currency)}.` }, { field: 'minimum' });
  await sql.query(
    `INSERT INTO payout_setting AS s (host_id, currency, automatic, minimum_minor, next_at)
     VALUES ($1, $2, $3, coalesce($4, $5::bigint), app_now() + $6 * interval '1 ms')
     ON CONFLICT (host_id, currency) DO UPDATE SET automatic = $3, minimum_minor = coalesce($4, s.minimum_minor),
       next_at = CASE WHEN s.automatic AND $3 THEN s.next_at ELSE app_now() + $6 * interval '1 ms' END`,
    [hostId, currency.code, wish.automatic, minimum ?? null, automaticMinimumDefault(currency), automaticEveryMs],
  );
}
