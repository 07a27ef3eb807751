import type { Kit } from '../kit.ts';

/**
 * The demo's second viewer has a saved card, so that the checkout and the page of payment methods show one; the first
 * types a card, as most people do at their first ticket. Safe to run at every start: a card that was removed stays
 * removed. Only the sandbox knows invented cards.
 */
export async function seedDemoCard({ db, config }: Pick<Kit, 'db' | 'config'>): Promise<void> {
  if (config.production || config.stripe) return;
  await db.query(
    `WITH saved AS (
       INSERT INTO saved_card (id, user_id, provider, brand, last4, exp_month, exp_year)
       SELECT 'pm_sb_demo_' || id, id, 'sandbox_card', 'visa', '4242', 12, 2034 FROM app_user WHERE username = 'viewer2'
       ON CONFLICT DO NOTHING RETURNING id, exp_month, exp_year)
     INSERT INTO sandbox_card_token (id, card, exp_month, exp_year) SELECT id, 'visa', exp_month, exp_year FROM saved`,
  );
}
