import { standInPath } from '../src/adapters/token-gate/stand-in-gate.ts';
import type { TestActor } from './actors.ts';
import { newEvent, type EventTraits } from './events.ts';
import type { TestApp } from './harness.ts';
import { sendSignInPage } from './sign-in-page.ts';

/** A person presses one of the two buttons of the built-in provider: what the popup comes back with. */
export const pressAtStandIn = (
  app: Pick<TestApp, 'http'>,
  url: string,
  decision: 'holder' | 'not_holder' = 'holder',
  wallet?: string,
): Promise<{ code: string; state: string }> =>
  sendSignInPage(app, standInPath, url, { decision, ...(wallet !== undefined && { wallet }) });

/** "Get ticket" up to the code. */
export async function rallyCode(
  app: TestApp,
  who: TestActor,
  decision: 'holder' | 'not_holder' = 'holder',
  wallet?: string,
): Promise<{ code: string; state: string }> {
  const { data } = await app.call('POST /auth/rally', { as: who.token });
  return pressAtStandIn(app, data.url, decision, wallet);
}

export const claimTicket = (
  app: TestApp,
  who: TestActor,
  event: { readonly id: string },
  back: { readonly code: string; readonly state?: string },
) =>
  app.call('POST /events/purchase_rally', {
    as: who.token,
    body: { event_uuid: event.id, code: back.code, ...(back.state && { state: back.state }), skipValidation: false },
  });

/** An event for holders of "Front Pass" or 2 FRC. */
export async function gatedEvent(app: TestApp, host: TestActor, traits: EventTraits = {}) {
  const event = await newEvent(app, host, { ...traits, openingTicketing: false });
  await app.db.query('UPDATE event SET rally_nfts = $2, rally_coins = $3 WHERE id = $1', [
    event.id,
    ['Front Pass'],
    JSON.stringify([{ coinName: 'Frontcoin', coinId: 'FRC', minCoinBalance: 2 }]),
  ]);
  return event;
}
