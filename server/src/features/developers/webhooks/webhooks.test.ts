import { webhookEndpointsMax, webhookTypes } from '@frontrow/core/developers/webhooks.ts';
import { days, hours, minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newAdmin, newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { newEvent } from '../../../../test/events.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { mailsTo } from '../../../../test/mails.ts';
import { giveTicket } from '../../../../test/tickets.ts';
import { startWebhookReceiver, verifyWebhook, type WebhookReceiver } from '../../../../test/webhook-receiver.ts';

const apart = { S02: 'an event starts days from now, to the second' };
let app: TestApp;
let host: TestActor;
let receiver: WebhookReceiver;
beforeAll(async () => {
  app = await testApp({ apart });
});
afterAll(() => app.close());
beforeEach(async () => {
  host = await newHost(app);
  receiver = await startWebhookReceiver();
});
afterEach(async () => {
  await app
    .call('GET /webhook_endpoints', { as: host.token })
    .then(({ data }) =>
      Promise.all(
        data.endpoints.map(({ id }) => app.call('POST /webhook_endpoints/remove', { as: host.token, body: { id } })),
      ),
    );
  await receiver.close();
});

const add = (events: readonly string[] = webhookTypes, url = receiver.url, as = host) =>
  app.call('POST /webhook_endpoints', { as: as.token, body: { url, events } });
/** So that it does not begin while the clock is moved. */
const later = { startsInMs: days(60) };
const give = (eventUuid: string, email: string) =>
  app.call('POST /events/complimentary', { as: host.token, body: { event_uuid: eventUuid, emails: [email] } });
const log = async (id: string, state?: string) =>
  (
    await app.call('GET /webhook_endpoints/:id/deliveries', {
      as: host.token,
      params: { id },
      ...(state && { query: { state } }),
    })
  ).data.deliveries;
const own = async () => (await app.call('GET /webhook_endpoints', { as: host.token })).data.endpoints[0]!;
const buyer = async (eventUuid: string) => {
  const viewer = await newViewer(app);
  const bought = await app.call('POST /events/purchase', {
    as: viewer.token,
    body: { event_uuid: eventUuid, type: 'interactive', stripe_token: 'pm_card_visa' },
  });
  expect(bought.status).toBe(200);
  return viewer;
};

test('webhooks about an event arrive in order, signed, and without names or email addresses', async () => {
  const { data } = await add();
  const event = await newEvent(app, host, { priceMinor: 1200 });
  const [first, second] = [await buyer(event.id), await buyer(event.id)];
  const friend = await newViewer(app);
  const tickets = await app.db.query<{ id: string; holder_id: number }>(
    'SELECT id, holder_id FROM ticket WHERE event_id = $1',
    [event.id],
  );
  const ticketOf = (person: TestActor): string => tickets.find((one) => one.holder_id === person.id)!.id;
  const transferred = await app.call('POST /tickets/transfer', {
    as: first.token,
    body: { ticket_uuid: ticketOf(first), email: friend.email },
  });
  expect(transferred.status).toBe(200);
  const checkIn = () =>
    app.call('POST /events/door_list/check_in', {
      as: host.token,
      body: { event_uuid: event.id, ticket_uuid: ticketOf(second), checked_in: true },
    });
  expect((await checkIn()).status).toBe(200);
  expect((await checkIn()).status, 'again tells nothing').toBe(200);
  expect((await app.call('POST /events/cancel', { as: host.token, body: { event_uuid: event.id } })).status).toBe(200);
  await app.quiesce();
  const told = receiver.received.filter(({ data: about }) => about['event_uuid'] === event.id);
  expect(told.map(({ type }) => type)).toEqual([
    'order.paid',
    'order.paid',
    'ticket.transferred',
    'ticket.checked_in',
    'event.cancelled',
    'order.refunded',
    'order.refunded',
  ]);
  expect(told[0]!.data).toMatchObject({ price: 12, total: 13.1, currency_code: 'EUR', complimentary: false });
  expect(told[5]!.data).toMatchObject({ amount: 13.1, refunded: 13.1, reason: expect.any(String) });
  for (const one of receiver.received) verifyWebhook(data.secret, one, app.clock.now());
  expect(() => verifyWebhook(`${data.secret.slice(0, -2)}aa`, told[0]!, app.clock.now())).toThrow('signature');
  const texts = receiver.received.map(({ text }) => text).join();
  for (const { email, username } of [first, second, friend]) {
    expect(texts).not.toContain(email);
    expect(texts).not.toContain(username);
  }
});

test('a ticket that cost nothing and is returned or withdrawn is an order refunded with nothing', async () => {
  await add(['order.paid', 'order.refunded']);
  const event = await newEvent(app, host, later);
  const admin = await newAdmin(app);
  await give(event.id, 'gone@mail.test');
  const [refunded, returning] = [await newViewer(app), await newViewer(app)];
  for (const viewer of [refunded, returning]) await giveTicket(app, event, viewer);
  const sold = await app.db.query<{ id: string; order_id: string; holder_id: number; free: boolean }>(
    `SELECT t.id, t.order_id, t.holder_id, o.complimentary AS free FROM ticket t JOIN orders o ON o.id = t.order_id
     WHERE t.event_id = $1`,
    [event.id],
  );
  const of = (person: TestActor) => sold.find(({ holder_id: id }) => id === person.id)!;
  const complimentary = sold.find(({ free }) => free)!;
  const answers = [
    await app.call('POST /events/complimentary/withdraw', {
      as: host.token,
      body: { event_uuid: event.id, ticket_uuid: complimentary.id },
    }),
    await app.call('POST /admin/orders/refund', {
      as: admin.token,
      body: { order_uuid: of(refunded).order_id, reason: 'Asked.' },
    }),
    await app.call('POST /admin/events/unpublish', {
      as: admin.token,
      body: { event_uuid: event.id, reason: 'We look at it.' },
    }),
    await app.call('POST /tickets/refund', { as: returning.token, body: { ticket_uuid: of(returning).id } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await app.quiesce();
  const back = receiver.received.filter(({ type }) => type === 'order.refunded').map(({ data }) => data);
  expect(back).toMatchObject([
    { order_uuid: complimentary.order_id, reason: 'complimentary_withdrawn', complimentary: true },
    { order_uuid: of(refunded).order_id, reason: 'admin' },
    { order_uuid: of(returning).order_id, reason: 'unpublished' },
  ]);
  for (const data of back) expect(data).toMatchObject({ refund_uuid: null, amount: 0, total: 0, refunded: 0 });
});

test('an endpoint receives only the types it asked for, and another host’s endpoint nothing', async () => {
  const other = await startWebhookReceiver();
  await add(webhookTypes, other.url, await newHost(app));
  await add(['event.cancelled', 'event.cancelled']);
  const event = await newEvent(app, host, later);
  await give(event.id, 'guest@mail.test');
  await app.call('POST /events/cancel', { as: host.token, body: { event_uuid: event.id } });
  await app.quiesce();
  expect(receiver.received.map(({ type }) => type)).toEqual(['event.cancelled']);
  expect(other.received).toEqual([]);
  await other.close();
});

test('a receiver that was down for an hour gets every fact once per id and in order per event', async () => {
  const second = await testApp({ apart, overrides: { databaseUrl: app.databaseUrl, clock: app.clock } });
  await app.clock.advance(0);
  await add(['order.paid', 'event.cancelled']);
  const events = [await newEvent(app, host, later), await newEvent(app, host, later)];
  await give(events[0]!.id, 'before@mail.test');
  await app.quiesce();
  await receiver.goDown();
  for (let n = 0; n < 6; n += 1) {
    for (const { id } of events) await give(id, `guest-${n}@mail.test`);
    await app.clock.advance(minutes(10));
    await app.quiesce();
  }
  await app.call('POST /events/cancel', { as: host.token, body: { event_uuid: events[1]!.id } });
  await app.quiesce();
  expect(receiver.received).toHaveLength(1);
  await receiver.comeBack();
  await app.clock.advance(minutes(30));
  await Promise.all([app.jobs.runAll(), second.jobs.runAll()]);
  await app.quiesce();
  await second.close();
  const ids = receiver.received.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const ordersOf = async (eventUuid: string): Promise<string[]> =>
    (
      await app.db.query<{ id: string }>(
        `SELECT payload ->> 'orderId' AS id FROM outbox WHERE topic = 'TicketIssued' AND payload ->> 'eventUuid' = $1
         ORDER BY outbox.id`,
        [eventUuid],
      )
    ).map(({ id }) => id);
  const toldOf = (eventUuid: string) => receiver.received.filter(({ data }) => data['event_uuid'] === eventUuid);
  for (const { id } of events) {
    const paid = toldOf(id).filter(({ type }) => type === 'order.paid');
    expect(paid.map(({ data }) => data['order_uuid'])).toEqual(await ordersOf(id));
  }
  expect(toldOf(events[0]!.id)).toHaveLength(7);
  expect(toldOf(events[1]!.id).at(-1)!.type).toBe('event.cancelled');
});

test('after a rotation both secrets sign for a day, then only the new one', async () => {
  const { secret: old, endpoint } = (await add(['order.paid'])).data;
  const rotated = await app.call('POST /webhook_endpoints/rotate_secret', {
    as: host.token,
    body: { id: endpoint.id },
  });
  expect(rotated.data.endpoint.previous_secret_until).toBeGreaterThan(app.clock.now() + hours(23));
  const event = await newEvent(app, host, later);
  await give(event.id, 'one@mail.test');
  await app.quiesce();
  for (const secret of [old, rotated.data.secret]) verifyWebhook(secret, receiver.received[0]!, app.clock.now());
  await app.clock.advance(hours(24));
  await give(event.id, 'two@mail.test');
  await app.quiesce();
  verifyWebhook(rotated.data.secret, receiver.received[1]!, app.clock.now());
  expect(() => verifyWebhook(old, receiver.received[1]!, app.clock.now())).toThrow('signature');
});

test('the log has each answer, and a delivery is sent again by hand with the same id', async () => {
  const { endpoint } = (await add(['order.paid'])).data;
  const event = await newEvent(app, host, later);
  receiver.answer = { status: 503, body: `Down for maintenance\0${'x'.repeat(5_000)}` };
  await give(event.id, 'guest@mail.test');
  await app.quiesce();
  const [failed] = await log(endpoint.id, 'pending');
  expect(failed).toMatchObject({
    type: 'order.paid',
    state: 'pending',
    attempts: 1,
    response_status: 503,
    response_body: expect.stringMatching(/^Down for maintenancex+$/),
    error: null,
    took_ms: expect.any(Number),
  });
  expect(failed!.response_body!.length).toBeLessThanOrEqual(1_000);
  expect(failed!.next_attempt_at! - failed!.last_attempt_at!).toBeGreaterThanOrEqual(5_000);
  expect(await own()).toMatchObject({ deliveries: 1, failures: 1 });
  receiver.answer = { status: 200, body: 'thanks' };
  const redeliver = (as: TestActor) =>
    app.call('POST /webhook_endpoints/redeliver', { as: as.token, body: { delivery_id: failed!.id } });
  expect((await redeliver(await newHost(app))).errors[0]?.code).toBe('webhook_delivery_not_found');
  expect((await redeliver(host)).status).toBe(200);
  await app.quiesce();
  expect((await redeliver(host)).status).toBe(200);
  await app.quiesce();
  expect(receiver.received.map(({ id }) => id)).toEqual(Array(3).fill(failed!.id));
  expect(await log(endpoint.id)).toMatchObject([{ state: 'delivered', response_status: 200, response_body: 'thanks' }]);
  const stranger = await app.call('GET /webhook_endpoints/:id/deliveries', {
    as: (await newHost(app)).token,
    params: { id: endpoint.id },
  });
  expect([stranger.status, stranger.errors[0]?.code]).toEqual([404, 'webhook_endpoint_not_found']);
});

test('a redirect is not followed', async () => {
  const target = await startWebhookReceiver();
  receiver.answer = { status: 307, headers: { location: target.url } };
  const { endpoint } = (await add(['order.paid'])).data;
  await give((await newEvent(app, host, later)).id, 'guest@mail.test');
  await app.quiesce();
  expect(await log(endpoint.id)).toMatchObject([{ state: 'pending', response_status: 307 }]);
  expect(target.received).toEqual([]);
  await target.close();
});

test('an endpoint that accepts nothing for three days is disabled with an email, and starts again where it is enabled', async () => {
  const { endpoint } = (await add(['order.paid'])).data;
  const event = await newEvent(app, host, later);
  await receiver.goDown();
  await give(event.id, 'one@mail.test');
  await give(event.id, 'two@mail.test');
  await app.quiesce();
  for (let day = 0; day < 3; day += 1) {
    expect(await own()).toMatchObject({ enabled: true });
    for (let step = 0; step < 6; step += 1) {
      await app.clock.advance(hours(4));
      await app.jobs.runAll();
    }
  }
  await app.clock.advance(minutes(1));
  await app.quiesce();
  expect(await own()).toMatchObject({ enabled: false, disabled_reason: 'failing' });
  const [mail, ...more] = await mailsTo(app, host.email);
  expect([mail!.subject, more.length]).toEqual(['We disabled a webhook endpoint', 0]);
  expect(mail!.text).toContain(receiver.url);
  const failed = await log(endpoint.id, 'failed');
  expect(failed.map(({ error }) => error)).toEqual(['The endpoint was disabled.', 'The connection was refused.']);
  const body = { delivery_id: failed[1]!.id };
  const redeliver = () => app.call('POST /webhook_endpoints/redeliver', { as: host.token, body });
  expect((await redeliver()).errors[0]?.code).toBe('webhook_endpoint_disabled');
  await give(event.id, 'while-disabled@mail.test');
  await app.quiesce();
  await receiver.comeBack();
  const enabled = await app.call('POST /webhook_endpoints/update', {
    as: host.token,
    body: { id: endpoint.id, enabled: true },
  });
  expect(enabled.data.endpoint).toMatchObject({ enabled: true, disabled_reason: null, events: ['order.paid'] });
  await redeliver();
  await give(event.id, 'three@mail.test');
  await app.quiesce();
  expect(receiver.received).toHaveLength(2);
});

test('an endpoint that is enabled again does not wait for the time of a delivery that failed before', async () => {
  const { endpoint } = (await add(['order.paid'])).data;
  const event = await newEvent(app, host, later);
  receiver.answer = { status: 503 };
  await give(event.id, 'one@mail.test');
  await app.quiesce();
  for (let attempt = 2; attempt <= 12; attempt += 1) {
    await app.clock.advance(hours(4));
    await app.quiesce();
  }
  const update = (enabled: boolean) =>
    app.call('POST /webhook_endpoints/update', { as: host.token, body: { id: endpoint.id, enabled } });
  await update(false);
  receiver.answer = { status: 204 };
  await update(true);
  const before = receiver.received.length;
  await give(event.id, 'two@mail.test');
  await app.quiesce();
  expect(receiver.received.length - before).toBe(1);
});

test('a delivery that is resent while its attempt fails is tried again at once', async () => {
  const { endpoint } = (await add(['order.paid'])).data;
  const event = await newEvent(app, host, later);
  receiver.answer = { status: 503 };
  await give(event.id, 'one@mail.test');
  await app.quiesce();
  await app.clock.advance(hours(4));
  await app.quiesce();
  await app.clock.advance(hours(4));
  const [waiting] = await log(endpoint.id);
  const before = receiver.received.length;
  await app.clock.hold();
  receiver.beforeAnswer = async () => {
    if (receiver.received.length > before + 1) return;
    await app.call('POST /webhook_endpoints/redeliver', { as: host.token, body: { delivery_id: waiting!.id } });
  };
  await app.quiesce();
  expect(receiver.received.length - before).toBe(2);
  const after = (await log(endpoint.id))[0]!;
  expect(after.attempts).toBe(1);
  expect(after.next_attempt_at! - after.last_attempt_at!).toBeLessThan(seconds(10));
});

test('an endpoint that its host disables during an attempt has no delivery left that waits', async () => {
  await add(['order.paid']);
  const { id } = await own();
  const event = await newEvent(app, host, later);
  await give(event.id, 'in-flight@mail.test');
  receiver.answer = { status: 503 };
  receiver.beforeAnswer = () =>
    app.call('POST /webhook_endpoints/update', { as: host.token, body: { id, enabled: false } });
  await app.quiesce();
  expect(receiver.received).toHaveLength(1);
  expect(await own()).toMatchObject({ enabled: false });
  expect(await log(id)).toEqual([
    expect.objectContaining({ state: 'failed', error: 'The endpoint was disabled.', attempts: 0 }),
  ]);
});

test('410 Gone disables an endpoint at once', async () => {
  receiver.answer = { status: 410 };
  await add(['order.paid']);
  await give((await newEvent(app, host, later)).id, 'guest@mail.test');
  await app.quiesce();
  expect(await own()).toMatchObject({ enabled: false, disabled_reason: 'gone' });
  expect((await mailsTo(app, host.email))[0]!.text).toContain('410');
});

test('a delivery that is refused for three days makes room for the next, and the endpoint stays enabled', async () => {
  const { endpoint } = (await add(['order.paid'])).data;
  const [stuck, other] = [await newEvent(app, host, later), await newEvent(app, host, later)];
  receiver.answer = { status: 500 };
  await give(stuck.id, 'one@mail.test');
  await give(stuck.id, 'two@mail.test');
  await app.quiesce();
  for (let step = 0; step < 19; step += 1) {
    await app.clock.advance(hours(4));
    receiver.answer = { status: 500 };
    await app.jobs.runAll();
    if (step % 6 !== 5) continue;
    // Another event's deliveries are accepted, so the address works.
    receiver.answer = { status: 204 };
    await app.db.query("UPDATE webhook_lane SET next_at = app_now() + interval '1 minute' WHERE lane = $1", [stuck.id]);
    await give(other.id, `other-${step}@mail.test`);
    await app.facts.drain();
    await app.jobs.runAll();
  }
  expect(await own()).toMatchObject({ enabled: true });
  receiver.answer = { status: 204 };
  await app.clock.advance(hours(4));
  await app.quiesce();
  const states = (await log(endpoint.id)).filter(({ body }) => body.includes(stuck.id)).map(({ state }) => state);
  expect(states).toEqual(['delivered', 'failed']);
});

test.each([
  ['', '400 webhook_url_invalid'],
  ['example.com/hooks', '400 webhook_url_invalid'],
  ['localhost:3000', '400 webhook_url_invalid'],
  ['https://', '400 webhook_url_invalid'],
  ['http://example.com/hooks', '400 webhook_url_not_https'],
  ['ftp://example.com/', '400 webhook_url_not_https'],
  ['https://user:secret@example.com/', '400 webhook_url_with_login'],
  ['https://10.0.0.1/', '400 webhook_url_private'],
  ['https://169.254.169.254/latest/meta-data', '400 webhook_url_private'],
  ['https://0x7f000002/', '400 webhook_url_private'],
  ['https://[fd00::1]/', '400 webhook_url_private'],
  ['https://[::ffff:10.0.0.1]/', '400 webhook_url_private'],
  ['https://[::10.0.0.1]/', '400 webhook_url_private'],
  ['https://[64:ff9b::10.0.0.1]/', '400 webhook_url_private'],
  ['https://[2002:a00:1::]/', '400 webhook_url_private'],
  ['https://①⓪.0.0.1/', '400 webhook_url_private'],
  ['https://2130706434/', '400 webhook_url_private'],
  ['https://localhost。/', '400 webhook_url_private'],
  ['https://intranet/', '400 webhook_url_private'],
  ['https://db.internal/', '400 webhook_url_private'],
  [`https://example.com/${'x'.repeat(500)}`, '400 bad_input'],
])('the address %j is refused at its field', async (url, refused) => {
  const { status, errors } = await add(['order.paid'], url);
  expect([`${status} ${errors[0]!.code}`, errors[0]!.field]).toEqual([refused, 'url']);
});

test('in production loopback is no receiver', async () => {
  const real = await testApp({
    apart,
    config: { production: true, sandboxInProduction: true },
    overrides: { databaseUrl: app.databaseUrl, clock: app.clock, mail: app.kit.mail, video: app.kit.video },
  });
  await app.clock.advance(0);
  for (const url of [receiver.url, 'https://localhost/', 'https://127.0.0.1/', 'https://[::1]/']) {
    const { errors } = await real.call('POST /webhook_endpoints', {
      as: host.token,
      body: { url, events: ['order.paid'] },
    });
    expect([url, errors[0]?.code]).toEqual([url, expect.stringMatching(/^webhook_url_(?:private|not_https)$/)]);
  }
  await add(['order.paid']);
  await give((await newEvent(app, host, later)).id, 'guest@mail.test');
  await real.quiesce();
  expect(receiver.received).toEqual([]);
  expect((await log((await own()).id))[0]!.error).toBe('The address is not on the public internet.');
  await real.close();
});

test('an endpoint without events, with unknown ones, with a known address or beyond the maximum is refused', async () => {
  const codeOf = ({ errors }: Awaited<ReturnType<typeof add>>): string | undefined => errors[0]?.code;
  expect(codeOf(await add([]))).toBe('webhook_events_required');
  expect(codeOf(await add(['order.lost']))).toBe('bad_input');
  await add();
  expect(codeOf(await add())).toBe('webhook_endpoint_exists');
  for (let n = 1; n < webhookEndpointsMax; n += 1) await add(webhookTypes, `https://example.com/${n}`);
  expect(codeOf(await add(webhookTypes, 'https://example.com/more'))).toBe('webhook_endpoints_maximum');
});

test('changes of endpoints are in the audit log, and only their host makes them', async () => {
  const { endpoint } = (await add(['order.paid'])).data;
  const { id } = endpoint;
  const change = (as: TestActor) =>
    app.call('POST /webhook_endpoints/update', { as: as.token, body: { id, events: ['payout.paid'], enabled: false } });
  expect((await change(await newHost(app))).errors[0]?.code).toBe('webhook_endpoint_not_found');
  expect((await change(host)).data.endpoint).toMatchObject({
    events: ['payout.paid'],
    enabled: false,
    disabled_reason: 'host',
  });
  await app.call('POST /webhook_endpoints/remove', { as: host.token, body: { id } });
  const audit = await app.call('GET /admin/audit_log', { as: (await newAdmin(app)).token });
  const lines = audit.data.entries.filter(({ details }) => details['url'] === receiver.url);
  expect(lines.map(({ action }) => action)).toEqual([
    'webhook_endpoint_removed',
    'webhook_endpoint_changed',
    'webhook_endpoint_added',
  ]);
});

test('the log is forgotten after thirty days', async () => {
  const { endpoint } = (await add(['order.paid'])).data;
  await give((await newEvent(app, host, later)).id, 'guest@mail.test');
  await app.quiesce();
  expect(await log(endpoint.id)).toHaveLength(1);
  await app.clock.advance(days(30) + minutes(6));
  await app.quiesce();
  expect(await log(endpoint.id)).toEqual([]);
  expect(await app.db.query('SELECT 1 FROM webhook_lane WHERE endpoint_id = $1', [endpoint.id])).toEqual([]);
});
