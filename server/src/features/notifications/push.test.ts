import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { pushSubscriptionsMax } from '@frontrow/core/notifications/push.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newAdmin, newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { confirmed } from '../../../test/meetings-paid.ts';
import { type PushedBrowser, type PushService, startPushService } from '../../../test/push-service.ts';
import { dueRoom, liveRoom } from '../../../test/rooms.ts';
import { signUp, signUpPassword } from '../../../test/sign-up.ts';
import { buy, giveTicket } from '../../../test/tickets.ts';
import { joinList } from '../../../test/waitlist.ts';

let app: TestApp;
let service: PushService;
beforeAll(
  async () => void (app = await testApp({ apart: { S02: 'an event starts an hour from now, to the millisecond' } })),
);
afterAll(() => app.close());
beforeEach(async () => void (service = await startPushService()));
afterEach(() => service.close());

const subscribe = (as: TestActor, browser: PushedBrowser) =>
  app.call('POST /push/subscribe', { as: as.token, body: browser.subscription });
/** A browser of this person that is notified. */
const browserOf = async (person: TestActor): Promise<PushedBrowser> => {
  const browser = service.browser();
  expect((await subscribe(person, browser)).status).toBe(200);
  return browser;
};
const turn = (as: TestActor, kind: string, on: boolean) =>
  app.call('POST /notifications', { as: as.token, body: { kind, on } });
const settings = async (as: TestActor) => (await app.call('GET /notifications', { as: as.token })).data;
const shown = ({ received }: PushedBrowser) => received.map(({ message }) => `${message.title}: ${message.body}`);

test('a ticket holder hears 15 minutes before and when it is live, encrypted for the browser, once', async () => {
  const host = await newHost(app);
  const [holder, silent] = [await newViewer(app), await newViewer(app)];
  const event = await newEvent(app, host, { startsInMs: minutes(60), title: 'Bachata' });
  await giveTicket(app, event, holder);
  await giveTicket(app, event, silent);
  const [browser, other] = [await browserOf(holder), await browserOf(silent)];
  await turn(silent, 'starts_soon', false);
  await app.clock.advance(minutes(44));
  await app.quiesce();
  expect(shown(browser)).toEqual([]);
  await app.clock.advance(minutes(1));
  // Bought after the time of the reminder: the buyer knows.
  await app.quiesce();
  await app.quiesce();
  expect(shown(browser)).toEqual(['Bachata: Starts in 15 minutes.']);
  expect(shown(other)).toEqual([]);
  const [first] = browser.received;
  expect(first?.message.url).toBe(`/event/${event.id}`);
  expect(first?.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: expect.stringMatching(/^(8[5-9]\d|900)$/),
    urgency: 'high',
  });
  expect(first?.bytes).not.toContain('Bachata');
  await app.clock.advance(minutes(15));
  expect(
    (await app.call('POST /events/streaming/start_streaming', { as: host.token, body: { event_uuid: event.id } }))
      .status,
  ).toBe(200);
  await app.quiesce();
  expect(shown(browser).slice(1)).toEqual(['Bachata: Live now. Tap to watch.']);
  expect(shown(other)).toEqual(['Bachata: Live now. Tap to watch.']);
});

test('a viewer is notified of a private meeting with a link to its request, which is its only page', async () => {
  const meeting = await confirmed(app, { inMs: minutes(45) });
  const browser = await browserOf(meeting.viewer);
  await app.clock.advance(meeting.startsAt - app.clock.now() - minutes(15));
  await app.quiesce();
  await app.clock.advance(minutes(8));
  const body = { event_uuid: meeting.id };
  await app.call('POST /events/streaming/start_streaming', { as: meeting.host.token, body });
  await app.quiesce();
  expect(browser.received.map(({ message }) => message.url)).toEqual([
    `/message/private_request?request=${meeting.id}`,
    `/message/private_request?request=${meeting.id}`,
  ]);
  expect(browser.received.at(-1)?.message.body).toBe('Your meeting has started. Tap to join.');
});

test('no one is notified that an event or a meeting of a suspended host starts soon', async () => {
  const [host, holder, admin] = [await newHost(app), await newViewer(app), await newAdmin(app)];
  const event = await newEvent(app, host, { startsInMs: minutes(60) });
  await giveTicket(app, event, holder);
  const meeting = await confirmed(app, { inMs: minutes(45) });
  const browsers = [await browserOf(holder), await browserOf(meeting.viewer)];
  for (const { id } of [host, meeting.host])
    await app.call('POST /admin/users/suspend', { as: admin.token, body: { user_ide: id, reason: 'Spam' } });
  await app.clock.advance(minutes(45));
  await app.quiesce();
  expect(browsers.flatMap(shown)).toEqual([]);
});

