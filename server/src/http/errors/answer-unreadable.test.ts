import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { listening } from '../../../test/live-socket.ts';
import { sendRaw } from '../../../test/raw-http.ts';
import { answerUnreadable } from './answer-errors.ts';

let app: TestApp;
let url: string;
let pages: string;
beforeAll(async () => {
  pages = mkdtempSync(join(tmpdir(), 'frontrow-unreadable-'));
  writeFileSync(join(pages, 'index.html'), '<!doctype html><title>page</title>');
  app = await testApp({ overrides: { pages } });
  url = await listening(app);
});
afterAll(async () => {
  await app.close();
  rmSync(pages, { recursive: true, force: true });
});

const get = (target: string, ...headers: string[]): string =>
  [`GET ${target} HTTP/1.1`, 'host: x', 'connection: close', ...headers, '', ''].join('\r\n');

test('a request whose headers never come is refused in our words', async () => {
  expect(app.http.server.headersTimeout).toBe(60_000);
  const patience = { headersTimeout: 40, connectionsCheckingInterval: 10 };
  const server = createServer(patience, () => undefined).on('clientError', answerUnreadable(app.kit.config));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const answer = await sendRaw(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    'GET / HTTP/1.1\r\nhost: x\r\n',
  );
  server.close();
  expect([answer?.status, JSON.parse(answer?.body ?? '').errors[0].code]).toEqual([408, 'request_too_slow']);
});

test.each([
  ['POST /api/auth/login', 'application/json'],
  ['POST /api/events/create', 'multipart/form-data; boundary=x'],
  ['DELETE /api/auth/account', 'application/json'],
  ['POST /api/webhooks/sandbox', 'application/json'],
])('%s that names a type (%s) and brings no body is answered, and not waited for', async (asked, type) => {
  const [method, path] = asked.split(' ');
  const answer = await sendRaw(
    url,
    `${method} ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\nconnection: close\r\n\r\n`,
  );
  expect(answer?.status).toBeGreaterThanOrEqual(400);
  expect(answer?.status).toBeLessThan(500);
});

test('an answer that lies ready is not for a request that names no host', async () => {
  const { id } = await newEvent(app, await newHost(app));
  expect((await sendRaw(url, get(`/api/events/${id}`)))?.status).toBe(200);
  const answer = await sendRaw(url, `GET /api/events/${id} HTTP/1.1\r\nconnection: close\r\n\r\n`);
  expect([answer?.status, JSON.parse(answer?.body ?? '').errors[0].code]).toEqual([400, 'bad_input']);
});

test('HTTP/1.0 needs to name no host', async () => {
  expect((await sendRaw(url, 'GET /healthz HTTP/1.0\r\n\r\n'))?.status).toBe(200);
});

test('a request that ends in the middle is refused, too', async () => {
  const answer = await sendRaw(url, 'GET /api/events HT', true);
  expect([answer?.status, JSON.parse(answer?.body ?? '').errors[0].code]).toEqual([400, 'bad_input']);
});

test('what cannot be read behind a good request is not answered in the middle of its answer', async () => {
  const server = createServer((_request, reply) => void reply.writeHead(200, { 'content-length': 400 }).write('begun'));
  server.on('clientError', answerUnreadable(app.kit.config));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const answer = await sendRaw(`http://127.0.0.1:${port}`, 'GET / HTTP/1.1\r\nhost: x\r\n\r\nHELO frontrow\r\n\r\n');
  server.close();
  expect(['', 'begun']).toContain(answer?.body ?? '');
});

test.each<[string, string, number, string]>([
  ['headers without end', get('/api/events', `x-long: ${'a'.repeat(20_000)}`), 431, 'headers_too_large'],
  ['an address without end', get(`/api/events?q=${'a'.repeat(20_000)}`), 431, 'headers_too_large'],
  ['words that are no HTTP', 'HELO frontrow\r\n\r\n', 400, 'bad_input'],
  ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'bad_input'],
  ['a request for no host', 'GET /api/events HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'bad_input'],
  ['an expectation we do not know', get('/api/events', 'expect: 200-ok'), 417, 'expectation_unmet'],
  ['a header that is none', get('/api/events', 'no colon'), 400, 'bad_input'],
  [
    'two lengths',
    'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}',
    400,
    'bad_input',
  ],
  [
    'a length and pieces',
    'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}',
    400,
    'bad_input',
  ],
  [
    'pieces that are none',
    'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
    400,
    'bad_input',
  ],
  ['an address that names another host', get('//evil.test'), 404, 'not_found'],
  ['an address that is broken', get('/api/%E0%A4%A'), 400, 'bad_input'],
  ['a word longer than any of ours', get(`/api/events/${'a'.repeat(300)}`), 404, 'not_found'],
])('%s is refused in our words', async (_what, request, status, code) => {
  const answer = await sendRaw(url, request);
  expect([answer?.status, answer?.headers['content-type'], answer?.headers['referrer-policy']]).toEqual([
    status,
    'application/json; charset=utf-8',
    'no-referrer',
  ]);
  expect(JSON.parse(answer?.body ?? '')).toEqual({
    errors: [expect.objectContaining({ code, message: expect.stringMatching(/\w+/) })],
  });
});
