import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { testApp, until } from '../../../test/harness.ts';
import { listening } from '../../../test/live-socket.ts';

test('a process that stops still answers what it has begun to read, then hangs up', async () => {
  const app = await testApp();
  const { hostname, port } = new URL(await listening(app));
  const socket = connect(Number(port), hostname);
  let heard = '';
  socket.setEncoding('utf8').on('data', (part: string) => (heard += part));
  const hungUp = new Promise((resolve) => socket.once('close', resolve));
  const head = 'GET /api/client_config HTTP/1.1\r\nhost: frontrow.test\r\n';
  socket.write(`${head}\r\n${head}`);
  await until('the first is answered', () => heard.includes('sandbox_payments'));
  const stopped = app.http.close();
  await until('it takes no other', () => !app.http.server.listening);
  socket.write('\r\n');
  await hungUp;
  await stopped;
  expect(heard.match(/HTTP\/1\.1 \d+|connection: [\w-]+/gi)).toEqual([
    'HTTP/1.1 200',
    'Connection: keep-alive',
    'HTTP/1.1 200',
    'Connection: close',
  ]);
  await app.close();
});

test('in production a process that stops answers until proxies have seen that it is not ready', async () => {
  const app = await testApp({ config: { production: true, sandboxInProduction: true } });
  const url = await listening(app);
  const ask = async (path: string) => {
    const { status, headers } = await fetch(`${url}${path}`);
    return [status, headers.get('connection')];
  };
  expect(await ask('/readyz')).toEqual([200, 'keep-alive']);
  const closed = app.close();
  await until('it says that it is not ready', async () => (await ask('/readyz'))[0] === 503);
  expect(await ask('/api/client_config')).toEqual([200, 'close']);
  await closed;
  await expect(ask('/readyz')).rejects.toThrow('fetch failed');
});
