import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { until } from '../../test/harness.ts';
import { encoderChunks, handshakeBytes, mediaBytes, publishBytes } from '../../test/ingest/rtmp-bytes.ts';
import { type IngestStage, moving, startIngest, zeroLatency } from '../../test/ingest/stage.ts';
import { ChunkReader } from './protocol/chunks.ts';
import { connectionsWithoutKeyMax, connectionsWithoutKeyPerAddressMax } from './limits.ts';

let stage: IngestStage;
const sockets: Socket[] = [];

beforeAll(async () => void (stage = await startIngest()));
afterAll(() => stage.stop());
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  // The process lives, and an honest encoder is taken.
  if (stage.listener.exitCode !== null) throw new Error('the listener ended');
  stage.app.healthReports.length = 0;
  const encoder = stage.send(['-re', ...moving('320x240', 10), ...zeroLatency], 'honest');
  const refused = encoder.ended.then(() => Promise.reject(new Error(`the honest encoder ended: ${encoder.said()}`)));
  refused.catch(() => undefined);
  const told = until('it is reported', () => stage.app.healthReports.some(({ width }) => width === 320));
  await Promise.race([told, refused]);
  await encoder.stop();
  const gone = () => stage.app.asked.findLast(({ key }) => key === 'honest')?.method === 'DELETE';
  await until('it is gone', gone);
});

async function knock(localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port: stage.port, host: '127.0.0.1', localAddress });
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.resume();
  await once(socket, 'connect');
  return socket;
}

const closed = (socket: Socket) => () => socket.closed || socket.readableEnded;

async function say(bytes: Buffer): Promise<{ socket: Socket; heard: () => string }> {
  const socket = await knock();
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part));
  socket.write(bytes);
  const heard = (): string => {
    const messages: string[] = [];
    const answer = Buffer.concat(parts).subarray(handshakeBytes().length);
    new ChunkReader().read(answer, ({ payload }) => messages.push(payload.toString('latin1')));
    return messages.join('\n');
  };
  return { socket, heard };
}

const residentMegabytes = (): number => {
  const status = readFileSync(`/proc/${stage.listener.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
};

test('300 connections with broken bytes end, and memory stays', async () => {
  const whole = Buffer.concat([handshakeBytes(), publishBytes('key').subarray(handshakeBytes().length), mediaBytes(5)]);
  const before = residentMegabytes();
  const all: Socket[] = [];
  for (let index = 0; index < 300; index += 1) {
    const socket = await knock(`127.0.1.${1 + (index % 200)}`);
    const bytes = Buffer.from(whole);
    // The first byte of a header behind the handshake, and every 97th from a place that moves.
    for (let at = handshakeBytes().length + (index % 40); at < bytes.length; at += 97) bytes[at] = (index * 31) & 255;
    socket.end(bytes);
    all.push(socket);
  }
  await until('all ended', () => all.every((socket) => closed(socket)()));
  expect(residentMegabytes() - before).toBeLessThan(150);
});

test('a message of gigabytes is refused when it is announced', async () => {
  const announced = encoderChunks({ type: 9, payload: Buffer.alloc(0), chunkStream: 6 });
  announced.writeUIntBE(0xff_ff_ff, 4, 3);
  const { socket } = await say(Buffer.concat([publishBytes('key'), announced]));
  await until('it is closed', closed(socket));
});

test('the first of two admitted connections with one key is closed', async () => {
  const first = await say(publishBytes('key'));
  await until('the first is taken', () => first.heard().includes('NetStream.Publish.Start'));
  const second = await say(publishBytes('key'));
  await until('the second is taken', () => second.heard().includes('NetStream.Publish.Start'));
  await until('the first is closed', closed(first.socket));
  expect(closed(second.socket)()).toBe(false);
});

test('a handshake in drops is over after five seconds', async () => {
  const socket = await knock();
  socket.write(Buffer.from([3]));
  const drops = setInterval(() => socket.write(Buffer.from([0])), 200);
  await until('it is closed', closed(socket), 8_000);
  clearInterval(drops);
});

test('connections without a key that waited longest are closed, of one address and of all together', async () => {
  const [oldest] = [await knock('127.0.2.1')];
  for (let index = 0; index < connectionsWithoutKeyPerAddressMax - 1; index += 1) await knock('127.0.2.1');
  expect(closed(oldest)()).toBe(false);
  await knock('127.0.2.1');
  await until('the oldest of the address is closed', closed(oldest));
  const others = connectionsWithoutKeyMax - connectionsWithoutKeyPerAddressMax;
  const eldest = sockets[1]!;
  for (let index = 0; index < others; index += 1) await knock(`127.0.3.${1 + (index % 20)}`);
  expect(closed(eldest)()).toBe(false);
  await knock('127.0.4.1');
  await until('the oldest of all is closed', closed(eldest));
});

test.each([
  ['HEVC in its old form', Buffer.from([0x1c, 0, 0, 0, 0, 1]), /is sending HEVC \(H\.265\)\. Choose H\.264/],
  ['AV1 in its enhanced form', Buffer.from('\x90av01\x00', 'latin1'), /is sending AV1\. Choose H\.264/],
])('%s is refused with a sentence to encoder and host', async (_, payload, sentence) => {
  const { socket, heard } = await say(publishBytes('key'));
  await until('it is taken', () => heard().includes('NetStream.Publish.Start'));
  socket.write(encoderChunks({ type: 9, payload, streamId: 1, chunkStream: 6 }));
  await until('it is closed', closed(socket));
  expect(heard()).toMatch(sentence);
  expect(stage.app.healthReports.at(-1)?.problem).toMatch(sentence);
});

test('a picture larger than 1080p is refused with its size', async () => {
  const encoder = stage.send(['-re', ...moving('3840x2160', 1), ...zeroLatency]);
  await encoder.ended;
  expect(stage.app.healthReports.at(-1)?.problem).toMatch(
    /^Your encoder is sending 3840 × 2160\. Set the output to 1920 × 1080/,
  );
});
