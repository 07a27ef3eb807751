import { accessTokenHeader } from '@frontrow/contract/kernel/headers.ts';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../test/actors.ts';
import { newEvent, type TestEvent } from '../../test/events.ts';
import { testApp, type TestApp } from '../../test/harness.ts';
import { giveTicket, purchaseBody } from '../../test/tickets.ts';
import { mailLimit } from './limits/limits.ts';

/** What every answer goes through, however quickly it is found: headers, counting, and a name for what went wrong. */
let app: TestApp;
const logged: Record<string, unknown>[] = [];
let host: TestActor;
let viewer: TestActor;
let event: TestEvent;
let full: TestEvent;
beforeAll(async () => {
  const quiet = (): void => undefined;
  const log = { info: quiet, warn: quiet, debug: quiet, error: (entry: object) => void logged.push({ ...entry }) };
  app = await testApp({ overrides: { log: log as never } });
  host = await newHost(app);
  event = await newEvent(app, host);
  full = await newEvent(app, host, { capacity: 1 });
  await giveTicket(app, full, await newViewer(app));
});
afterAll(() => app.close());
beforeEach(async () => {
  viewer = await newViewer(app);
});

const call = (url: string, headers: Record<string, string> = {}): InjectOptions => ({ url: `/api${url}`, headers });
const post = async (url: string, payload: object): Promise<InjectOptions> => ({
  method: 'POST',
  url: `/api${url}`,
  headers: { [accessTokenHeader]: viewer.token },
  payload,
});
/** The same with the tag that the first answer had. */
const known = async (url: string): Promise<InjectOptions> =>
  call(url, { 'if-none-match': String((await app.http.inject(call(url))).headers.etag) });

const answers: [string, string, number, () => InjectOptions | Promise<InjectOptions>][] = [
  ['an event page', 'GET /api/events/:id', 200, () => call(`/events/${event.id}`)],
  ['an event page from memory', 'GET /api/events/:id', 200, () => call(`/events/${event.id}`)],
  ['an event page that did not change', 'GET /api/events/:id', 304, () => known(`/events/${event.id}`)],
  ['a list', 'GET /api/events', 200, () => call('/events')],
  ['a list that did not change', 'GET /api/events', 304, () => known('/events')],
  ['a host page that did not change', 'GET /api/hosts/:username', 304, () => known(`/hosts/${host.username}`)],
  [
    '"sold out", first',
    'POST /api/events/purchase',
    409,
    async () => post('/events/purchase', await purchaseBody(app, full)),
  ],
  [
    '"sold out", known',
    'POST /api/events/purchase',
    409,
    async () => post('/events/purchase', await purchaseBody(app, full)),
  ],
  ['a sale', 'POST /api/events/purchase', 200, async () => post('/events/purchase', await purchaseBody(app, event))],
  ['a refusal of the body', 'POST /api/events/purchase', 400, () => post('/events/purchase', {})],
  ['a refusal of the caller', 'GET /api/user/profile', 401, () => call('/user/profile')],
  ['a page', 'GET none', 404, () => ({ url: '/nowhere' })],
];

/** How often this route gave this answer, as `/metrics` counts it. */
async function counted(route: string, status: number): Promise<number> {
  const [method, url] = route.split(' ');
  const { body } = await app.http.inject('/metrics');
  const line = `http_request_seconds_count{method="${method}",route="${url}",status="${status}"} `;
  return Number(
    body
      .split('\n')
      .find((each) => each.startsWith(line))
      ?.slice(line.length) ?? 0,
  );
}
const expectHeaders = ({ headers }: LightMyRequestResponse): void =>
  expect(headers).toMatchObject({
    'content-security-policy': expect.stringMatching(/default-src 'none'/),
    'permissions-policy': 'camera=(self), microphone=(self), display-capture=(self)',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
  });

test.each(answers)('%s has the security headers and is counted (%s %i)', async (_what, route, status, request) => {
  const asked = await request();
  const before = await counted(route, status);
  const answer = await app.http.inject(asked);
  expect(answer.statusCode).toBe(status);
  expectHeaders(answer);
  expect(await counted(route, status)).toBe(before + 1);
});

test('a call over the limit has the security headers and is counted, before its body is read', async () => {
  const verify = await post('/auth/verify_email_again', {});
  for (let n = 0; n < mailLimit.max; n++) await app.http.inject(verify);
  const before = await counted('POST /api/auth/verify_email_again', 429);
  const answer = await app.http.inject({ ...verify, payload: '{' });
  expect([answer.statusCode, Number(answer.headers['retry-after']) > 0]).toEqual([429, true]);
  expectHeaders(answer);
  expect(await counted('POST /api/auth/verify_email_again', 429)).toBe(before + 1);
});

test.each([
  ['an event page', () => call(`/events/${event.id}`)],
  ['a list', () => call('/events?limit=7')],
  ['a host page', () => call(`/hosts/${host.username}`)],
  ['a purchase', async () => post('/events/purchase', await purchaseBody(app, event))],
] as const)('a fault of %s is logged under the request id that the caller gets', async (_what, request) => {
  const asked = await request();
  await app.clock.advance(2_000);
  logged.length = 0;
  await app.db.query('ALTER TABLE event RENAME TO event_away');
  const answer = await app.http.inject(asked);
  await app.db.query('ALTER TABLE event_away RENAME TO event');
  expect([answer.statusCode, answer.json().errors[0].code]).toEqual([500, 'fault']);
  expectHeaders(answer);
  const id = answer.headers['x-request-id'];
  expect(id).toMatch(/./);
  expect(logged).toEqual([expect.objectContaining({ requestId: id, error: expect.stringMatching(/event/) })]);
});
