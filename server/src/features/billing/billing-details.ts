import type { WireBillingDetails } from '@frontrow/contract/billing/api.ts';
import { type BillingDetails, readBillingDetails } from '@frontrow/core/billing/billing-details.ts';
import type { Sql } from '../../db/db.ts';

const none: BillingDetails = { name: '', address: '', country: undefined, taxId: '' };

/** What an account wrote; empty where it wrote nothing. */
export async function findBillingDetails(sql: Sql, userId: number): Promise<BillingDetails> {
  const row = await sql.one<{ name: string; address: string; country: string | null; tax_id: string }>(
    'SELECT name, address, country, tax_id FROM billing_details WHERE user_id = $1',
    [userId],
  );
  return row ? { name: row.name, address: row.address, country: row.country ?? undefined, taxId: row.tax_id } : none;
}

/** Keeps them, unless the account was erased meanwhile. Receipts that are issued keep theirs. */
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
