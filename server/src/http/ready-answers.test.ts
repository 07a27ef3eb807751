import { accessTokenHeader } from '@frontrow/contract/kernel/headers.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../test/actors.ts';
import { newEvent } from '../../test/events.ts';
import { testApp, type TestApp } from '../../test/harness.ts';
import { readLimit } from './limits.ts';

let app: TestApp;
let host: TestActor;
let base: string;
let path: string;
beforeAll(async () => {
  app = await testApp();
  base = await app.http.listen({ port: 0, host: '127.0.0.1' });
  host = await newHost(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  path = `/api/events/${(await newEvent(app, host)).id}`;
});

const ask = (headers: Record<string, string> = {}): Promise<Response> => fetch(base + path, { headers });
const sent = (): number => app.http.readySent().reduce((sum, each) => sum + each[200] + each[304], 0);
/** Whether this answer came from in front of the framework. */
async function askReady(headers: Record<string, string> = {}): Promise<{ answer: Response; ready: boolean }> {
  const before = sent();
  const answer = await ask(headers);
  return { answer, ready: sent() > before };
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

test('a session is looked at: a wrong token is refused, a known one is answered and counted', async () => {
  await ask();
  const wrong = await askReady({ [accessTokenHeader]: 'not.a.token' });
  expect([wrong.answer.status, wrong.ready]).toEqual([401, false]);
  const viewer = await newViewer(app);
  const as = { [accessTokenHeader]: viewer.token };
  expect([(await askReady(as)).ready, (await askReady(as)).ready]).toEqual([false, true]);
  const statuses: number[] = [];
  for (let n = 2; n < readLimit.max + 1; n++) statuses.push((await ask(as)).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(readLimit.max - 2);
  const over = await ask(as);
  expect([over.status, over.headers.has('retry-after')]).toEqual([429, true]);
});

test('nothing but a plain reading of one event is taken', async () => {
  await ask();
  for (const init of [{ method: 'HEAD' }, { method: 'DELETE' }]) {
    const before = sent();
    await fetch(base + path, init);
    expect(sent()).toBe(before);
  }
  for (const other of [
    `${path}?x=1`,
    path.toUpperCase().replace('/API/EVENTS', '/api/events'),
    `${path}/private`,
    '/api/events/mine',
  ]) {
    const before = sent();
    await fetch(base + other);
    expect(sent()).toBe(before);
  }
});
