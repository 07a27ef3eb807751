import { minutes } from '@frontrow/core/kernel/instant.ts';
import { accessTokenHeader } from '@frontrow/contract/kernel/headers.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAdmin, newHost, newViewer } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { buy, giveTicket } from '../../../test/tickets.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(
  async () =>
    void (app = await testApp({ apart: { S02: 'starts off the quarter of an hour are written past publishing' } })),
);
afterAll(() => app.close());

test.each([
  ['a NUL in an address', 'POST /auth/login', { body: { email: 'a\u0000@b.co', password: 'x' } }],
  ['a NUL in a payment reference', 'POST /payment/stripe_intent', { body: { payment_intent: 'pi_\u0000' } }],
  ['a NUL in a filter', 'GET /events', { query: { tag: '\u0000' } }],
  ['a category beyond every number', 'GET /events', { query: { category: '99999999999' } }],
  ['a language beyond every number', 'GET /events', { query: { lang: '99999999999' } }],
] as const)('%s is refused in a sentence, never a fault', async (_what, call, request) => {
  const answer = await app.call(call, request);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(answer.errors[0]?.code).not.toBe('fault');
});

test('a NUL in the reference of a card to save is refused before any provider is asked', async () => {
  const { token: as } = await newViewer(app);
  for (const answer of [
    await app.call('POST /payment/methods/save', { as, body: { stripe_token: 'pm_card_visa\u0000' } }),
    await app.call('POST /payment/methods/confirm', { as, body: { setup_intent: '\u0000' } }),
  ])
    expect([answer.status, answer.errors[0]?.code]).toEqual([400, 'bad_input']);
});

test('an amount beyond what is counted exactly is refused where a caller names one', async () => {
  const host = await newHost(app);
  const { token: admin } = await newAdmin(app);
  const event = await newEvent(app, host, { priceMinor: 1000 });
  const bought = await buy(app, event, await newViewer(app), { stripe_token: 'pm_card_visa' });
  const { order_uuid } = bought.data.order;
  const [currency_code, reference, reason] = ['EUR', 'By hand', 'Because'];
  for (const far of [1e17, 1.5e288])
    for (const answer of [
      await app.call('POST /payouts/settings', {
        as: host.token,
        body: { currency_code, automatic: true, minimum: -far },
      }),
      await app.call('POST /payouts/request', { as: host.token, body: { currency_code, amount: far } }),
      await app.call('POST /admin/orders/refund', { as: admin, body: { order_uuid, reason, amount: far } }),
      await app.call('POST /admin/orders/refund', { as: admin, body: { order_uuid, reason, amount: 1, fee: -far } }),
      await app.call('POST /admin/payouts/left', {
        as: admin,
        body: { host_username: host.username, currency_code, amount: far, reference },
      }),
    ])
      expect([answer.status, answer.errors[0]?.code]).toEqual([400, 'bad_input']);
});

test('a moment that the database or JavaScript cannot read is refused wherever a caller names one', async () => {
  const host = await newHost(app);
  const { id: event_uuid } = await newEvent(app, host, { priceMinor: 1000 });
  const viewer = await newViewer(app);
  const far = [8_640_000_000_000_000, 8_650_000_000_000_000, 9_007_199_254_740_991, 253_402_300_800_000];
  for (const at of [...far, ...far.map((value) => -value)]) {
    const code = `FAR${far.indexOf(Math.abs(at))}${at < 0 ? 'N' : 'P'}`;
    const answers = [
      await app.call('POST /api_keys', {
        as: host.token,
        body: { name: 'Far', scopes: ['read_events'], expires_at: at },
      }),
      await app.call('POST /events/promo_codes/add', {
        as: host.token,
        body: { event_uuid, code, percent: 10, from: at },
      }),
      await app.call('POST /events/promo_codes/add', {
        as: host.token,
        body: { event_uuid, code: `${code}X`, percent: 10, until: at },
      }),
      await app.call('POST /events/reschedule', {
        as: host.token,
        body: { event_uuid, event_date: at, event_start_hour: '10:00' },
      }),
      await app.call('POST /activity/seen', { as: host.token, body: { until: at } }),
      await app.call('POST /private_requests/create', {
        as: viewer.token,
        body: { username: host.username, starts_at: at, minutes: 30 },
      }),
    ];
    expect(answers.map(({ status, errors }) => [status, errors[0]?.code])).toEqual(
      answers.map(() => [400, 'bad_input']),
    );
  }
  expect((await app.call('GET /api_keys', { as: host.token })).data.api_keys).toEqual([]);
});

test('a form that ends before its last part does is refused in a sentence', async () => {
  const { token } = await newHost(app);
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/events/create',
    headers: { 'content-type': 'multipart/form-data; boundary=parts', [accessTokenHeader]: token },
    payload: '{}',
  });
  expect([answer.statusCode, answer.json()]).toEqual([
    400,
    { errors: [{ message: 'The form ends before its last part does.', code: 'bad_input' }] },
  ]);
});

test('an event named in capitals is the same event and the same room', async () => {
  const host = await newHost(app);
  const viewer = await newViewer(app);
  const event = await newEvent(app, host, { capacity: 5, startsInMs: minutes(5) });
  await giveTicket(app, event, viewer);
  const capitals = event.id.toUpperCase();
  const started = await app.call('POST /events/streaming/start_streaming', {
    as: host.token,
    body: { event_uuid: capitals },
  });
  expect([started.status, started.data.room]).toEqual([200, event.id]);
  const joined = await app.call('POST /events/streaming/join_streaming', {
    as: viewer.token,
    body: { event_uuid: event.id },
  });
  expect([joined.status, joined.data.room]).toEqual([200, event.id]);
});
