import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { savedCardsMax } from '@frontrow/core/ticketing/limits.ts';
import type { Sql } from '../../../db/db.ts';
import { recordFact } from '../../../facts/fact-handler.ts';
import { pageOrigin } from '../../../http/addresses.ts';
import type { CardSetup, PaidCard } from '../../../ports/card-payments.ts';
import { askProvider, type TicketingDeps } from '../ticketing-deps.ts';

export interface SavedCard {
  readonly id: string;
  readonly brand: string;
  readonly last4: string;
  /** Unknown for cards that were saved before this was recorded. */
  readonly expiry: PaidCard['expiry'] | undefined;
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
 * stays removed, because its row still exists.
 */
export async function saveCardOfPurchase(
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

/** Refuses a payment method that was not saved for this account. Published test methods belong to everyone. */
export async function requireUsableMethod(
  { db, cards }: TicketingDeps,
  userId: number | undefined,
  method: string,
): Promise<void> {
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
export async function ensureCustomer({ db, cards }: TicketingDeps, userId: number): Promise<string> {
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

export interface StartedSetup {
  readonly setup: CardSetup;
  readonly returnUrl: string;
}

/**
 * Saves a card from the provider's own field, without a payment. If the bank asks for a challenge, it is saved once
 * that is passed (`confirmSetup`). Throws `cards_full`, and `card_declined` with the provider's message.
 */
export async function saveCard(
  deps: TicketingDeps,
  actor: Account,
  token: string,
  host: string | undefined,
): Promise<StartedSetup> {
  const { cards, config, db, ids, log } = deps;
  if ((await savedCardsOf(db, actor.id, cards.provider)).length >= savedCardsMax)
    throw refuse('cards_full', { maximum: savedCardsMax });
  const returnUrl = returnUrlFor(config, host);
  const setup = await askProvider(log, 'save card', async () =>
    cards.saveCard({ setupId: ids.uuid(), customer: await ensureCustomer(deps, actor.id), token, returnUrl }),
  );
  return { setup: await keep(deps, actor, setup), returnUrl };
}

/** The provider says whether the bank's challenge was passed. Only for the caller's own setup. Safe to run again. */
export async function confirmSetup(
  deps: TicketingDeps,
  actor: Account,
  ref: string,
  host: string | undefined,
): Promise<StartedSetup> {
  const { cards, config, db, log } = deps;
  const own = await db.one<{ ref: string }>('SELECT ref FROM provider_customer WHERE provider = $1 AND user_id = $2', [
    cards.provider,
    actor.id,
  ]);
  const setup = own && (await askProvider(log, 'card setup', () => cards.cardSetup(ref)));
  if (!setup || setup.customer !== own.ref) throw refuse('card_not_found', {}, { field: 'setup_intent' });
  return { setup: await keep(deps, actor, setup), returnUrl: returnUrlFor(config, host) };
}

const returnUrlFor = (config: TicketingDeps['config'], host: string | undefined): string =>
  `${pageOrigin(config, host)}/payment/callback/stripe`;

async function keep({ db, cards }: TicketingDeps, { id }: Account, setup: CardSetup): Promise<CardSetup> {
  if (setup.status === 'failed') throw refuse('card_declined', { detail: setup.failure ?? 'Your card was declined.' });
  if (setup.status === 'succeeded' && setup.card) await saveCardOfPurchase(db, id, cards.provider, setup.card);
  return setup;
}

/** The card that the checkout offers first. Throws `card_not_found` if it is not the account's. */
export async function chooseDefaultCard(
  { db, cards }: Pick<TicketingDeps, 'db' | 'cards'>,
  userId: number,
  method: string,
): Promise<void> {
  const chosen = await db.one(
    `UPDATE saved_card SET default_at = app_now()
     WHERE id = $1 AND user_id = $2 AND provider = $3 AND removed_at IS NULL RETURNING 1 AS one`,
    [method, userId, cards.provider],
  );
  if (!chosen) throw refuse('card_not_found', {}, { field: 'payment_method_id' });
}

/** Removes a saved card of an account, as `removeCards` says. Refuses `card_not_found`. */
export const removeCard = (
  { accounts, db }: Pick<TicketingDeps, 'accounts' | 'db'>,
  userId: number,
  method: string,
): Promise<void> =>
  db.tx(async (tx) => {
    if ((await accounts.removeCards(tx, userId, method)) === 0)
      throw refuse('card_not_found', {}, { field: 'payment_method_id' });
  });

/** Deletes a removed card at the provider. Safe to run again. */
export async function detachCard(
  { cards }: Pick<TicketingDeps, 'cards'>,
  { provider, method }: { readonly provider: string; readonly method: string },
): Promise<void> {
  // A provider that this installation no longer uses cannot be asked.
  if (provider === cards.provider) await cards.forgetCard(method);
}

/** Records that an account was deleted, so that the payment provider deletes its data about it. */
export const recordCustomerDeletion = (sql: Sql, userId: number, { dedupeKey }: { dedupeKey: string }): Promise<void> =>
  recordFact(sql, { topic: 'CustomerLeft', dedupeKey: `customer_left:${dedupeKey}`, payload: { userId } });

/** Deletes the account's customers at their provider, then our mapping. Safe to run again. */
export async function deleteProviderCustomer(
  { db, cards }: Pick<TicketingDeps, 'db' | 'cards'>,
  userId: number,
): Promise<void> {
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
