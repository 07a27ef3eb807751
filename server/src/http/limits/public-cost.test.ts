import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { finished } from 'node:stream/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { api } from '@frontrow/contract/api.ts';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { pageRenderer } from '../../../test/pages.ts';
import { routerPaths, type RouterPath } from '../../../test/router-paths.ts';
import { addressLimit, documentsLimit, drawLimit } from './limits.ts';

const publicUrl = 'https://frontrow.example';
/** CPU time; a path that costs more needs a specific limit. */
const costMsMax = 10;
/** Not on loopback, where nobody is counted. */
const remoteAddress = '192.0.2.7';
let pages: string;
let app: TestApp;
let names: Readonly<Record<string, string>>;
beforeAll(async () => {
  pages = mkdtempSync(join(tmpdir(), 'frontrow-cost-'));
  writeFileSync(join(pages, 'index.html'), '<!doctype html><title>alone</title>');
  app = await testApp({ config: { publicUrl }, overrides: { pages, pageRenderer: pageRenderer(publicUrl) } });
  const host = await newHost(app);
  const event = await newEvent(app, host, {});
  names = { id: event.id, uuid: event.id, username: host.username, file: 'mara.svg', name: 'events-1' };
});
afterAll(async () => {
  await app.close();
  rmSync(pages, { recursive: true, force: true });
});

/** Stands for the wildcards, which the router prints without what comes before them. */
const wildcards = ['/media/covers/x.webp', '/assets/x.js', '/api/docs/static/swagger-ui-bundle.js', '/no/such/page'];

/** Every address of the running app, read from its router. */
function addresses(): RouterPath[] {
  const printed = routerPaths(app.http).filter(({ method }) => method === 'GET' || method === 'POST');
  return [...printed, ...wildcards.map((path) => ({ method: 'GET', path }))];
}

const filled = (path: string): string =>
  path.replaceAll(/:(\w+)/g, (_whole, name: string) => names[name] ?? randomUUID()).replace('*', 'x');

const requestOf = (method: string, url: string, from: string): InjectOptions => ({
  method: method as 'GET',
  url,
  remoteAddress: from,
  headers: { accept: 'text/html,application/json' },
  ...(method === 'POST' && { payload: {} }),
});
const ask = (method: string, url: string, from = remoteAddress) => app.http.inject(requestOf(method, url, from));

/** The whole answer as bytes: making text of them is the work of the one who asks. */
async function askForBytes(method: string, url: string, from = remoteAddress): Promise<void> {
  const answer = await app.http.inject({ ...requestOf(method, url, from), payloadAsStream: true });
  await finished(answer.stream().resume());
}

/**
 * The least CPU time of several tries, because anything else that this process does only adds to it. Measured until a
 * try is within the bound: on a busy machine one of few may not be undisturbed.
 */
async function costMs(work: () => Promise<unknown>, triesMax = 40): Promise<number> {
  let least = Infinity;
  await work();
  for (let i = 0; i < triesMax && least > costMsMax; i++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** At once: otherwise it goes on in threads for a second, whose time counts. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

const documents = ['/api/openapi.json', '/api/docs/json', '/api/docs/yaml'];
const isCall = ({ method, path }: RouterPath): boolean => Object.hasOwn(api, `${method} ${path.replace(/^\/api/, '')}`);

test('no public path costs more than 10 ms of CPU time without a specific limit', async () => {
  const all = addresses();
  expect(all.length).toBeGreaterThan(150);
  expect(all.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/api/openapi.json', '/api/docs/json', '/api/docs/yaml', '/readyz', '/']),
  );
  const costly: string[] = [];
  // What is made once for everyone is made now, and its garbage is not the next address's.
  for (const { method, path } of all) await ask(method, filled(path));
  collectGarbage();
  for (const address of all) {
    // A call of the contract cannot be registered without a limit.
    if (isCall(address)) continue;
    const cost = await costMs(() => askForBytes(address.method, filled(address.path)));
    if (cost > costMsMax) costly.push(`${address.method} ${address.path}: ${cost.toFixed(1)} ms`);
  }
  expect(costly).toEqual([]);
});

test('the description of the calls is the same bytes each time, and its clients keep them', async () => {
  const from = '198.51.100.2';
  for (const url of documents) {
    const first = await ask('GET', url, from);
    expect([first.statusCode, first.rawPayload.length > 100_000]).toEqual([200, true]);
    expect((await ask('GET', url, from)).rawPayload.equals(first.rawPayload)).toBe(true);
    const again = await app.http.inject({ url, headers: { 'if-none-match': String(first.headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  }
});

test('the documents have a limit of their own, and any other address a common one', async () => {
  const from = '198.51.100.1';
  const statuses = new Set<number>();
  for (let i = 0; i <= documentsLimit.max; i++) statuses.add((await ask('GET', '/api/openapi.json', from)).statusCode);
  expect(statuses).toEqual(new Set([200, 429]));
  for (const url of documents) expect((await ask('GET', url, from)).statusCode).toBe(429);
  let refused: Awaited<ReturnType<typeof ask>> | undefined;
  for (let i = 0; i <= addressLimit.max && !refused; i++) {
    const answer = await ask('GET', '/healthz', from);
    if (answer.statusCode === 429) refused = answer;
  }
  expect([refused?.statusCode, refused?.json().errors[0].code]).toEqual([429, 'too_many_requests']);
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
  expect((await ask('GET', '/nothing', from)).statusCode).toBe(429);
  expect((await ask('GET', '/avatars/mara.svg', from)).statusCode).toBe(200);
  expect((await ask('GET', '/healthz', '198.51.100.99')).statusCode).toBe(200);
});

test('a network whose pages are no longer drawn costs little, and still learns which pages exist', async () => {
  const from = '203.0.113.9';
  const unknown = (): string => `/nobody${randomUUID().slice(0, 8)}`;
  for (let i = 0; i < drawLimit.max; i++) await ask('GET', unknown(), from);
  const after = await ask('GET', unknown(), from);
  expect([after.statusCode, after.headers['x-robots-tag'], after.body]).toEqual([
    404,
    'noindex',
    '<!doctype html><title>alone</title>',
  ]);
  expect(await costMs(() => askForBytes('GET', unknown(), from))).toBeLessThanOrEqual(costMsMax);
  expect((await ask('GET', `/event/${randomUUID()}`, from)).statusCode).toBe(404);
  expect((await ask('GET', '/event/none', from)).statusCode).toBe(404);
  expect((await ask('GET', `/event/${names['id']}`, from)).statusCode).toBe(200);
  expect((await ask('GET', `/${names['username']}`, from)).statusCode).toBe(200);
  expect((await ask('GET', '/search/any-tag', from)).statusCode).toBe(200);
  expect((await ask('GET', '/no/such/page', from)).statusCode).toBe(404);
});

test('in a rush a page that nobody draws has the status it has otherwise', async () => {
  const paths = Array.from({ length: 40 }, () => `/nobody${randomUUID().slice(0, 8)}`);
  const answers = await Promise.all(paths.map((path) => ask('GET', path, '203.0.113.10')));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
  const events = await Promise.all(paths.map(() => ask('GET', `/event/${randomUUID()}`, '203.0.113.10')));
  expect(new Set(events.map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
  // Not all of them were drawn.
  expect(answers.filter(({ body }) => body.includes('<title>alone</title>')).length).toBeGreaterThan(0);
});
