import type { Sql } from '../../../db/db.ts';
import { type Fact, recordFact } from '../../../facts/record-fact.ts';
import type { Checkout } from '../selling/checkout.ts';

export const customerLeft = 'CustomerLeft';

/** An account is gone, for this reason: what a provider keeps of it goes, too. The provider is asked in the line of those who wait for one. */
export const letCustomerGo = (sql: Sql, userId: number, { dedupeKey }: Pick<Fact, 'dedupeKey'>): Promise<void> =>
  recordFact(sql, { topic: customerLeft, dedupeKey: `customer_left:${dedupeKey}`, payload: { userId } });

/** Its customers are deleted where they are kept, and the mapping once that is done. Safe to run again. */
export async function forgetCustomer({ db, cards }: Pick<Checkout, 'db' | 'cards'>, userId: number): Promise<void> {
  const known = await db.query<{ provider: string; ref: string }>(
    'SELECT provider, ref FROM provider_customer WHERE user_id = $1',
    [userId],
  );
  for (const { provider, ref } of known) {
    // A provider that this installation left cannot be asked any more.
    if (provider === cards.provider) await cards.forgetCustomer(ref);
    await db.query('DELETE FROM provider_customer WHERE user_id = $1 AND provider = $2', [userId, provider]);
  }
}
