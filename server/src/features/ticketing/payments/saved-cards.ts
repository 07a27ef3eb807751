import { refuse } from '@frontrow/core/refuse.ts';
import { savedCardsMax } from '@frontrow/core/ticketing/limits.ts';
import type { Sql } from '../../../db/db.ts';
import type { Checkout } from '../selling/checkout.ts';

export interface SavedCard {
  readonly id: string;
  readonly brand: string;
  readonly last4: string;
}

/** Newest first; the purchase modal offers the first. */
export function savedCardsOf(sql: Sql, userId: number, provider: string): Promise<SavedCard[]> {
  return sql.query<{ id: string; brand: string; last4: string }>(
    `SELECT id, brand, last4 FROM saved_card WHERE user_id = $1 AND provider = $2
     ORDER BY created_at DESC, id LIMIT $3`,
    [userId, provider, savedCardsMax],
  );
}

/** Saves a card for the next purchase; not for an account that was erased while it paid. */
export async function rememberCard(
  sql: Sql,
  userId: number,
  provider: string,
  card: { method: string; brand: string; last4: string },
): Promise<void> {
  await sql.query(
    `INSERT INTO saved_card (id, user_id, provider, brand, last4) SELECT $1, $2, $3, $4, $5
     FROM app_user WHERE id = $2 AND erased_at IS NULL AND (SELECT count(*) FROM saved_card WHERE user_id = $2) < $6
     FOR KEY SHARE ON CONFLICT (id) DO NOTHING`,
    [card.method, userId, provider, card.brand, card.last4, savedCardsMax],
  );
}

/** Refuses a payment method that was not saved for this account. Published test methods are everybody's. */
export async function allowMethod({ db, cards }: Checkout, userId: number | undefined, method: string): Promise<void> {
  if (cards.testMethods && method.startsWith('pm_card_')) return;
  const owned =
    userId !== undefined &&
    (await db.one('SELECT 1 AS one FROM saved_card WHERE id = $1 AND user_id = $2 AND provider = $3', [
      method,
      userId,
      cards.provider,
    ]));
  if (!owned) throw refuse('payment_method_unknown', {}, { field: 'stripe_payment_method_id' });
}

/** The provider's customer of an account, created with its first saved card. */
export async function customerOf({ db, cards }: Checkout, userId: number): Promise<string> {
  const known = await db.one<{ ref: string }>(
    'SELECT ref FROM provider_customer WHERE provider = $1 AND user_id = $2',
    [cards.provider, userId],
  );
  if (known) return known.ref;
  const ref = await cards.customer({ userId, known: undefined });
  await db.query('INSERT INTO provider_customer (provider, user_id, ref) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    cards.provider,
    userId,
    ref,
  ]);
  return ref;
}
