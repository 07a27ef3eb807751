import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import type { Address } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { cuttableEndpoint } from '../../../test/chain/bad-endpoints.ts';
import { newWallet, startChain, type TestChain } from '../../../test/chain/start-chain.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { memoryVideo, roomOf } from '../../../test/rooms.ts';
import { startedAgo } from '../../../test/tickets.ts';
import { claimSigned, coinEvent, signedFor } from '../../../test/wallet-claims.ts';

let chain: TestChain;
let endpoint: Awaited<ReturnType<typeof cuttableEndpoint>>;
let app: TestApp;
let host: TestActor;
let coin: Address;
beforeAll(async () => {
  chain = await startChain();
  endpoint = await cuttableEndpoint(chain);
  coin = await chain.deploy('Coin', 'Frontcoin', 'FRC', 18);
  app = await testApp({ config: { chains: [{ id: chain.id, endpoints: [endpoint.url] }] } });
  host = await newHost(app);
});
afterAll(async () => {
  await app.close();
  endpoint.stop();
  await chain.stop();
});

/** A live room with tickets that these people claimed with wallets of their own. */
async function liveRoomOf(people: readonly TestActor[]) {
  const event = await coinEvent(app, host, { chain, coin });
  const wallets: PrivateKeyAccount[] = [];
  for (const who of people) {
    const wallet = newWallet();
    wallets.push(wallet);
    await chain.send(coin, 'Coin', 'mint', [wallet.address, 2n * 10n ** 18n]);
    expect((await claimSigned(app, who, event, await signedFor(app, who, wallet))).status).toBe(200);
  }
  const room = roomOf(app, await startedAgo(app, event, 0), host, [...people]);
  const started = await room.do(host, 'POST /events/streaming/start_streaming');
  memoryVideo(app).connect(started.data.token);
  const join = async (who: TestActor) => {
    const { status, errors } = await room.join(who);
    return errors[0]?.code ?? status;
  };
  return { event, room, wallets, join };
}

test('a holder who sold the token between claim and room gets a clear refusal, and the seat is released', async () => {
  const seller = await newViewer(app);
  const { event, room, wallets, join } = await liveRoomOf([seller]);
  await chain.send(coin, 'Coin', 'transfer', [newWallet().address, 1n], wallets[0]!.address);
  // What was proved at the claim counts for a minute.
  expect(await join(seller)).toBe(200);
  await room.do(seller, 'POST /events/streaming/leave_streaming');
  await app.clock.advance(seconds(61));
  const turned = await room.join(seller);
  expect([turned.status, turned.errors[0]?.message]).toEqual([
    403,
    'Your wallet no longer holds what this event requires, so your ticket was cancelled. This event is for token holders only.',
  ]);
  expect(await join(seller)).toBe('join_refused');
  expect(await app.db.one('SELECT sold FROM event WHERE id = $1', [event.id])).toEqual({ sold: 0 });
});

test('while the chain is away who was in stays, who joins is trusted for ten minutes, then waits', async () => {
  const [inside, early, late] = [await newViewer(app), await newViewer(app), await newViewer(app)];
  const { room, join, wallets } = await liveRoomOf([inside, early, late]);
  expect(await join(inside)).toBe(200);
  await app.clock.advance(seconds(61));
  endpoint.answers(false);
  expect([await join(inside), await join(early), await join(late)]).toEqual([200, 200, 200]);
  for (const who of [inside, early, late]) await room.do(who, 'POST /events/streaming/leave_streaming');
  // No one who was in is put out; `late` was never there.
  await app.db.query('DELETE FROM room_member WHERE user_id = $1', [late.id]);
  await app.clock.advance(minutes(10));
  expect([await join(inside), await join(early), await join(late)]).toEqual([200, 200, 'door_must_wait']);
  // A second tab does not slip in next to the first, and a minute later it is the same.
  expect(await Promise.all([join(late), join(late)])).toEqual(['door_must_wait', 'door_must_wait']);
  await app.clock.advance(seconds(61));
  expect(await join(late)).toBe('door_must_wait');
  endpoint.answers(true);
  expect(await join(late)).toBe(200);
  // The next time no one answers, ten minutes begin again.
  await app.clock.advance(minutes(11));
  await app.db.query('DELETE FROM room_member WHERE user_id = $1', [late.id]);
  endpoint.answers(false);
  expect(await join(late)).toBe(200);
  endpoint.answers(true);
  await app.clock.advance(seconds(61));
  await chain.send(coin, 'Coin', 'transfer', [newWallet().address, 1n], wallets[2]!.address);
  expect(await join(late)).toBe('token_sold');
});
