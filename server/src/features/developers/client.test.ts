import { getEventListeners } from 'node:events';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { createClient, FrontrowError, readWebhook } from '@frontrow/client/src/index.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newHost } from '../../../test/actors.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { hostApiTypes } from '../../../test/host-api-types.ts';
import { testCover } from '../../../test/publish-form.ts';
import { type Received, startWebhookReceiver } from '../../../test/webhook-receiver.ts';
import { keyScheme } from '../../http/routes/register-routes.ts';

const typesFile = resolve(import.meta.dirname, '../../../../client/src/host-api.ts');

const headersOf = ({ headers }: Received): Headers =>
  new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]));

let app: TestApp;
let url: string;
beforeAll(async () => {
  app = await testApp();
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;
});
afterAll(() => app.close());

test('the client has a type for each call that takes an API key, as the server describes it', async () => {
  const description = (await app.http.inject('/api/openapi.json')).json<Parameters<typeof hostApiTypes>[0]>();
  await expect(await hostApiTypes(description, keyScheme)).toMatchFileSnapshot(typesFile);
});

test('a host publishes an event, gives a ticket, reads the guests and checks the signed webhooks with the client', async () => {
  const receiver = await startWebhookReceiver();
  const as = (await newHost(app)).token;
  const scopes = ['manage_events', 'issue_complimentary_tickets', 'read_guests', 'read_events'];
  const { key } = (await app.call('POST /api_keys', { as, body: { name: 'Client', scopes, test: true } })).data;
  const body = { url: receiver.url, events: ['event.published', 'order.paid'] };
  const { secret } = (await app.call('POST /webhook_endpoints', { as, body })).data;
  const client = createClient({ url: `${url}/`, key });

  const start = Math.ceil(app.clock.now() / 3_600_000 + 48) * 3_600_000;
  const { event } = await client.call('POST /events/create', {
    body: {
      event_title: 'Made with the client',
      event_description: 'An evening that a program published.',
      event_date: start,
      event_start_hour: `${String((start / 3_600_000) % 24).padStart(2, '0')}:00`,
      event_location: '{"data":{"zoneName":"UTC"}}',
      event_opening_ticketing: true,
      event_num_attendees: 20,
      event_price_ticket: 0,
      event_ticket_type: 1,
      event_category_ide: 1,
      event_lang_ides: '[1]',
      public: true,
      event_cover_image: await testCover(),
    },
  });
  const params = { id: event.event_uuid };
  const given = await client.call('POST /events/complimentary', {
    body: { event_uuid: event.event_uuid, emails: ['guest@example.com'] },
  });
  expect(given).toMatchObject({ given: 1 });
  expect(await client.call('GET /events/mine', { query: { scope: 'upcoming' } })).toMatchObject({
    events: [{ event: { event_title: 'Made with the client' } }],
  });
  expect(await client.call('GET /events/{id}/complimentary', { params })).toMatchObject({
    guests: [{ email: 'guest@example.com' }],
  });
  await app.quiesce();
  // A signature is good for five minutes, and the product's clock is its own.
  vi.useFakeTimers({ toFake: ['Date'], now: app.clock.now() });
  const types = receiver.received.map((one) => readWebhook(secret, one.text, one.headers).type);
  // Deno, Bun and workers have requests whose headers are `Headers`.
  const again = receiver.received.map((one) => readWebhook(secret, one.text, headersOf(one)).type);
  vi.useRealTimers();
  expect(types).toEqual(['event.published', 'order.paid']);
  expect(again).toEqual(types);
  await receiver.close();
});

test('a refused call throws the code, the status, the sentence and the field', async () => {
  const as = (await newHost(app)).token;
  const { key } = (
    await app.call('POST /api_keys', { as, body: { name: 'Reads', scopes: ['read_events'], test: true } })
  ).data;
  const client = createClient({ url, key });
  const refused = client.call('GET /events/{id}/door_list', { params: { id: crypto.randomUUID() } });
  await expect(refused).rejects.toBeInstanceOf(FrontrowError);
  await expect(refused).rejects.toMatchObject({ status: 403, code: 'api_key_scope_missing' });
});

test('a call over the limit waits as long as the server says and is repeated once', async () => {
  const answers = [
    new Response('{"errors":[]}', { status: 429, headers: { 'retry-after': '0', 'content-type': 'application/json' } }),
    Response.json({ data: { data: [] } }),
  ];
  const client = createClient({ url, key: 'frk_test_x', fetch: async () => answers.shift()! });
  expect(await client.call('GET /categories/all')).toEqual({ data: [] });
  expect(answers).toEqual([]);
});

test('a call that is aborted does not wait, and one that waited leaves no listener', async () => {
  const answer = (wait: string) =>
    new Response('{"errors":[]}', {
      status: 429,
      headers: { 'retry-after': wait, 'content-type': 'application/json' },
    });
  let asked = 0;
  const reason = new Error('no longer wanted');
  const fetchOver = async () => {
    asked++;
    return answer('60');
  };
  const over = createClient({ url, key: 'frk_test_x', fetch: fetchOver });
  await expect(over.call('GET /categories/all', {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(asked).toBe(1);
  const { signal } = new AbortController();
  const answers = [answer('0'), Response.json({ data: { data: [] } })];
  const client = createClient({ url, key: 'frk_test_x', fetch: async () => answers.shift()! });
  expect(await client.call('GET /categories/all', {}, { signal })).toEqual({ data: [] });
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
