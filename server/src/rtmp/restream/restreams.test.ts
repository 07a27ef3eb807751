import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { until } from '../../../test/harness.ts';
import { avcC640x360 } from '../../../test/ingest/rtmp-bytes.ts';
import { messageType, type RtmpMessage } from '../protocol/chunks.ts';
import { RtmpSession } from '../protocol/rtmp-session.ts';
import { Restreams } from './restreams.ts';

/** Another service: our own server side of RTMP, which writes down what it gets. */
interface Service {
  readonly url: string;
  readonly keys: string[];
  readonly got: RtmpMessage[];
  readonly sockets: Set<Socket>;
  refuses: boolean;
  /** It takes the stream and reads nothing of it. */
  sleeps: boolean;
}
const servers: Server[] = [];
let restreams = new Restreams();
afterEach(() => {
  restreams.close();
  restreams = new Restreams();
  for (const server of servers.splice(0)) server.close();
});

async function startService(): Promise<Service> {
  const service: Service = { url: '', keys: [], got: [], sockets: new Set(), refuses: false, sleeps: false };
  const server = createServer((socket) => {
    service.sockets.add(socket);
    socket.on('close', () => service.sockets.delete(socket));
    socket.on('error', () => undefined);
    const session = new RtmpSession({
      send: (bytes) => void socket.write(bytes),
      publish(key) {
        service.keys.push(key);
        if (service.refuses) return session.refuse('no such key');
        session.accept();
        if (service.sleeps) socket.pause();
      },
      media: (message) => void service.got.push({ ...message, payload: Buffer.from(message.payload) }),
      unpublished: () => undefined,
      ended: () => socket.end(),
    });
    socket.on('data', (bytes) => session.onData(bytes));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  Object.assign(service, { url: `rtmp://127.0.0.1:${(server.address() as AddressInfo).port}/live2` });
  return service;
}

const order = ({ url }: Pick<Service, 'url'>, id = 'one', loopback = true) => ({ id, url, key: `key-${id}`, loopback });
const video = (timestamp: number, head: number, ...rest: number[]): RtmpMessage => ({
  type: messageType.video,
  timestamp,
  streamId: 1,
  payload: Buffer.from([head, 1, 0, 0, 0, ...rest]),
});
const described = { type: messageType.video, timestamp: 0, streamId: 1 };
const description = Buffer.concat([Buffer.from([0x17, 0, 0, 0, 0]), avcC640x360]);
const asc: RtmpMessage = { ...described, type: messageType.audio, payload: Buffer.from([0xaf, 0, 0x12, 0x10]) };
const sound = (timestamp: number): RtmpMessage => ({
  ...asc,
  timestamp,
  payload: Buffer.from([0xaf, 1, timestamp & 255]),
});
const stateOf = (id = 'one') => restreams.reports().find((one) => one.id === id);
const isLive = (id?: string) => until('it is live', () => stateOf(id)?.state === 'live' || undefined);

test('a restream copies the stream as it came, from the next key frame on, after the descriptions, from time 0', async () => {
  const service = await startService();
  restreams.onMessage({ ...described, payload: description });
  restreams.onMessage(asc);
  restreams.onMessage(video(4_000, 0x17, 1));
  restreams.follow([order(service)]);
  await isLive();
  expect(service.keys).toEqual(['key-one']);
  const large = Buffer.alloc(20_000, 7);
  restreams.onMessage(video(4_040, 0x27, 2));
  restreams.onMessage(sound(5_990));
  restreams.onMessage(video(6_000, 0x17, 3));
  restreams.onMessage(sound(6_020));
  const frame = { ...video(6_040, 0x27), payload: Buffer.concat([Buffer.from([0x27, 1, 0, 0, 0]), large]) };
  restreams.onMessage(frame);
  await until('all has come', () => service.got.length >= 5 || undefined);
  expect(service.got.map(({ type, timestamp }) => [type, timestamp])).toEqual([
    [messageType.video, 0],
    [messageType.audio, 0],
    [messageType.video, 0],
    [messageType.audio, 20],
    [messageType.video, 40],
  ]);
  expect(service.got[0]!.payload.equals(description)).toBe(true);
  expect(service.got[4]!.payload.equals(frame.payload)).toBe(true);
});

test('a restream keeps times of more than four and a half hours', async () => {
  const service = await startService();
  restreams.follow([order(service)]);
  await isLive();
  restreams.onMessage(video(2 ** 32 - 40, 0x17, 1));
  restreams.onMessage(video(20_000_000, 0x27, ...Buffer.alloc(9_000, 1)));
  await until('both have come', () => service.got.length >= 2 || undefined);
  expect(service.got[1]).toMatchObject({ timestamp: 20_000_040 });
  expect(service.got[1]!.payload).toHaveLength(9_005);
});

test('a target that refuses the key, is not there or is private says so, and the others go on', async () => {
  const [good, refusing] = [await startService(), await startService()];
  refusing.refuses = true;
  const gone = await startService();
  servers.at(-1)!.close();
  restreams.follow([order(good), order(refusing, 'two'), order(gone, 'three')]);
  await isLive();
  await until(
    'both have failed',
    () => stateOf('two')?.state === 'failed' && stateOf('three')?.state === 'failed',
    5_000,
  );
  expect(restreams.reports()).toEqual([
    { id: 'one', state: 'live' },
    { id: 'two', state: 'failed', problem: 'rejected' },
    { id: 'three', state: 'failed', problem: 'unreachable' },
  ]);
  restreams.follow([order(good, 'four', false), order({ url: 'rtmp://10.1.2.3/live' }, 'five')]);
  await until('they are private', () => stateOf('four')?.problem === 'private' && stateOf('five')?.problem);
  expect(stateOf('five')).toEqual({ id: 'five', state: 'failed', problem: 'private' });
  expect(good.keys, 'nothing reached it without leave').toEqual(['key-one']);
});

test('a restream connects again after the service closed the connection, and sends from the next key frame', async () => {
  const service = await startService();
  restreams.onMessage({ ...described, payload: description });
  restreams.follow([order(service)]);
  await isLive();
  for (const socket of service.sockets) socket.destroy();
  await until('it has failed', () => stateOf()?.state === 'failed' || undefined);
  expect(stateOf()).toMatchObject({ problem: 'closed' });
  await isLive();
  restreams.onMessage(video(9_000, 0x17, 1));
  await until('it has come', () => service.got.length >= 2 || undefined);
  expect(service.got.map(({ timestamp }) => timestamp)).toEqual([0, 0]);
});

test('a service that does not read costs little memory, and is given up', async () => {
  const service = await startService();
  service.sleeps = true;
  restreams.follow([order(service)]);
  await isLive();
  const bytes = Buffer.concat([Buffer.from([0x17, 1, 0, 0, 0]), Buffer.alloc(1024 * 1024)]);
  for (let at = 0; at < 40 && stateOf()?.state === 'live'; at += 1)
    restreams.onMessage({ ...described, timestamp: at * 40, payload: bytes });
  expect(stateOf()).toMatchObject({ state: 'failed', problem: 'slow' });
});

test('a restream ends where the app no longer wants its target', async () => {
  const service = await startService();
  restreams.follow([order(service)]);
  await isLive();
  restreams.follow([]);
  expect(restreams.reports()).toEqual([]);
  await until('the service has seen it go', () => service.sockets.size === 0 || undefined);
});
