import type { AnswerOf } from '@frontrow/contract/api.ts';
import { countries } from '@frontrow/core/billing/countries.ts';
import { taxRateBpMax } from '@frontrow/core/billing/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../db/db.ts';
import type { Kit } from '../../kit.ts';
import type { Accounts } from '../accounts/index.ts';

const bpPerPercent = 100;

export async function listTaxRates(sql: Sql): Promise<AnswerOf<'GET /admin/tax_rates'>> {
  const rows = await sql.query<{ country: string; rate_bp: number }>(
    'SELECT country, rate_bp FROM tax_rate ORDER BY country',
  );
  return { rates: rows.map(({ country, rate_bp: bp }) => ({ country, rate: bp / bpPerPercent })) };
}

/** Sets the rate of a country, or takes it off the list with 0. Receipts that are issued keep the rate they have. */
export async function setTaxRate(
  { db, accounts }: Pick<Kit, 'db'> & { readonly accounts: Pick<Accounts, 'recordAudit'> },
  adminId: number,
  wanted: { readonly country: string; readonly rate: number },
): Promise<void> {
  const country = wanted.country.toUpperCase();
  if (!countries.includes(country)) throw refuse('country_unknown', {}, { field: 'country' });
  const bp = Math.round(wanted.rate * bpPerPercent);
  if (bp < 0 || bp > taxRateBpMax || Math.abs(wanted.rate * bpPerPercent - bp) > 1e-6)
    throw refuse('tax_rate_wrong', { maximum: taxRateBpMax / bpPerPercent }, { field: 'rate' });
  await db.tx(async (tx) => {
    if (bp === 0) await tx.query('DELETE FROM tax_rate WHERE country = $1', [country]);
    else
      await tx.query(
        `INSERT INTO tax_rate (country, rate_bp) VALUES ($1, $2)
         ON CONFLICT (country) DO UPDATE SET rate_bp = excluded.rate_bp`,
        [country, bp],
      );
    await accounts.recordAudit(tx, {
      actorId: adminId,
      action: 'tax_rate_changed',
      subjectId: adminId,
      details: { country, rate: String(bp / bpPerPercent) },
    });
  });
}
