import { connect } from 'node:net';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accessTokenHeader } from '@frontrow/contract/kernel/headers.ts';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer } from '../../test/actors.ts';
import { newEvent, type TestEvent } from '../../test/events.ts';
import { testApp, type TestApp } from '../../test/harness.ts';
import { listening } from '../../test/live-socket.ts';
import { mailLimit } from './limits/limits.ts';

let app: TestApp;
let pages: string;
let event: TestEvent;
beforeAll(async () => {
  pages = mkdtempSync(join(tmpdir(), 'frontrow-door-'));
  mkdirSync(join(pages, 'assets'));
  writeFileSync(join(pages, 'index.html'), '<!doctype html><title>page</title>');
  writeFileSync(join(pages, 'assets', 'a-1.js'), 'console.log(1)');
  app = await testApp({ overrides: { pages } });
  event = await newEvent(app, await newHost(app), {});
  await app.kit.storage.put('covers/1/a.webp', Buffer.from('picture'), 'image/webp');
});
afterAll(async () => {
  await app.close();
  rmSync(pages, { recursive: true, force: true });
});

const page = { headers: { accept: 'text/html' } };
test.each<[string, number, () => InjectOptions]>([
  ['the page', 200, () => ({ url: '/', ...page })],
  ['a page the browser knows', 200, () => ({ url: '/event/1', ...page })],
  ['a built file', 200, () => ({ url: '/assets/a-1.js' })],
  ['a built file that is gone', 404, () => ({ url: '/assets/gone.js' })],
  ['a stored file', 200, () => ({ url: '/media/covers/1/a.webp' })],
  ['a stored file that is gone', 404, () => ({ url: '/media/covers/1/gone.webp' })],
  ['a drawn face', 200, () => ({ url: `/avatars/${encodeURIComponent('Zoë.9')}.svg` })],
  ['a face of too long a name', 404, () => ({ url: `/avatars/${'a'.repeat(101)}.svg` })],
  ['a face in another format', 404, () => ({ url: '/avatars/mara.png' })],
  ['a call', 200, () => ({ url: '/api/languages/all' })],
  ['prepared bytes', 200, () => ({ url: `/api/events/${event.id}` })],
  ['prepared bytes of a list', 200, () => ({ url: '/api/events' })],
  ['a call that is none', 404, () => ({ url: '/api/nothing' })],
  ['a call without a session', 401, () => ({ url: '/api/user/profile' })],
  ['a wrong token', 401, () => ({ url: '/api/events', headers: { [accessTokenHeader]: 'x' } })],
  ['a wrong body', 400, () => ({ method: 'POST', url: '/api/auth/login', payload: {} })],
  ['another method', 404, () => ({ method: 'DELETE', url: '/api/events' })],
  ['another origin asking first', 404, () => ({ method: 'OPTIONS', url: '/api/events' })],
  ['an address that cannot be read', 400, () => ({ url: '/api/%E0%A4%A' })],
  ['the documents', 200, () => ({ url: '/api/docs/' })],
  ['a file of the documents', 200, () => ({ url: '/api/docs/static/swagger-ui.css' })],
  ['the description', 200, () => ({ url: '/api/openapi.json' })],
  ['health', 200, () => ({ url: '/healthz' })],
  ['readiness', 200, () => ({ url: '/readyz' })],
  ['metrics', 200, () => ({ url: '/metrics' })],
  ['the mailbox', 200, () => ({ url: '/dev/mailbox.json' })],
  ['a webhook', 400, () => ({ method: 'POST', url: '/api/webhooks/livekit', payload: '{}' })],
  ['a sandbox page', 404, () => ({ url: '/sandbox/3ds/none' })],
])('%s carries every header (%s)', async (what, status, request) => {
  const answer = await app.http.inject(request());
  expect([answer.statusCode, answer.headers]).toEqual([
    status,
    expect.objectContaining({
      'content-security-policy': expect.stringMatching(/default-src 'none'/),
      'permissions-policy': 'camera=(self), microphone=(self), display-capture=(self)',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
    }),
  ]);
  expect(answer.headers['x-powered-by']).toBeUndefined();
  // The checkout frames the bank's page, which the sandbox plays; nothing frames anything else.
  const mayFrame = what === 'a sandbox page' ? /frame-ancestors 'self'/ : /frame-ancestors 'none'|sandbox/;
  expect(answer.headers['content-security-policy']).toMatch(mayFrame);
  // The framework's own error bodies never leave.
  expect(answer.body).not.toMatch(/"statusCode":/);
});

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json\t; charset=utf-16',
  'application/jsonx',
  'application/json garbage',
  'application/json, text/plain',
  'multipart/form-data; boundary=x',
  'nonsense',
])('a call that reads JSON refuses %s', async (type) => {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': type },
    payload: '{"email":"a@b.co","password":"x"}',
  });
  expect([answer.statusCode, answer.json().errors[0].code]).toEqual([415, 'unsupported_media_type']);
});

