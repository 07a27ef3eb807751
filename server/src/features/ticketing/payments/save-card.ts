import { savedCardsMax } from '@frontrow/core/ticketing/limits.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { pageOrigin } from '../../../http/addresses/page-origin.ts';
import type { CardSetup } from '../../../ports/card-payments.ts';
import type { Checkout } from '../selling/checkout.ts';
import { askProvider } from './ask-provider.ts';
import { customerOf, rememberCard, savedCardsOf } from './saved-cards.ts';

export interface StartedSetup {
  readonly setup: CardSetup;
  readonly returnUrl: string;
}

/**
 * Saves a card of the provider's own field, without a payment. Where the bank asks, it is saved once its page was
 * passed (`confirmSetup`). Throws `cards_full`, and `card_declined` with the provider's sentence.
 */
export async function saveCard(
  checkout: Checkout,
  actor: Account,
  token: string,
  host: string | undefined,
): Promise<StartedSetup> {
  const { cards, config, db, ids, log } = checkout;
  if ((await savedCardsOf(db, actor.id, cards.provider)).length >= savedCardsMax)
    throw refuse('cards_full', { maximum: savedCardsMax });
  const returnUrl = returnUrlFor(config, host);
  const setup = await askProvider(log, 'save card', async () =>
    cards.saveCard({ setupId: ids.uuid(), customer: await customerOf(checkout, actor.id), token, returnUrl }),
  );
  return { setup: await keep(checkout, actor, setup), returnUrl };
}

/** The bank's page was passed or not: the provider says which. Only for the setup of one's own. Safe to run again. */
export async function confirmSetup(
  checkout: Checkout,
  actor: Account,
  ref: string,
  host: string | undefined,
): Promise<StartedSetup> {
  const { cards, config, db, log } = checkout;
  const own = await db.one<{ ref: string }>('SELECT ref FROM provider_customer WHERE provider = $1 AND user_id = $2', [
    cards.provider,
    actor.id,
  ]);
  const setup = own && (await askProvider(log, 'card setup', () => cards.cardSetup(ref)));
  if (!setup || setup.customer !== own.ref) throw refuse('card_not_found', {}, { field: 'setup_intent' });
  return { setup: await keep(checkout, actor, setup), returnUrl: returnUrlFor(config, host) };
}

const returnUrlFor = (config: Checkout['config'], host: string | undefined): string =>
  `${pageOrigin(config, host)}/payment/callback/stripe`;

async function keep({ db, cards }: Checkout, { id }: Account, setup: CardSetup): Promise<CardSetup> {
  if (setup.status === 'failed') throw refuse('card_declined', { detail: setup.failure ?? 'Your card was declined.' });
  if (setup.status === 'succeeded' && setup.card) await rememberCard(db, id, cards.provider, setup.card);
  return setup;
}
