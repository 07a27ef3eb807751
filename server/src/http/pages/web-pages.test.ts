import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { allowing } from '../headers/security-headers.ts';
import { pageOfNoAddress } from './web-pages.ts';

const begin = 'begin(`<a>`)';
const page = `<!doctype html><title>page</title><script>${begin}</script><script type="application/json">{}</script>`;
const script = 'console.log("a script that is long enough")';
let pages: string;
let app: TestApp;
beforeAll(async () => {
  pages = mkdtempSync(join(tmpdir(), 'frontrow-pages-'));
  mkdirSync(join(pages, 'assets'));
  writeFileSync(join(pages, 'index.html'), page);
  writeFileSync(join(pages, '.built-from'), 'secret');
  writeFileSync(join(pages, 'favicon.svg'), '<svg/>');
  writeFileSync(join(pages, 'assets', 'a-1.js'), script);
  writeFileSync(join(pages, 'assets', 'a-1.js.gz'), gzipSync(script));
  app = await testApp({ overrides: { pages } });
});
afterAll(async () => {
  await app.close();
  rmSync(pages, { recursive: true, force: true });
});

test.each(['/api/nothing', '/assets/gone.js', '/media/gone.webp', '/uploads/gone'])(
  '%s is an error, never a page',
  async (path) => {
    const answer = await app.http.inject({ url: path, headers: { accept: 'text/html' } });
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([404, 'not_found']);
  },
);

test('a client that does not ask for a page gets none', async () => {
  expect((await app.http.inject({ url: '/event/1', headers: { accept: 'application/json' } })).statusCode).toBe(404);
  expect((await app.http.inject({ method: 'POST', url: '/event/1' })).statusCode).toBe(404);
});

test.each(['/.built-from', '/%2e%2e/package.json', '/..%2fpackage.json'])('%s gives no file away', async (path) => {
  const answer = await app.http.inject(path);
  expect(answer.body).not.toMatch(/secret|"name"/);
});

test.each(['/', '/event/1', '/live_events/past_live_events', '/somebody'])(
  '%s is the single page, asked again each time',
  async (path) => {
    const answer = await app.http.inject({ url: path, headers: { accept: 'text/html' } });
    expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([200, page, 'no-cache']);
    const again = await app.http.inject({
      url: path,
      headers: { accept: 'text/html', 'if-none-match': String(answer.headers.etag) },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  },
);

test('a popup that comes back from a wallet provider stays in the group of its opener', async () => {
  const policyOf = async (url: string) =>
    (await app.http.inject({ url, headers: { accept: 'text/html' } })).headers['cross-origin-opener-policy'];
  expect(await policyOf('/rally?code=1')).toBe('unsafe-none');
  expect(await policyOf('/event/1')).toBe('same-origin-allow-popups');
});

test('the single page by its file’s name is the page of `/`: as a file it could not run what it was built with', async () => {
  const answer = await app.http.inject({ url: '/index.html', headers: { accept: 'text/html' } });
  expect([answer.statusCode, answer.headers.location]).toEqual([301, '/']);
});

test('an address that cannot be read is a page that says so, an error where no page is asked for', async () => {
  const broken = '/search/%E0%A4%A';
  const answer = await app.http.inject({ url: broken, headers: { accept: 'text/html' } });
  const known = await app.http.inject({ url: '/somebody', headers: { accept: 'text/html' } });
  expect([answer.statusCode, answer.body, answer.headers['x-robots-tag']]).toEqual([404, page, 'noindex']);
  for (const name of ['content-security-policy', 'content-type', 'permissions-policy', 'x-content-type-options'])
    expect([name, answer.headers[name]]).toEqual([name, known.headers[name]]);
  for (const [url, accept] of [
    [broken, 'application/json'],
    ['/api/%E0%A4%A', 'text/html'],
  ] as const) {
    const error = await app.http.inject({ url, headers: { accept } });
    expect([error.statusCode, error.json().errors[0].code]).toEqual([400, 'bad_input']);
  }
});

test('a page may run what it was built with, and nothing else that stands in it', async () => {
  const answer = await app.http.inject({ url: '/somebody', headers: { accept: 'text/html' } });
  const hash = createHash('sha256').update(begin).digest('base64');
  expect(answer.headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`);
});

test('a policy in which nothing can be allowed stops the start, instead of every script of a page', () => {
  expect(allowing("default-src 'none';script-src 'self';base-uri 'none'")(["'x'"])).toBe(
    "default-src 'none';script-src 'self' 'x';base-uri 'none'",
  );
  for (const policy of ["default-src 'none'", "script-src 'none'"])
    expect(() => pageOfNoAddress(pages, { 'content-security-policy': policy })).toThrow("script-src 'self'");
});

test('while another build takes the place of this one, pages of both may run what they were built with', async () => {
  const next = `<!doctype html><script>next()</script>`;
  writeFileSync(join(pages, 'index.html'), next);
  utimesSync(join(pages, 'index.html'), 1, 1);
  const answer = await app.http.inject({ url: '/somebody', headers: { accept: 'text/html' } });
  const [before, now] = [begin, 'next()'].map((code) => createHash('sha256').update(code).digest('base64'));
  expect(answer.body).toBe(next);
  expect(answer.headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${before}' 'sha256-${now}';`);
  writeFileSync(join(pages, 'index.html'), page);
  utimesSync(join(pages, 'index.html'), 2, 2);
});

test('hashed files are kept for a year and come compressed', async () => {
  const answer = await app.http.inject({ url: '/assets/a-1.js', headers: { 'accept-encoding': 'gzip' } });
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(answer.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(answer.rawPayload).toString()).toBe(script);
  expect((await app.http.inject('/favicon.svg')).headers['cache-control']).toBe('public, max-age=300');
});