test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset=UTF8'])(
  'a call that reads JSON accepts %s',
  async (type) => {
    const answer = await app.http.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': type },
      payload: '{"email":"nobody@b.co","password":"x"}',
    });
    expect(answer.json().errors[0].code).toBe('credentials_wrong');
  },
);

test.each(['/api/docs', '/api/docs/'])('the page of the documents at %s finds its files', async (url) => {
  const { body } = await app.http.inject({ url });
  const files = [...body.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link]) => new URL(link!, `http://here${url}`));
  expect(files.length).toBeGreaterThan(4);
  for (const { pathname } of files) expect((await app.http.inject({ url: pathname })).statusCode).toBe(200);
});

test('a form is read where a call asks for one, and text is not', async () => {
  const { token } = await newHost(app);
  const create = async (type: string, payload: string) =>
    (
      await app.http.inject({
        method: 'POST',
        url: '/api/events/create',
        headers: { [accessTokenHeader]: token, 'content-type': type },
        payload,
      })
    ).statusCode;
  expect(await create('text/plain', 'x')).toBe(415);
  expect(
    await create(
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n',
    ),
  ).toBe(400);
});

test.each([
  ['in JSON', 'application/json', '{"__proto__":{"isAdmin":true},"email":"a@b.co","password":"x"}'],
  ['deeper in JSON', 'application/json', '{"email":{"constructor":{"prototype":{"isAdmin":true}}},"password":"x"}'],
])('a prototype %s is refused', async (_where, type, payload) => {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': type },
    payload,
  });
  expect(answer.statusCode).toBe(400);
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});

test.each(['__proto__', 'constructor'])('a form field named %s is refused', async (name) => {
  const { token } = await newHost(app);
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/events/create',
    headers: { [accessTokenHeader]: token, 'content-type': 'multipart/form-data; boundary=x' },
    payload: `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n{"isAdmin":true}\r\n--x--\r\n`,
  });
  expect(answer.statusCode).toBe(400);
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});

test('too many calls are refused before their body is read', async () => {
  const { token } = await newViewer(app);
  for (let i = 0; i < mailLimit.max; i++)
    expect((await app.call('POST /auth/verify_email_again', { as: token })).status).not.toBe(429);
  const { hostname, port } = new URL(await listening(app));
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      // Sixty thousand bytes are announced and never sent.
      socket.write(
        `POST /api/auth/verify_email_again HTTP/1.1\r\nhost: x\r\n${accessTokenHeader}: ${token}\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n{`,
      ),
    );
    socket.once('data', (bytes) => {
      resolve(String(bytes));
      socket.destroy();
    });
    socket.once('error', reject);
  });
  expect(answer).toMatch(/^HTTP\/1\.1 429 /);
  expect(answer).toMatch(/retry-after: \d+/i);
});
