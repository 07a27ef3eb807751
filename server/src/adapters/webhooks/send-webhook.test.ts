import { createServer, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWebhookSender } from './send-webhook.ts';

let server: Server;
let port: number;
let asked = 0;
beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1;
    if (request.url === '/hangs') return;
    if (request.url === '/endless') {
      const more = (): void => {
        if (response.destroyed) return;
        response.write('x'.repeat(1_000));
        setImmediate(more);
      };
      return more();
    }
    response.end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const send = (sender: ReturnType<typeof createWebhookSender>, host: string, path = '/') =>
  sender.send({ url: `http://${host}:${port}${path}`, headers: { 'content-type': 'application/json' }, body: '{}' });
/** A name server that says something else each time. */
const answering = (...addresses: string[]): LookupFunction => {
  let n = 0;
  return (_host, options, done) => {
    const address = addresses[Math.min(n++, addresses.length - 1)]!;
    const family = address.includes(':') ? 6 : 4;
    if (options.all) (done as unknown as (error: null, all: object[]) => void)(null, [{ address, family }]);
    else done(null, address, family);
  };
};
const notPublic = { error: 'The address is not on the public internet.', tookMs: expect.any(Number) };

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '::1',
  'fe80::1',
  'fd00::1',
  '::ffff:127.0.0.1',
  '::7f00:1',
  '::a00:1',
  '64:ff9b::a00:1',
  '64:ff9b:1::a00:1',
  '2002:a00:1::1',
  'fec0::1',
  '224.0.0.1',
  '255.255.255.255',
  '198.18.0.1',
])('nothing is delivered to a name that resolves to %s', async (address) => {
  const before = asked;
  const sender = createWebhookSender({ loopback: false, lookup: answering(address) });
  expect(await send(sender, 'hooks.example')).toEqual(notPublic);
  expect(asked).toBe(before);
});

test('a name is looked up for each connection: one with a private address is refused', async () => {
  const sender = createWebhookSender({ loopback: true, lookup: answering('127.0.0.1', '192.168.1.1') });
  expect(await send(sender, 'one.example')).toMatchObject({ status: 200, body: 'ok' });
  expect(await send(sender, 'two.example')).toEqual(notPublic);
});

test('loopback alone may be allowed, no other private address', async () => {
  const sender = createWebhookSender({ loopback: true });
  expect(await send(sender, '127.0.0.1')).toMatchObject({ status: 200 });
  expect(await send(sender, '10.1.2.3')).toEqual(notPublic);
  expect(await send(createWebhookSender({ loopback: false }), '127.0.0.1')).toEqual(notPublic);
});

test('an answer that does not come, or never ends, costs no more than the limits', async () => {
  const sender = createWebhookSender({ loopback: true, timeoutMs: 300 });
  expect(await send(sender, '127.0.0.1', '/hangs')).toMatchObject({ error: 'No answer within 0.3 seconds.' });
  const endless = await send(createWebhookSender({ loopback: true }), '127.0.0.1', '/endless');
  expect(endless).toMatchObject({ status: 200, body: 'x'.repeat(4_096) });
});
