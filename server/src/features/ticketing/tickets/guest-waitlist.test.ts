import { guestTokenHeader } from '@frontrow/contract/kernel/headers.ts';
import { holdMs } from '@frontrow/core/ticketing/limits.ts';
import { waitingPerAddressMax } from '@frontrow/core/ticketing/waitlist.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { atOtherEvent, newGuest, newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { type EventTraits, newEvent, type TestEvent } from '../../../../test/events.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { mailsTo, tokenIn } from '../../../../test/mails.ts';
import { signUp, signUpPassword } from '../../../../test/sign-up.ts';
import { giveTicket } from '../../../../test/tickets.ts';
import { joinList, leaveList, placeOf, placeStates } from '../../../../test/waitlist.ts';
import { moveGuestTickets } from '../../accounts/move-guest-tickets.ts';
import { findAccount } from '../../accounts/records.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
});
afterEach(() => expectInvariants(app));
afterAll(() => app.close());

let count = 0;
const newEmail = () => `waits${++count}@mail.test`;
const codes = (answer: { errors: readonly { code: string }[] }) => answer.errors.map((line) => line.code);

async function soldOut(traits: EventTraits = {}): Promise<TestEvent> {
  const event = await newEvent(app, host, { capacity: 1, priceMinor: 1200, ...traits });
  await giveTicket(app, event, await newViewer(app));
  return event;
}
const freeTheSeat = async (event: TestEvent) => {
  await app.db.query("SELECT refund_orders($1, 'admin', NULL, 1)", [event.id]);
  await app.quiesce();
};
/** A guest joins in a browser of their own, which keeps its secret. */
async function guestIn(event: TestEvent, email = newEmail()) {
  const answer = await joinList(app, event, { email });
  return { answer, email, headers: { [guestTokenHeader]: String(answer.headers[guestTokenHeader]) } };
}
const buyAsGuest = (event: TestEvent, email: string, headers: Record<string, string> = {}, more: object = {}) =>
  app.call('POST /events/purchase_no_login', {
    body: { event_uuid: event.id, type: 'interactive', email, stripe_token: 'pm_card_visa', ...more },
    headers,
  });

test('a guest joins the waitlist, sees the place in this browser only, and gets it by email', async () => {
  const event = await soldOut();
  const guest = await guestIn(event);
  expect(guest.answer.data).toEqual({ position: 1, size: 1 });
  expect(await placeOf(app, event, guest)).toMatchObject({ position: 1, size: 1 });
  const stranger = await app.call('GET /events/waitlist/mine', { query: { event_uuid: event.id } });
  expect(stranger.data.places).toEqual([]);
  await app.quiesce();
  const [mail] = await mailsTo(app, guest.email);
  expect(mail).toMatchObject({ subject: 'You’re on the waitlist: An evening for a test' });
  const entered = await app.call('POST /auth/guest_session', { body: { token: tokenIn(mail), display_name: 'Ada' } });
  expect(entered.status).toBe(200);
  const mine = await app.call('GET /events/waitlist/mine', { as: entered.data.access_token });
  expect(mine.data.places).toMatchObject([{ position: 1, size: 1 }]);
});

test('the checkout that holds the last seat is found again, by its account or its browser, until the hold ends', async () => {
  const [event, other] = [await newEvent(app, host, { capacity: 1, priceMinor: 1200 }), await soldOut()];
  const viewer = await newViewer(app);
  const ask = async (who: { as?: string; headers?: Record<string, string> }, of = event) =>
    (await app.call('GET /events/waitlist/mine', { ...who, query: { event_uuid: of.id } })).data;
  const body = { event_uuid: event.id, type: 'interactive' } as const;
  const held = (await app.call('POST /events/hold', { as: viewer.token, body })).data.order;
  expect(await ask({ as: viewer.token })).toEqual({ places: [], held_until: held.hold_expires_at });
  for (const nobody of [ask({ as: (await newViewer(app)).token }), ask({}), ask({ as: viewer.token }, other)])
    expect(await nobody).toEqual({ places: [] });
  await app.call('POST /events/release_hold', { as: viewer.token, body: { order_uuid: held.order_uuid } });
  expect(await ask({ as: viewer.token })).toEqual({ places: [] });

  const mine = await app.call('POST /events/hold_no_login', { body: { ...body, email: newEmail() } });
  const browser = { headers: { [guestTokenHeader]: String(mine.headers[guestTokenHeader]) } };
  expect((await ask(browser)).held_until).toBe(mine.data.order.hold_expires_at);
  await app.clock.advance(holdMs);
  expect(await ask(browser)).toEqual({ places: [] });
});

test('only the browser that joined can take an offer, not someone who types the email address', async () => {
  for (const priceMinor of [0, 1200]) {
    const event = await soldOut({ priceMinor });
    const guest = await guestIn(event);
    await freeTheSeat(event);
    expect((await placeOf(app, event, guest))?.offer).toBeDefined();
    expect(codes(await buyAsGuest(event, guest.email))).toEqual(['sold_out']);
    expect(codes(await buyAsGuest(event, newEmail(), guest.headers))).toEqual(['sold_out']);
    expect((await buyAsGuest(event, guest.email, guest.headers)).data.order.order_status).toBe('paid');
    expect(await placeStates(app, event)).toEqual(['bought']);
  }
});

