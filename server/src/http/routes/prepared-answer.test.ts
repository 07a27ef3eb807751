import { randomUUID } from 'node:crypto';
import { accessTokenHeader } from '@frontrow/contract/kernel/headers.ts';
import { accessTokenMs, accountCacheMs } from '@frontrow/core/accounts/limits.ts';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { eventPollLimit, readLimit } from '../limits/limits.ts';

/** A page that somebody looks at asks every three seconds. */
const eventPollsPerMinute = 20;

let app: TestApp;
let host: TestActor;
let path: string;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  path = `/api/events/${(await newEvent(app, host)).id}`;
});

const ask = (headers: Record<string, string> = {}): Promise<LightMyRequestResponse> =>
  app.http.inject({ url: path, headers });
const etagOf = ({ headers }: LightMyRequestResponse): string => String(headers.etag);
const undated = ({ headers }: LightMyRequestResponse): object => ({ ...headers, date: undefined });

/** Asks while nothing can be read from these tables, so only an answer that lies in memory comes. */
async function askWithout(tables: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
  return app.db.tx(async (tx) => {
    await tx.query(`LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE`);
    return ask(headers);
  });
}

test('the second reader gets the same bytes with the same headers, and the database is not asked', async () => {
  const built = await ask();
  const kept = await askWithout('event, app_user');
  expect(kept.statusCode).toBe(200);
  expect(undated(kept)).toEqual(undated(built));
  expect(kept.body).toBe(built.body);
  expect(kept.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-length': String(built.rawPayload.length),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'content-type': 'application/json; charset=utf-8',
  });
});

test('a client that has the bytes gets 304, whatever form its tag has', async () => {
  const built = await ask();
  const etag = etagOf(built);
  for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    const answer = await askWithout('event, app_user', { 'if-none-match': known });
    expect([answer.statusCode, answer.body, etagOf(answer)]).toEqual([304, '', etag]);
    expect(answer.headers['content-type']).toBeUndefined();
    for (const name of ['content-security-policy', 'permissions-policy', 'cache-control'])
      expect(answer.headers[name]).toBe(built.headers[name]);
  }
  expect((await ask({ 'if-none-match': '"old"' })).statusCode).toBe(200);
});

test('a change of this process shows at once', async () => {
  const etag = etagOf(await ask());
  await app.call('POST /events/cancel', { as: host.token, body: { event_uuid: path.slice('/api/events/'.length) } });
  const answer = await ask({ 'if-none-match': etag });
  expect(answer.statusCode).toBe(200);
  expect(answer.json().data.event.event_cancelled).toBe(true);
});

test('a change of another process shows within a second', async () => {
  const etag = etagOf(await ask());
  await app.db.query('UPDATE event SET title = $2, version = version + 1 WHERE id = $1', [
    path.slice('/api/events/'.length),
    'Another title',
  ]);
  await app.clock.advance(900);
  const answer = await ask({ 'if-none-match': etag });
  expect([answer.statusCode, answer.json().data.event.event_title]).toEqual([200, 'Another title']);
});

test('a token that is wrong or expired counts as none: what everybody may read is not refused for it', async () => {
  const { token } = await newViewer(app);
  const asked = async (value: string): Promise<number> => (await ask({ [accessTokenHeader]: value })).statusCode;
  await ask();
  expect([await asked('not.a.token'), await asked(token)]).toEqual([200, 200]);
  await app.clock.advance(accessTokenMs + 2_000);
  await ask();
  expect([await asked('not.a.token'), await asked(token)]).toEqual([200, 200]);
});

test('a poll does not read the session: one that ended does not end the poll, and opens nothing else', async () => {
  const viewer = await newViewer(app);
  const as = { [accessTokenHeader]: viewer.token };
  await ask(as);
  await app.db.query('UPDATE app_user SET session_version = session_version + 1 WHERE id = $1', [viewer.id]);
  await app.clock.advance(accountCacheMs + 1_000);
  await ask();
  expect((await askWithout('event, app_user', as)).statusCode).toBe(200);
  expect((await app.call('GET /user/profile', { as: viewer.token })).status).toBe(401);
});

test('an account has one limit for what is built and what lies in memory', async () => {
  const as = { [accessTokenHeader]: (await newViewer(app)).token };
  const statuses: number[] = [];
  for (let n = 0; n < eventPollLimit.max; n++) {
    if (n % 100 === 0) await app.clock.advance(900);
    statuses.push((await ask(as)).statusCode);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(eventPollLimit.max);
  const over = await ask(as);
  expect([over.statusCode, over.json().errors[0].code, Number(over.headers['retry-after']) > 0]).toEqual([
    429,
    'too_many_requests',
    true,
  ]);
});

describe('behind one network address', () => {
  let shared: TestApp;
  let url: string;
  beforeAll(async () => {
    shared = await testApp({ config: { production: true, sandboxInProduction: true } });
    url = `/api/events/${(await newEvent(shared, await newHost(shared))).id}`;
  });
  afterAll(() => shared.close());

  const askFrom = async (network: string, asked: string, headers: Record<string, string> = {}): Promise<number> =>
    (await shared.http.inject({ url: asked, headers: { ...headers, 'x-forwarded-for': network } })).statusCode;
  /** How often each status came when this network polled `count` times. */
  const polls = async (count: number, network: string, token?: string): Promise<Record<number, number>> => {
    const headers: Record<string, string> = token === undefined ? {} : { [accessTokenHeader]: token };
    const etag = etagOf(await shared.http.inject({ url }));
    const found: Record<number, number> = {};
    for (let n = 0; n < count; n++) {
      const status = await askFrom(network, url, { ...headers, ...(n % 2 === 0 && { 'if-none-match': etag }) });
      found[status] = (found[status] ?? 0) + 1;
    }
    return found;
  };

  test('one network has a separate polling limit, and each account in it is counted alone', async () => {
    const networkMax = eventPollLimit.networkMax!;
    expect(networkMax).toBeGreaterThanOrEqual(100 * eventPollsPerMinute);
    expect(await polls(networkMax, '203.0.113.7')).toEqual({ 200: networkMax / 2, 304: networkMax / 2 });
    expect(await polls(2, '203.0.113.7')).toEqual({ 429: 2 });
    expect(await polls(1, '203.0.113.8')).toEqual({ 304: 1 });
    expect(await polls(4, '203.0.113.7', (await newViewer(shared)).token)).toEqual({ 200: 2, 304: 2 });
  });

  test('events that do not exist have the limit of any reading, and do not use up that of events that do', async () => {
    const network = '203.0.113.9';
    const found: Record<number, number> = {};
    for (let n = 0; n < readLimit.max + 2; n++) {
      const status = await askFrom(network, url.replace(/[^/]+$/, randomUUID()));
      found[status] = (found[status] ?? 0) + 1;
    }
    expect(found).toEqual({ 404: readLimit.max, 429: 2 });
    expect(await polls(2, network)).toEqual({ 200: 1, 304: 1 });
  });
});

test('only a reading of the event is answered from memory', async () => {
  await ask();
  const head = await app.http.inject({ method: 'HEAD', url: path });
  expect([head.statusCode, head.body]).toEqual([200, '']);
  expect((await app.http.inject({ method: 'DELETE', url: path })).statusCode).toBe(404);
  expect((await app.http.inject(`${path}/private`)).statusCode).toBe(401);
  expect((await app.http.inject('/api/events/mine')).statusCode).toBe(401);
  expect((await app.http.inject(path.toUpperCase().replace('/API/EVENTS', '/api/events'))).statusCode).toBe(200);
});
