import type { Sql } from '../../../db/db.ts';
import { recordFact } from '../../../facts/record-fact.ts';
import type { Checkout } from '../selling/checkout.ts';

/** Records that an account is gone, so that the payment provider deletes what it keeps of it. */
export const letCustomerGo = (sql: Sql, userId: number, { dedupeKey }: { dedupeKey: string }): Promise<void> =>
  recordFact(sql, { topic: 'CustomerLeft', dedupeKey: `customer_left:${dedupeKey}`, payload: { userId } });

/** Deletes the account's customers at their provider, and then our mapping. Safe to run again. */
export async function forgetCustomer({ db, cards }: Pick<Checkout, 'db' | 'cards'>, userId: number): Promise<void> {
  const known = await db.query<{ provider: string; ref: string }>(
    'SELECT provider, ref FROM provider_customer WHERE user_id = $1',
    [userId],
  );
  for (const { provider, ref } of known) {
    // A provider that this installation no longer uses cannot be asked.
    if (provider === cards.provider) await cards.forgetCustomer(ref);
    await db.query('DELETE FROM provider_customer WHERE user_id = $1 AND provider = $2', [userId, provider]);
  }
}
