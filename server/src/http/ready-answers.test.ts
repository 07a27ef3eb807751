import { randomUUID } from 'node:crypto';
import { accessTokenHeader } from '@frontrow/contract/kernel/headers.ts';
import { accessTokenMs, accountCacheMs } from '@frontrow/core/accounts/limits.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../test/actors.ts';
import { newEvent } from '../../test/events.ts';
import { testApp, type TestApp } from '../../test/harness.ts';
import { listening } from '../../test/live-socket.ts';
import { sentAhead } from '../../test/sent-ahead.ts';
import { eventPollLimit, readLimit } from './limits.ts';

/** One page that is looked at asks every three seconds. */
const eventPollsPerMinute = 20;

let app: TestApp;
let host: TestActor;
let base: string;
let path: string;
beforeAll(async () => {
  app = await testApp();
  base = await listening(app);
  host = await newHost(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  path = `/api/events/${(await newEvent(app, host)).id}`;
});

const ask = (headers: Record<string, string> = {}): Promise<Response> => fetch(base + path, { headers });
/** Whether this answer came from in front of the framework. */
async function askReady(headers: Record<string, string> = {}): Promise<{ answer: Response; ready: boolean }> {
  const before = sentAhead(app);
  const answer = await ask(headers);
  return { answer, ready: sentAhead(app) > before };
}

test('the second reader gets the same bytes with the same headers, in front of the framework', async () => {
  const route = await ask();
  const { answer, ready } = await askReady();
  expect(ready).toBe(true);
  const headersOf = (response: Response): [string, string][] =>
    [...response.headers].filter(([name]) => name !== 'date');
  expect(headersOf(answer)).toEqual(headersOf(route));
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await answer.text()).toBe(await route.text());
});

test('304 to whoever has it, also under the names the route understands', async () => {
  const etag = (await ask()).headers.get('etag')!;
  for (const [name, ready] of [
    [etag, true],
    [`W/${etag}`, false],
    [`"x", ${etag}`, false],
    ['*', false],
  ] as const) {
    const asked = await askReady({ 'if-none-match': name });
    expect([asked.answer.status, asked.ready, asked.answer.headers.get('etag')]).toEqual([304, ready, etag]);
  }
  expect((await ask({ 'if-none-match': '"old"' })).status).toBe(200);
});

test('a change shows at once', async () => {
  await ask();
  await app.call('POST /events/cancel', { as: host.token, body: { event_uuid: path.slice('/api/events/'.length) } });
  const body = (await (await ask()).json()) as { data: { event: { event_cancelled: boolean } } };
  expect(body.data.event.event_cancelled).toBe(true);
});

test('what the database has not agreed to lately is asked about again', async () => {
  await ask();
  await app.clock.advance(900);
  expect((await askReady()).ready).toBe(false);
});

test('a token that is no good is nobody’s: what everybody may read is never refused for it', async () => {
  await ask();
  const viewer = await newViewer(app);
  const { token } = viewer;
  expect((await askReady({ [accessTokenHeader]: 'not.a.token' })).answer.status).toBe(200);
  expect((await ask({ [accessTokenHeader]: token })).status).toBe(200);
  await app.clock.advance(accessTokenMs + 2_000);
  const expired = await askReady({ [accessTokenHeader]: token });
  expect([expired.answer.status, expired.ready]).toEqual([200, false]);
});

test('who polls every three seconds is answered from memory, whenever their session was last looked at', async () => {
  const as = { [accessTokenHeader]: (await newViewer(app)).token };
  await ask(as);
  await app.clock.advance(accountCacheMs + 1_000);
  await ask();
  expect((await askReady(as)).ready).toBe(true);
});

test('an account is counted wherever it reads from, whether its answers lay ready or not', async () => {
  await ask();
  const viewer = await newViewer(app);
  const as = { [accessTokenHeader]: viewer.token };
  expect([(await askReady(as)).ready, (await askReady(as)).ready]).toEqual([false, true]);
  const statuses: number[] = [];
  for (let n = 2; n < eventPollLimit.max + 1; n++) statuses.push((await ask(as)).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(eventPollLimit.max - 2);
  const over = await ask(as);
  expect([over.status, over.headers.has('retry-after')]).toEqual([429, true]);
});

describe('behind one network address', () => {
  let shared: TestApp;
  let url: string;
  beforeAll(async () => {
    shared = await testApp({ config: { production: true, sandboxInProduction: true } });
    const { id } = await newEvent(shared, await newHost(shared));
    url = `${await shared.http.listen({ port: 0, host: '127.0.0.1' })}/api/events/${id}`;
  });
  afterAll(() => shared.close());
  /** Statuses of so many polls of a house, by how often each came. */
  const polls = async (count: number, network: string, token?: string): Promise<Record<number, number>> => {
    const headers = { 'x-forwarded-for': network, ...(token !== undefined && { [accessTokenHeader]: token }) };
    const etag = (await fetch(url)).headers.get('etag')!;
    const found: Record<number, number> = {};
    for (let n = 0; n < count; n++) {
      const { status } = await fetch(url, { headers: { ...headers, ...(n % 2 === 0 && { 'if-none-match': etag }) } });
      found[status] = (found[status] ?? 0) + 1;
    }
    return found;
  };

  test('a whole house reads: a limit of its own, which what is answered from memory counts by, too', async () => {
    const { networkMax } = eventPollLimit;
    expect(networkMax).toBeGreaterThanOrEqual(100 * eventPollsPerMinute);
    expect(await polls(networkMax!, '203.0.113.7')).toEqual({ 200: networkMax! / 2, 304: networkMax! / 2 });
    expect(await polls(2, '203.0.113.7')).toEqual({ 429: 2 });
    expect(await polls(1, '203.0.113.8')).toEqual({ 304: 1 });
    // Who is known is counted by who they are, also where the house is over its limit.
    expect(await polls(4, '203.0.113.7', (await newViewer(shared)).token)).toEqual({ 200: 2, 304: 2 });
  });

  test('what is not there is never answered from memory: a house may ask for it as often as for any reading', async () => {
    const network = '203.0.113.9';
    const found: Record<number, number> = {};
    for (let n = 0; n < readLimit.max + 2; n++) {
      const absent = url.replace(/[^/]+$/, randomUUID());
      const { status } = await fetch(absent, { headers: { 'x-forwarded-for': network } });
      found[status] = (found[status] ?? 0) + 1;
    }
    expect(found).toEqual({ 404: readLimit.max, 429: 2 });
    // What lies ready costs nothing, and is answered all the same.
    expect(await polls(2, network)).toEqual({ 200: 1, 304: 1 });
  });
});

test('nothing but a plain reading of one event is taken', async () => {
  await ask();
  for (const init of [{ method: 'HEAD' }, { method: 'DELETE' }]) {
    const before = sentAhead(app);
    await fetch(base + path, init);
    expect(sentAhead(app)).toBe(before);
  }
  for (const other of [
    `${path}?x=1`,
    path.toUpperCase().replace('/API/EVENTS', '/api/events'),
    `${path}/private`,
    '/api/events/mine',
  ]) {
    const before = sentAhead(app);
    await fetch(base + other);
    expect(sentAhead(app)).toBe(before);
  }
});
