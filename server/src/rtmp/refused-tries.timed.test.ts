import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../test/harness.ts';
import { encoderChunks, publishBytes } from '../../test/ingest/rtmp-bytes.ts';
import { anyFreePort, startListener } from '../../test/ingest/stage.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { wrongKeysMax } from './limits.ts';

/** An app that knows one key. It answers an offer with an engine that is not there: nothing here needs one. */
const asked = { keys: 0, wrongOffers: 0, ended: 0, dropped: 0 };
const refused: string[] = [];
let app: Server;
let listener: ChildProcess;
let port: number;

beforeAll(async () => {
  app = createServer((request, response) => {
    const key = request.headers.authorization?.replace('Bearer ', '');
    if (request.url === '/whip/refused') {
      void json(request).then((body) => {
        for (const { count } of body as { count: number }[]) asked.dropped += count;
        response.writeHead(204).end();
      });
      return;
    }
    request.resume();
    if (request.url === '/whip/admission') {
      asked.keys += 1;
      const errors = [{ code: 'stream_key_wrong', message: 'This stream key is not valid.' }];
      response.writeHead(key === 'good' ? 204 : 401).end(key === 'good' ? '' : JSON.stringify({ errors }));
    } else if (request.url === '/whip') {
      if (key !== 'good') asked.wrongOffers += 1;
      response.writeHead(201, { location: '/whip/sessions/1' }).end('v=0');
    } else {
      if (request.method === 'DELETE') asked.ended += 1;
      response.writeHead(200).end('{"data":{"recording":false}}');
    }
  }).listen(0, '127.0.0.1');
  await once(app, 'listening');
  port = await anyFreePort();
  const appUrl = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
  const ffmpeg = { path: '/bin/true', env: {} };
  listener = await startListener({ appUrl, secret: 'of-the-test', host: '127.0.0.1', port, ffmpeg });
});
afterAll(async () => {
  listener.kill();
  await once(listener, 'exit');
  app.close();
});

interface Try {
  readonly socket: Socket;
  heard(): string;
  over(): boolean;
}

function knock(key: string, localAddress: string, at = port): Try {
  const socket = connect({ port: at, host: '127.0.0.1', localAddress });
  let heard = '';
  socket.on('error', () => undefined);
  socket.on('data', (bytes) => (heard += bytes.toString('latin1')));
  socket.write(publishBytes(key));
  return { socket, heard: () => heard, over: () => socket.closed };
}

/** The handshake and a sentence cost more than a closed connection. */
const timesHangingUpMax = 4;
const started = 'NetStream.Publish.Start';
const cpuMs = ({ pid } = listener): number => {
  // The 14th and 15th field: user and system time, in ticks of 10 ms.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
};
const residentMb = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${listener.pid}/status`, 'utf8'))?.[1]) / 1024;

async function knockAThousandTimes(at = port): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    const tries = Array.from({ length: 50 }, (_, index) => knock(`wrong-${index}`, '127.0.6.1', at));
    await until('they are over', () => tries.every((one) => one.over()));
  }
}

/** What a thousand tries cost a server that ends each connection at its first bytes: none does less. */
async function cpuMsOfHangingUp(): Promise<number> {
  const program = `const server = require('node:net').createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.destroy());
  }).listen(0, '127.0.0.1', () => process.send(server.address().port));`;
  const server = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [at] = (await once(server, 'message')) as [number];
  const before = cpuMs(server);
  await knockAThousandTimes(at);
  const spent = cpuMs(server) - before;
  server.kill();
  await once(server, 'exit');
  return spent;
}

test('a thousand wrong keys from one network cost the app a few questions and the listener little', async () => {
  const honest = knock('good', '127.0.5.1');
  await until('the honest encoder is taken', () => honest.heard().includes(started));
  const before = { ...asked, cpu: cpuMs(), mb: residentMb() };
  const first = Array.from({ length: wrongKeysMax }, (_, index) => knock(`wrong-${index}`, '127.0.6.1'));
  await until('the first are refused', () => first.every((one) => one.over()));
  for (const one of first) refused.push(one.heard());
  expect(refused.every((heard) => heard.includes('This stream key is not valid.'))).toBe(true);

  await knockAThousandTimes();
  const spent = cpuMs() - before.cpu;
  // One each half second is still asked about.
  expect(asked.keys - before.keys).toBeLessThan(100);
  expect(asked.wrongOffers).toBe(0);
  expect(residentMb() - before.mb).toBeLessThan(40);
  expect(honest.over()).toBe(false);
  const another = knock('good', '127.0.5.2');
  await until('an encoder of another network is taken', () => another.heard().includes(started));
  another.socket.destroy();
  honest.socket.destroy();
  await until('the app hears of the dropped ones', () => asked.dropped > 900);
  expect(spent).toBeLessThan((await cpuMsOfHangingUp()) * timesHangingUpMax);
});

test('a description that cannot be read ends its own connection alone, also before the key is accepted', async () => {
  const unreadable = Buffer.from([0x17, 0, 0, 0, 0, 0, 0x64, 0, 0x1f, 0xff, 0xe1, 0]);
  const early = knock('good', '127.0.9.2');
  early.socket.write(encoderChunks({ type: 9, payload: unreadable, streamId: 1, chunkStream: 6 }));
  await until('it is over', () => early.over());
  expect(listener.exitCode).toBeNull();
  const next = knock('good', '127.0.9.3');
  await until('the next encoder is taken', () => next.heard().includes(started));
  next.socket.destroy();
});

test('a text that cannot be a stream key is refused without asking the app', async () => {
  const before = asked.keys;
  const { dropped } = asked;
  const odd = knock('no key, but words', '127.0.7.1');
  await until('it is refused', () => odd.over());
  expect(odd.heard()).toContain('This stream key is not valid.');
  expect(asked.keys).toBe(before);
  await until('the app hears that one was refused', () => asked.dropped > dropped);
});

test('an encoder that retries with AV1 is held while its host can already connect with H.264', async () => {
  const av1 = encoderChunks({ type: 9, payload: Buffer.from('\x90av01\x00', 'latin1'), streamId: 1, chunkStream: 6 });
  const send = async (address: string): Promise<Try> => {
    const one = knock('good', address);
    await until('it is taken', () => one.heard().includes(started));
    one.socket.write(av1);
    return one;
  };
  const first = await send('127.0.8.1');
  await until('the first is refused at once', () => first.over());
  expect(first.heard()).toMatch(/is sending AV1\. Choose H\.264/);

  await until('its session is over', () => asked.ended > 0);
  const { ended } = asked;
  const again = await send('127.0.8.1');
  await until('its session is over, and it is not', () => asked.ended > ended);
  const changed = knock('good', '127.0.8.1');
  await until('the changed encoder is taken', () => changed.heard().includes(started));
  expect(again.over()).toBe(false);
  again.socket.destroy();
  changed.socket.destroy();
});