test('the link in its email takes an offer', async () => {
  const event = await soldOut();
  const guest = await guestIn(event);
  await freeTheSeat(event);
  const mail = (await mailsTo(app, guest.email)).find(({ subject }) => subject.startsWith('A seat opened up for you'));
  const entered = await app.call('POST /auth/guest_session', { body: { token: tokenIn(mail), display_name: 'Bo' } });
  const bought = await app.call('POST /events/purchase', {
    as: entered.data.access_token,
    body: { event_uuid: event.id, type: 'interactive', stripe_token: 'pm_card_visa' },
  });
  expect(bought.data.ticket).not.toBeNull();
  expect(await placeStates(app, event)).toEqual(['bought']);
});

test('a declined card leaves the offer with its guest, and another browser cannot take it over', async () => {
  const event = await soldOut();
  const guest = await guestIn(event);
  await freeTheSeat(event);
  const declined = { stripe_token: 'pm_card_visa_chargeDeclined' };
  expect((await buyAsGuest(event, guest.email, guest.headers, declined)).status).toBe(402);
  expect(codes(await buyAsGuest(event, guest.email))).toEqual(['sold_out']);
  expect((await buyAsGuest(event, guest.email, guest.headers)).data.order.order_status).toBe('paid');
});

test('an email address reveals neither a place nor a ticket to a stranger, and cannot be removed from the waitlist', async () => {
  const event = await soldOut();
  const first = await guestIn(event);
  await guestIn(event);
  expect((await joinList(app, event, { email: first.email })).data).toEqual({ position: 2, size: 2 });
  const intruder = await guestIn(event, first.email);
  expect((await leaveList(app, event, intruder)).data).toEqual({ position: null, size: 2 });
  expect(await placeOf(app, event, intruder)).toBeUndefined();
  await freeTheSeat(event);
  await buyAsGuest(event, first.email, first.headers);
  expect((await joinList(app, event, { email: first.email })).data).toEqual({ position: 1, size: 1 });
  expect(codes(await joinList(app, event, first))).toEqual(['already_has_ticket']);
  expect((await leaveList(app, event, first)).status).toBe(200);
});

test('a network gets five places for typed email addresses', async () => {
  const event = await soldOut();
  const from = (email: string, remoteAddress: string) =>
    app.http.inject({
      method: 'POST',
      url: '/api/events/waitlist',
      remoteAddress,
      payload: { event_uuid: event.id, join: true, email },
    });
  const statuses: number[] = [];
  for (let n = 0; n <= waitingPerAddressMax; n++) statuses.push((await from(newEmail(), '203.0.113.9')).statusCode);
  expect(statuses).toEqual([...Array<number>(waitingPerAddressMax).fill(200), 429]);
  expect((await from(newEmail(), '203.0.113.10')).statusCode).toBe(200);
  const { token } = await newViewer(app);
  expect((await joinList(app, event, { email: '', id: 0, username: '', token })).status).toBe(200);
});

test('a place moves to the account that verifies the email address, and of two the earlier one stays', async () => {
  const [event, other] = [await soldOut(), await soldOut()];
  const { id, token, email } = await signUp(app, 'inline');
  const guest = await guestIn(event, email);
  await guestIn(event);
  await joinList(app, other, await newViewer(app));
  await guestIn(other, email);
  const account = { id, token, email, username: 'inline' };
  await joinList(app, event, account);
  await joinList(app, other, account);
  await app.db.query('UPDATE app_user SET email_verified_at = app_now() WHERE id = $1', [id]);
  await moveGuestTickets({ db: app.db, log: app.kit.log }, (await findAccount(app.db, id))!);
  expect(await placeOf(app, event, account)).toMatchObject({ position: 1, size: 2 });
  expect(await placeOf(app, other, account)).toMatchObject({ position: 2, size: 2 });
  expect(await placeOf(app, event, guest)).toBeUndefined();
  expect(await placeStates(app, event)).toEqual(['waiting', 'waiting', 'left']);
  // Someone who deletes the account is no longer waiting.
  expect((await app.call('POST /user/delete', { as: token, body: { password: signUpPassword } })).status).toBe(200);
  await app.quiesce();
  expect(await placeStates(app, event)).toEqual(['left', 'waiting', 'left']);
});

test('the link of another event neither shows a place nor leaves or takes one', async () => {
  const [event, other] = [await soldOut(), await soldOut()];
  const guest = await newGuest(app, event.id);
  expect((await joinList(app, event, guest)).data).toEqual({ position: 1, size: 1 });
  const elsewhere = atOtherEvent(app, guest, other.id);
  await leaveList(app, event, elsewhere);
  expect(await placeStates(app, event)).toEqual(['waiting']);
  expect(codes(await joinList(app, event, atOtherEvent(app, await newGuest(app, other.id), other.id)))).toEqual([
    'email_required',
  ]);
  expect(await placeStates(app, event)).toEqual(['waiting']);
});