test('a person on the waitlist hears that a seat is held, and the host that the event is sold out', async () => {
  const host = await newHost(app);
  const [holder, waiting] = [await newViewer(app), await newViewer(app)];
  const event = await newEvent(app, host, { capacity: 1, title: 'One seat' });
  const hosts = await browserOf(host);
  await giveTicket(app, event, holder);
  await app.quiesce();
  await app.quiesce();
  expect(shown(hosts)).toEqual(['One seat: Sold out. Every seat is taken.']);
  expect((await joinList(app, event, waiting)).status).toBe(200);
  const browser = await browserOf(waiting);
  await app.db.query('UPDATE event SET capacity = 2 WHERE id = $1', [event.id]);
  await app.quiesce();
  expect(shown(browser)).toEqual(['One seat: Your seat opened up. We’re holding it for 15 minutes.']);
});

test('the next in line hears it when the one before gets the turn', async () => {
  const room = await liveRoom(app, 2);
  const [first, second] = room.viewers as [TestActor, TestActor];
  const browsers = [await browserOf(first), await browserOf(second)] as const;
  for (const viewer of room.viewers) {
    await room.enter(viewer);
    expect((await room.do(viewer, 'POST /events/streaming/raise_hand', { raised: true })).status).toBe(200);
  }
  await app.quiesce();
  expect(browsers.flatMap(shown).filter((text) => text.includes('next'))).toEqual([]);
  expect(
    (await room.do(room.host, 'POST /events/streaming/allow_mic', { username: first.username, enabled: true })).status,
  ).toBe(200);
  await app.quiesce();
  expect(shown(browsers[0]).filter((text) => text.includes('next'))).toEqual([]);
  expect(shown(browsers[1]).filter((text) => text.includes('next'))).toHaveLength(1);
});

test('a host hears that the encoder is lost, once, when it stays away', async () => {
  const room = await dueRoom(app, 0, { kind: 'broadcast' });
  const browser = await browserOf(room.host);
  const lose = async (): Promise<void> => {
    await app.db.query('UPDATE event SET state = 1, started_at = app_now() WHERE id = $1', [room.event.id]);
    await app.db.query(
      `INSERT INTO room (event_id, raise_hand_enabled, source, ingest_state) VALUES ($1, false, 'encoder', 'lost')
       ON CONFLICT (event_id) DO UPDATE SET ingest_state = 'lost'`,
      [room.event.id],
    );
    await app.db.query(
      `INSERT INTO ingest_session (id, event_id, key_version, via, ended_at) VALUES ('s1', $1, 1, 'whip', app_now())`,
      [room.event.id],
    );
  };
  await lose();
  const runs = async (ms: number): Promise<string[]> => {
    await app.clock.advance(ms);
    await app.jobs.runAll(['queue push notifications']);
    await app.facts.drain();
    return shown(browser).filter((text) => text.includes('encoder'));
  };
  expect(await runs(seconds(5))).toEqual([]);
  expect(await runs(seconds(6))).toHaveLength(1);
  expect(await runs(seconds(6))).toHaveLength(1);
  await app.db.query('UPDATE event SET state = 2, finished_at = app_now() WHERE id = $1', [room.event.id]);
  await app.db.query('UPDATE room SET closed_at = app_now() WHERE event_id = $1', [room.event.id]);
});

test.each([404, 410, 403])('a subscription that the push service answers with %i is deleted', async (status) => {
  const room = await dueRoom(app, 1);
  await browserOf(room.viewers[0]!);
  service.status = status;
  await room.do(room.host, 'POST /events/streaming/start_streaming');
  await app.quiesce();
  expect(service.asked).toBe(1);
  expect((await settings(room.viewers[0]!)).push_browsers).toBe(0);
});

test('a push service that is down is asked again, and not for news that is old', async () => {
  const room = await dueRoom(app, 1);
  const browser = await browserOf(room.viewers[0]!);
  service.status = 503;
  await room.do(room.host, 'POST /events/streaming/start_streaming');
  await app.quiesce();
  const before = service.asked;
  expect(before).toBeGreaterThan(0);
  expect((await settings(room.viewers[0]!)).push_browsers).toBe(1);
  service.status = 201;
  await app.clock.advance(minutes(5));
  await app.quiesce();
  expect(browser.received).toHaveLength(1);
});

