import { seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { type FakeRally, type FakeWallet, startFakeRally } from '../../../test/fake-rally.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { calendarsTo } from '../../../test/mails.ts';
import { memoryVideo, roomOf } from '../../../test/rooms.ts';
import { startedAgo } from '../../../test/tickets.ts';
import { claimTicket, gatedEvent } from '../../../test/token-gate.ts';

let rally: FakeRally;
let app: TestApp;
beforeAll(async () => {
  rally = await startFakeRally();
  app = await testApp({ config: { rally: rally.settings } });
});
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
  await rally.close();
});

const codeFor = async (who: TestActor, wallet: FakeWallet): Promise<{ code: string }> => {
  const { data } = await app.call('POST /auth/rally', { as: who.token });
  return { code: rally.approve(data.url, wallet) };
};
const walletWith = (balance: number, subject: string = app.kit.ids.uuid()): FakeWallet => ({
  subject,
  nftCollections: [],
  coins: [{ symbol: 'frc', balance }],
});

test('a provider that is away leaves the code good; the configured address is the way back', async () => {
  const [host, who] = [await newHost(app), await newViewer(app)];
  const event = await gatedEvent(app, host);
  const back = await codeFor(who, walletWith(2));
  rally.mode = 'down';
  const refused = await claimTicket(app, who, event, back);
  expect([refused.status, refused.errors[0]?.code]).toEqual([503, 'rally_unavailable']);
  rally.mode = 'up';
  expect((await claimTicket(app, who, event, back)).status).toBe(200);
});

test('less of a coin than is asked for is no ticket', async () => {
  const [host, who] = [await newHost(app), await newViewer(app)];
  const event = await gatedEvent(app, host);
  expect((await claimTicket(app, who, event, await codeFor(who, walletWith(1.99)))).errors[0]?.code).toBe(
    'not_a_holder',
  );
});

test('who sold the token is refused at entry and loses the seat; who cannot be asked about is let in', async () => {
  const host = await newHost(app);
  const event = await gatedEvent(app, host, { capacity: 3 });
  const [seller, keeper] = [await newViewer(app), await newViewer(app)];
  const [sellers, keepers] = [walletWith(2), walletWith(5)];
  await claimTicket(app, seller, event, await codeFor(seller, sellers));
  await claimTicket(app, keeper, event, await codeFor(keeper, keepers));
  const room = roomOf(app, await startedAgo(app, event, 0), host, [seller, keeper]);
  const started = await room.do(host, 'POST /events/streaming/start_streaming');
  memoryVideo(app).connect(started.data.token);
  const asked = () => rally.questions.length;

  // Within a minute of the claim its answer counts.
  sellers.coins = [];
  const before = asked();
  expect((await room.join(seller)).status).toBe(200);
  expect(asked()).toBe(before);
  await room.do(seller, 'POST /events/streaming/leave_streaming');

  // Of the second one the proof is renewed, and then nothing is said of the wallet.
  for (const mode of ['down', 'nonsense'] as const) {
    await app.clock.advance(seconds(61));
    rally.mode = mode;
    expect((await room.join(seller)).status).toBe(200);
    await room.do(seller, 'POST /events/streaming/leave_streaming');
  }
  rally.mode = 'up';
  await app.clock.advance(seconds(61));
  const turned = await room.join(seller);
  expect([turned.status, turned.errors[0]?.code]).toEqual([403, 'token_sold']);
  expect((await room.join(seller)).errors[0]?.code).toBe('join_refused');
  await app.quiesce();
  expect((await calendarsTo(app, seller.email)).at(-1)).toMatchObject({ method: 'CANCEL', status: 'CANCELLED' });
  expect(await app.db.one('SELECT sold FROM event WHERE id = $1', [event.id])).toEqual({ sold: 1 });

  const now = asked();
  expect((await room.join(keeper)).status).toBe(200);
  expect((await room.join(keeper)).status).toBe(200);
  expect(asked()).toBe(now + 1);
  await app.clock.advance(seconds(61));
  expect((await room.join(keeper)).status).toBe(200);
  expect(asked()).toBe(now + 2);
});

test('without a token to ask with again, what was proved at the claim counts', async () => {
  const [host, who] = [await newHost(app), await newViewer(app)];
  const event = await gatedEvent(app, host);
  const wallet = walletWith(2);
  rally.mode = 'without refresh';
  await claimTicket(app, who, event, await codeFor(who, wallet));
  rally.mode = 'up';
  wallet.coins = [];
  const room = roomOf(app, await startedAgo(app, event, 0), host, [who]);
  await room.do(host, 'POST /events/streaming/start_streaming');
  await app.clock.advance(seconds(61));
  const before = rally.questions.length;
  expect((await room.join(who)).status).toBe(200);
  expect(rally.questions).toHaveLength(before);
});
