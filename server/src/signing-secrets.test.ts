import { guestTokenHeader, receiptKeyHeader } from '@frontrow/contract/kernel/headers.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost } from '../test/actors.ts';
import { newEvent, type TestEvent } from '../test/events.ts';
import { freshDatabase, testApp, type TestApp } from '../test/harness.ts';
import { mailsTo, tokenIn } from '../test/mails.ts';
import { type SignedUp, signUp } from '../test/sign-up.ts';
import { reminderToken } from './features/accounts/reminder-opt-out.ts';
import { viewerOf, watchAddress } from './features/broadcast/replay/replay-access.ts';
import { unfollowToken } from './features/hosts/followers.ts';
import { createGuestSecrets } from './features/ticketing/checkout/buyers.ts';
import { createReceiptLinks } from './features/ticketing/notify/send-ticket-mails.ts';

const changed = 'another-signing-secret-of-more-than-32-characters';

/** One installation, as it is started one time after the other. */
let database: Awaited<ReturnType<typeof freshDatabase>>;
let before: TestApp;
let received: TestApp;
let during: TestApp;
let after: TestApp;
let event: TestEvent;
let host: number;
beforeAll(async () => {
  database = await freshDatabase();
  before = await testApp({ overrides: { databaseUrl: database.url } });
  // With clocks of their own, later ones would run behind, and read tokens of the future.
  const overrides = { databaseUrl: database.url, clock: before.clock };
  const old = before.kit.config.secret;
  received = await testApp({ overrides, config: { signing: { secret: undefined, accepted: changed } } });
  during = await testApp({ overrides, config: { signing: { secret: changed, accepted: old } } });
  after = await testApp({ overrides, config: { signing: { secret: changed, accepted: undefined } } });
  const star = await newHost(before);
  host = star.id;
  event = await newEvent(before, star, { priceMinor: 1200 });
});
afterAll(async () => {
  for (const app of [before, received, during, after]) await app.close();
  await database.drop();
});

const profile = async (app: TestApp, token: string) => (await app.call('GET /user/profile', { as: token })).status;
const refresh = (app: TestApp, token: string) => app.call('POST /auth/refresh', { body: { refresh_token: token } });
let guests = 0;
/** A guest buys, and is given a cookie's secret and the link of the receipt. */
async function bought(app: TestApp) {
  const body = {
    event_uuid: event.id,
    type: 'interactive',
    email: `g${++guests}@mail.test`,
    stripe_token: 'pm_card_visa',
  };
  const answer = await app.call('POST /events/purchase_no_login', { body });
  expect(answer.status).toBe(200);
  return { order: answer.data.order.order_uuid, cookie: String(answer.headers['guest-token']), email: body.email };
}

test('who logged in before stays logged in, and gets tokens of the new secret', async () => {
  const who: SignedUp = await signUp(before, 'keeper');
  expect([await profile(received, who.token), await profile(during, who.token)]).toEqual([200, 200]);
  expect(await profile(after, who.token)).toBe(401);
  const { data, status } = await refresh(during, who.refresh);
  expect(status).toBe(200);
  expect([await profile(after, data.access_token), await profile(received, data.access_token)]).toEqual([200, 200]);
  expect(await profile(before, data.access_token)).toBe(401);
  expect((await refresh(after, data.refresh_token)).status).toBe(200);
});

test('two windows that refresh at the same time, one with each secret, both continue', async () => {
  for (const apps of [
    [received, during],
    [during, received],
  ] as const) {
    const who = await signUp(before, 'windows');
    const [one, other] = [await refresh(apps[0], who.refresh), await refresh(apps[1], who.refresh)];
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(other.data.refresh_token).toBe(one.data.refresh_token);
  }
});

test('an old link of an email opens until the old secret is taken out, and a new one is of the new secret', async () => {
  const { id } = await signUp(before, 'reader');
  const opens = async (app: TestApp, from: TestApp) => [
    (
      await app.call('POST /user/reminders_by_mail', {
        body: { token: reminderToken(from.kit.config, id), reminders: false },
      })
    ).status,
    (
      await app.call('POST /hosts/unfollow_by_mail', {
        body: { token: unfollowToken(from.kit.config, { hostId: host, followerId: id }) },
      })
    ).status,
  ];
  expect(await opens(during, before)).toEqual([200, 200]);
  expect(await opens(received, during)).toEqual([200, 200]);
  expect(await opens(after, during)).toEqual([200, 200]);
  for (const status of [...(await opens(after, before)), ...(await opens(before, during))])
    expect(status).toBeGreaterThanOrEqual(400);
});

test('a guest’s join link needs no secret; a receipt link works with both until one is removed', async () => {
  const { order, email } = await bought(before);
  await before.quiesce();
  const [mail] = await mailsTo(before, email);
  const links = { receipt: mail!.links.filter((one) => one.includes(`/receipt/${order}`)), wayIn: [''] };
  links.wayIn = mail!.links.filter((one) => one.includes('#token=') && !links.receipt.includes(one));
  const receipt = async (app: TestApp, key: string) =>
    (await app.call('GET /billing/orders/:order/receipt', { params: { order }, headers: { [receiptKeyHeader]: key } }))
      .status;
  const old = tokenIn({ links: links.receipt });
  const made = tokenIn({ links: [createReceiptLinks(during.kit).linkOf(order, true)] });
  expect([await receipt(during, old), await receipt(during, made), await receipt(after, made)]).toEqual([
    200, 200, 200,
  ]);
  expect([await receipt(after, old), await receipt(before, made)]).toEqual([404, 404]);
  const entered = await after.call('POST /auth/guest_session', { body: { token: tokenIn({ links: links.wayIn }) } });
  expect(entered.status).toBe(200);
});

test('a guest’s browser is known by its cookie until the old secret is taken out, and gets one of the new', async () => {
  const known = (app: TestApp, token: string) =>
    createGuestSecrets(app.kit).known((name) => (name === guestTokenHeader ? token : undefined));
  const { cookie } = await bought(before);
  const key = known(before, cookie);
  expect([known(during, cookie), known(after, cookie)]).toEqual([key, undefined]);
  const proof = createGuestSecrets(during.kit).proofOf((name) => (name === guestTokenHeader ? cookie : undefined), '');
  expect([proof.key, known(after, proof.headers[guestTokenHeader]!)]).toEqual([key, key]);
  const seeded = (app: TestApp) => createGuestSecrets(app.kit).proofOf(() => undefined, 'a request').key;
  expect(seeded(after)).toBe(seeded(before));
});

test('an address of a replay is known with both secrets, and refused with a letter changed', async () => {
  const part = 'a-part';
  const until = before.clock.now() + 60_000;
  const asked = (from: TestApp) =>
    Object.fromEntries(
      new URL(watchAddress(from.kit, { id: part, mime_type: 'video/mp4' }, 7, until), 'http://x').searchParams,
    );
  expect(viewerOf(during.kit, part, asked(before))).toBe(7);
  expect(viewerOf(after.kit, part, asked(during))).toBe(7);
  expect(viewerOf(after.kit, part, asked(before))).toBeUndefined();
  const { sign = '', ...rest } = asked(during);
  for (const at of [0, 20, sign.length - 1]) {
    const other = sign[at] === 'A' ? 'B' : 'A';
    expect(
      viewerOf(during.kit, part, { ...rest, sign: sign.slice(0, at) + other + sign.slice(at + 1) }),
    ).toBeUndefined();
  }
});
