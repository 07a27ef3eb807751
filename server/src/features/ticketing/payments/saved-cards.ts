import { refuse } from '@frontrow/core/refuse.ts';
import type { CardExpiry } from '@frontrow/core/ticketing/card-expiry.ts';
import { savedCardsMax } from '@frontrow/core/ticketing/limits.ts';
import type { Sql } from '../../../db/db.ts';
import type { PaidCard } from '../../../ports/card-payments.ts';
import type { Checkout } from '../selling/checkout.ts';

export interface SavedCard {
  readonly id: string;
  readonly brand: string;
  readonly last4: string;
  /** Unknown for cards that were saved before it was kept. */
  readonly expiry: CardExpiry | undefined;
}

interface SavedCardRow {
  id: string;
  brand: string;
  last4: string;
  exp_month: number | null;
  exp_year: number | null;
}

/** The one chosen last, then the newest first; the purchase modal offers the first. */
export async function savedCardsOf(sql: Sql, userId: number, provider: string): Promise<SavedCard[]> {
  const rows = await sql.query<SavedCardRow>(
    `SELECT id, brand, last4, exp_month, exp_year FROM saved_card
     WHERE user_id = $1 AND provider = $2 AND removed_at IS NULL
     ORDER BY default_at DESC NULLS LAST, created_at DESC, id LIMIT $3`,
    [userId, provider, savedCardsMax],
  );
  return rows.map(({ exp_month: month, exp_year: year, ...card }) => ({
    ...card,
    expiry: month && year ? { month, year } : undefined,
  }));
}

/**
 * Saves a card for the next purchase; not for an account that was erased while it paid. A card that its owner removed
 * stays removed: its row is still there.
 */
export async function rememberCard(
  sql: Sql,
  userId: number,
  provider: string,
  { method, brand, last4, expiry }: PaidCard,
): Promise<void> {
  await sql.query(
    `INSERT INTO saved_card (id, user_id, provider, brand, last4, exp_month, exp_year)
     SELECT $1, $2, $3, $4, $5, $7, $8 FROM app_user WHERE id = $2 AND erased_at IS NULL
       AND (SELECT count(*) FROM saved_card WHERE user_id = $2 AND removed_at IS NULL) < $6
     FOR KEY SHARE ON CONFLICT (id) DO NOTHING`,
    [method, userId, provider, brand, last4, savedCardsMax, expiry.month, expiry.year],
  );
}

/** Refuses a payment method that was not saved for this account. Published test methods are everybody's. */
export async function allowMethod({ db, cards }: Checkout, userId: number | undefined, method: string): Promise<void> {
  if (cards.testMethods && method.startsWith('pm_card_')) return;
  const owned =
    userId !== undefined &&
    (await db.one(
      'SELECT 1 AS one FROM saved_card WHERE id = $1 AND user_id = $2 AND provider = $3 AND removed_at IS NULL',
      [method, userId, cards.provider],
    ));
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