test.each([
  ['no address', 'push'],
  ['plain http', 'http://push.example.com/1'],
  ['a private network', 'https://10.0.0.1/push'],
  ['the address of cloud metadata', 'https://169.254.169.254/latest'],
  ['a local name', 'https://intranet/push'],
  ['a password', 'https://me:secret@push.example.com/1'],
])('an endpoint with %s is refused in words', async (_what, endpoint) => {
  const viewer = await newViewer(app);
  const { keys } = service.browser().subscription;
  const refused = await app.call('POST /push/subscribe', { as: viewer.token, body: { endpoint, keys } });
  expect([refused.status, refused.errors[0]?.code]).toEqual([400, 'push_subscription_invalid']);
});

test.each([
  ['a point that is not on the curve', { p256dh: Buffer.alloc(65, 4).toString('base64url') }],
  ['no key', { p256dh: '' }],
  ['a short secret', { auth: 'AAAA' }],
])('keys with %s are refused: nothing could be encrypted with them', async (_what, wrong) => {
  const viewer = await newViewer(app);
  const { endpoint, keys } = service.browser().subscription;
  const body = { endpoint, keys: { ...keys, ...wrong } };
  const refused = await app.call('POST /push/subscribe', { as: viewer.token, body });
  expect(refused.errors[0]?.code).toBe('push_subscription_invalid');
});

test('a browser belongs to the account that subscribed last with its keys, and other keys take nothing', async () => {
  const [one, two] = [await newViewer(app), await newViewer(app)];
  const browser = await browserOf(one);
  const { endpoint } = browser.subscription;
  const { keys } = service.browser().subscription;
  const stolen = await app.call('POST /push/subscribe', { as: two.token, body: { endpoint, keys } });
  expect(stolen.errors[0]?.code).toBe('push_subscription_invalid');
  expect((await app.call('POST /push/unsubscribe', { as: two.token, body: { endpoint } })).status).toBe(200);
  expect((await settings(one)).push_browsers).toBe(1);
  expect((await subscribe(two, browser)).status).toBe(200);
  expect([(await settings(one)).push_browsers, (await settings(two)).push_browsers]).toEqual([0, 1]);
  expect((await app.call('POST /push/unsubscribe', { as: two.token, body: { endpoint } })).data.push_browsers).toBe(0);
  for (let n = 0; n < pushSubscriptionsMax + 2; n++) await browserOf(one);
  expect((await settings(one)).push_browsers).toBe(pushSubscriptionsMax);
});

test('a browser that is logged out hears nothing more, nor does any after a new password', async () => {
  const person = await signUp(app);
  const subscribed = async (token: string): Promise<void> => {
    const { subscription } = service.browser();
    expect((await app.call('POST /push/subscribe', { as: token, body: subscription })).status).toBe(200);
  };
  const count = async () =>
    (await app.db.one<{ n: number }>('SELECT count(*)::int AS n FROM push_subscription WHERE user_id = $1', [
      person.id,
    ]))!.n;
  const login = async () =>
    (await app.call('POST /auth/login', { body: { email: person.email, password: signUpPassword } })).data;
  const [here, there] = [await login(), await login()];
  await subscribed(here.access_token);
  await subscribed(there.access_token);
  await app.call('POST /auth/logout', { as: here.access_token, body: { refresh_token: here.refresh_token } });
  expect(await count()).toBe(1);
  await app.call('POST /user/change_password', {
    as: there.access_token,
    body: { password: signUpPassword, new_password: 'Hijklmn2' },
  });
  expect(await count()).toBe(0);
});

test('hosts choose two kinds more than viewers', async () => {
  const kinds = async (as: TestActor) => (await settings(as)).push_kinds.map(({ kind }) => kind);
  expect(await kinds(await newViewer(app))).toEqual(['starts_soon', 'live_now', 'you_are_next', 'seat_opened']);
  const host = await newHost(app);
  expect(await kinds(host)).toHaveLength(6);
  await turn(host, 'sold_out', false);
  await turn(host, 'sold_out', false);
  expect((await settings(host)).push_kinds.filter(({ on }) => !on)).toEqual([{ kind: 'sold_out', on: false }]);
  const event = await newEvent(app, host, { capacity: 1 });
  const browser = await browserOf(host);
  expect((await buy(app, event, await newViewer(app))).status).toBe(200);
  await app.quiesce();
  expect(shown(browser)).toEqual([]);
  expect((await turn(host, 'sold_out', true)).data.push_kinds.every(({ on }) => on)).toBe(true);
});
