import { hours, minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import type { Address } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newGuest, newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newWallet, startChain, type TestChain } from '../../../test/chain/start-chain.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { mailsTo } from '../../../test/mails.ts';
import { memoryVideo, roomOf } from '../../../test/rooms.ts';
import { startedAgo } from '../../../test/tickets.ts';
import { joinList, placeOf, placeStates } from '../../../test/waitlist.ts';
import { claimSigned, coinEvent, signedFor } from '../../../test/wallet-claims.ts';
import { moveEvent } from '../events/event-states.ts';

let chain: TestChain;
let app: TestApp;
let host: TestActor;
let coin: Address;
beforeAll(async () => {
  chain = await startChain();
  coin = await chain.deploy('Coin', 'Frontcoin', 'FRC', 18);
  app = await testApp({ config: { chains: [{ id: chain.id, endpoints: [chain.url] }] } });
  host = await newHost(app);
});
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
  await chain.stop();
});

type Event = Awaited<ReturnType<typeof coinEvent>>;
interface Person {
  readonly who: TestActor;
  readonly wallet: PrivateKeyAccount;
}
async function holder(): Promise<Person> {
  const wallet = newWallet();
  await chain.send(coin, 'Coin', 'mint', [wallet.address, 2n * 10n ** 18n]);
  return { who: await newViewer(app), wallet };
}
const sell = ({ wallet }: Person) =>
  chain.send(coin, 'Coin', 'transfer', [newWallet().address, 10n ** 18n], wallet.address);
const said = ({ status, errors }: { status: number; errors: readonly { code: string }[] }) => errors[0]?.code ?? status;
const claim = async (event: Event, { who, wallet }: Person) =>
  said(await claimSigned(app, who, event, await signedFor(app, who, wallet)));
const join = async (event: Event, { who }: Pick<Person, 'who'>) => said(await joinList(app, event, who));
/** Jobs of a few seconds later have run. */
const soon = async () => {
  await app.clock.advance(seconds(2));
  await app.quiesce();
};

/** An event with one seat, whose ticket the first person has; the others are in line in their order. */
async function soldOut(...line: readonly Person[]) {
  const event = await coinEvent(app, host, { chain, coin }, { capacity: 1 });
  const first = await holder();
  expect(await claim(event, first)).toBe(200);
  for (const person of line) {
    expect(await claim(event, person)).toBe('sold_out');
    expect(await join(event, person)).toBe(200);
  }
  return { event, first };
}

/** The same, live, with the first person's seat freed at the door. */
async function freedAtTheDoor(...line: readonly Person[]) {
  const { event, first } = await soldOut(...line);
  const people = [first, ...line].map(({ who }) => who);
  const room = roomOf(app, await startedAgo(app, event, 0), host, people);
  memoryVideo(app).connect((await room.do(host, 'POST /events/streaming/start_streaming')).data.token);
  await sell(first);
  await app.clock.advance(seconds(61));
  expect(said(await room.join(first.who))).toBe('token_sold');
  await soon();
  return { event, room };
}

test('only who proved to be a holder gets a place, and for an hour after the proof', async () => {
  const [person, stranger, late] = [await holder(), await holder(), await holder()];
  const { event } = await soldOut();
  expect(await join(event, stranger)).toBe('waitlist_needs_proof');
  const poor = { who: await newViewer(app), wallet: newWallet() };
  expect(await claim(event, poor)).toBe('not_a_holder');
  expect(await join(event, poor)).toBe('waitlist_needs_proof');
  expect(said(await joinList(app, event, { email: 'typed@mail.test' }))).toBe('token_gated');
  expect(await join(event, { who: await newGuest(app, event.id) })).toBe('waitlist_needs_proof');
  expect(await claim(event, late)).toBe('sold_out');
  expect(await claim(event, person)).toBe('sold_out');
  expect(await join(event, person)).toBe(200);
  await app.clock.advance(hours(1) + 1);
  expect(await join(event, late)).toBe('waitlist_needs_proof');
  expect(await claim(event, late)).toBe('sold_out');
  expect(await join(event, late)).toBe(200);
  expect((await placeOf(app, event, late.who))?.position).toBe(2);
  expect(
    await app.db.query('SELECT * FROM holder_proof WHERE event_id = $1 AND account_id = $2', [event.id, poor.who.id]),
  ).toEqual([]);
});

test('a seat freed at the door is held for the next in line, who claims it with the wallet and enters', async () => {
  const [next, other] = [await holder(), await holder()];
  const { event, room } = await freedAtTheDoor(next, other);
  expect(await placeStates(app, event)).toEqual(['offered', 'waiting']);
  expect((await mailsTo(app, next.who.email)).map(({ subject }) => subject)).toContainEqual(
    expect.stringContaining('A seat opened up for you'),
  );
  expect(await claim(event, other)).toBe('ticketing_closed');
  expect(await claim(event, await holder())).toBe('ticketing_closed');
  expect(await claim(event, next)).toBe(200);
  expect(said(await room.join(next.who))).toBe(200);
  expect(await placeStates(app, event)).toEqual(['bought', 'waiting']);
  await app.db.tx((tx) => moveEvent(tx, event.id, 'finish'));
  await soon();
  expect(await placeStates(app, event)).toEqual(['bought', 'ended']);
});

test('who sold the token gets nothing from the offer, and it continues after five minutes', async () => {
  const [seller, next] = [await holder(), await holder()];
  const { event } = await freedAtTheDoor(seller, next);
  await sell(seller);
  expect(await claim(event, seller)).toBe('not_a_holder');
  await app.clock.advance(minutes(5) - seconds(10));
  await app.quiesce();
  expect(await placeStates(app, event)).toEqual(['offered', 'waiting']);
  await app.clock.advance(seconds(20));
  await soon();
  expect(await placeStates(app, event)).toEqual(['lapsed', 'offered']);
  expect(await claim(event, next)).toBe(200);
});

test('many at once for one offer: it is taken once, and by whom it was made for', async () => {
  const people = [await holder(), await holder(), await holder()];
  const { event } = await freedAtTheDoor(...people);
  const answers = await Promise.all(people.flatMap((person) => [claim(event, person), claim(event, person)]));
  expect(answers.slice(0, 2).filter((answer) => answer === 200)).toHaveLength(1);
  expect(answers.slice(2)).toEqual(answers.slice(2).map(() => 'ticketing_closed'));
  expect(await app.db.one('SELECT sold, held FROM event WHERE id = $1', [event.id])).toEqual({ sold: 1, held: 0 });
});

test('no one joins the line of a live event, and before it seats never go past who waits', async () => {
  const [waits, late, passes] = [await holder(), await holder(), await holder()];
  const { event } = await soldOut(waits);
  expect(await claim(event, late)).toBe('sold_out');
  await app.db.query('UPDATE event SET capacity = 2 WHERE id = $1', [event.id]);
  await soon();
  expect(await placeStates(app, event)).toEqual(['offered']);
  expect(await claim(event, passes)).toBe('sold_out');
  expect(await claim(event, waits)).toBe(200);
  await startedAgo(app, event, 0);
  await app.db.tx((tx) => moveEvent(tx, event.id, 'start'));
  expect(await join(event, late)).toBe('waitlist_closed');
});
