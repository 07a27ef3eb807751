import type { AnswerOf } from '@frontrow/contract/api.ts';
import type { WireBillingDetails } from '@frontrow/contract/billing/api.ts';
import { type BillingDetails, readBillingDetails } from '@frontrow/core/billing/billing-details.ts';
import { countries } from '@frontrow/core/billing/countries.ts';
import { taxRateBpMax } from '@frontrow/core/billing/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Sql } from '../../db/db.ts';
import type { Kit } from '../../kit.ts';
import type { Accounts } from '../accounts/index.ts';

const none: BillingDetails = { name: '', address: '', country: undefined, taxId: '' };

/** What an account wrote; empty where it wrote nothing. */
export async function findBillingDetails(sql: Sql, userId: number): Promise<BillingDetails> {
  const row = await sql.one<{ name: string; address: string; country: string | null; tax_id: string }>(
    'SELECT name, address, country, tax_id FROM billing_details WHERE user_id = $1',
    [userId],
  );
  return row ? { name: row.name, address: row.address, country: row.country ?? undefined, taxId: row.tax_id } : none;
}

/** Keeps them, unless the account was erased in the meantime. Receipts that are issued keep theirs. */
export async function saveBillingDetails(sql: Sql, userId: number, typed: WireBillingDetails): Promise<BillingDetails> {
  const details = readBillingDetails({ ...typed, taxId: typed.tax_id });
  await sql.query(
    `INSERT INTO billing_details (user_id, name, address, country, tax_id)
     SELECT id, $2, $3, $4, $5 FROM app_user WHERE id = $1 AND erased_at IS NULL FOR KEY SHARE
     ON CONFLICT (user_id) DO UPDATE SET name = excluded.name, address = excluded.address,
       country = excluded.country, tax_id = excluded.tax_id, changed_at = app_now()`,
    [userId, details.name, details.address, details.country ?? null, details.taxId],
  );
  return details;
}

export const detailsView = ({ name, address, country, taxId }: BillingDetails): WireBillingDetails => ({
  name,
  address,
  country: country ?? null,
  tax_id: taxId,
});

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
