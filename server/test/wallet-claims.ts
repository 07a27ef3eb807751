import type { RuleToken } from '@frontrow/core/token-gate/token-rule.ts';
import type { Address } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';
import type { TestActor } from './actors.ts';
import type { TestChain } from './chain/start-chain.ts';
import { type EventTraits, newEvent } from './events.ts';
import type { TestApp } from './harness.ts';

/** An event for holders of `minimum` of a coin of 18 decimals on this chain. */
export async function coinEvent(
  app: TestApp,
  host: TestActor,
  {
    chain,
    coin,
    minimum = 2,
    delegates = false,
  }: {
    readonly chain: TestChain;
    readonly coin: Address;
    readonly minimum?: number;
    readonly delegates?: boolean;
  },
  traits: EventTraits = {},
) {
  const event = await newEvent(app, host, { ...traits, openingTicketing: false });
  const place = { coinChainId: chain.id, coinAddress: coin };
  const token: RuleToken = {
    of: 'coins',
    row: 0,
    standard: 'erc20',
    chainId: chain.id,
    address: coin,
    name: 'Frontcoin',
    symbol: 'FRC',
    decimals: 18,
  };
  await app.db.query('UPDATE event SET rally_coins = $2, rally_tokens = $3, rally_delegates = $4 WHERE id = $1', [
    event.id,
    JSON.stringify([{ coinName: 'Frontcoin', coinId: 'FRC', minCoinBalance: minimum, ...place }]),
    JSON.stringify([token]),
    delegates,
  ]);
  return event;
}

export interface SignedMessage {
  readonly message: string;
  readonly signature: string;
}

type MessageFields = Parameters<typeof createSiweMessage>[0];

/** What a page asks a wallet to sign, by the server's clock. */
export async function messageFor(
  app: TestApp,
  who: TestActor,
  address: Address,
  more: Partial<MessageFields> = {},
): Promise<string> {
  const { data } = await app.call('POST /auth/siwe_nonce', { as: who.token });
  return createSiweMessage({
    address,
    chainId: data.chain_ids[0] ?? 1,
    domain: new URL(app.kit.config.publicUrl).host,
    uri: app.kit.config.publicUrl,
    nonce: data.nonce,
    version: '1',
    statement: 'Claim a ticket on Frontrow.',
    issuedAt: new Date(app.clock.now()),
    expirationTime: new Date(data.expires_at),
    ...more,
  } as MessageFields);
}

/** The same, signed. */
export async function signedFor(
  app: TestApp,
  who: TestActor,
  wallet: PrivateKeyAccount,
  more: Partial<MessageFields> = {},
): Promise<SignedMessage> {
  const message = await messageFor(app, who, wallet.address, more);
  return { message, signature: await wallet.signMessage({ message }) };
}

export const claimSigned = (
  app: TestApp,
  who: TestActor,
  event: { readonly id: string },
  { message, signature }: SignedMessage,
) =>
  app.call('POST /events/purchase_siwe', {
    as: who.token,
    body: { event_uuid: event.id, message, signature },
    headers: { host: new URL(app.kit.config.publicUrl).host },
  });
