import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { testApp, until } from '../../../test/harness.ts';
import { listening } from '../../../test/live-socket.ts';

test('a process that stops answers what it has begun to read as ever, and hangs up then', async () => {
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
