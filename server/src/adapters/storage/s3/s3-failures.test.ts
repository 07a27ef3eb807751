import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Mood, s3Error, silent, startFakeS3 } from '../../../../test/fake-s3.ts';
import { testApp, type TestApp, until } from '../../../../test/harness.ts';
import type { Config } from '../../../process/config.ts';
import { silentLog } from '../../../ports/log.ts';
import { s3Storage } from './s3-storage.ts';

const times = { idleMs: 200, watchedIdleMs: 1_000, callMs: 400, fileMs: 20_000, againMs: 5 };
/** For a bucket that answers: a busy machine may take longer than the times that a silent one is given. */
const patient = { ...times, idleMs: 20_000, callMs: 20_000 };
const key = 'covers/a-384.webp';
const bytes = Buffer.from('a picture');
const away = { name: 'Error', kind: 'away' };

let bucket: Awaited<ReturnType<typeof startFakeS3>>;
let s3: NonNullable<Config['s3']>;
let folder: string;
beforeAll(async () => {
  bucket = await startFakeS3('frontrow', 'test-key');
  s3 = {
    bucket: 'frontrow',
    region: 'eu-west-1',
    endpoint: bucket.url,
    accessKeyId: 'test-key',
    secretAccessKey: 'test-secret',
    publicUrl: undefined,
  };
  folder = await mkdtemp(join(tmpdir(), 'frontrow-s3-failures-'));
});
beforeEach(() => bucket.mood());
afterAll(async () => {
  await bucket.close();
  await rm(folder, { recursive: true });
});

/** Answers so many requests in this mood, and the others as a bucket that is well. */
function first(count: number, mood: Mood): { readonly asked: () => number } {
  let asked = 0;
  bucket.mood((request, response) => asked++ < count && mood(request, response));
  return { asked: () => asked };
}

const tenMegabytes = async (): Promise<string> => {
  const path = join(folder, 'video.mp4');
  await writeFile(path, Buffer.alloc(10 * 1024 * 1024, 'v'));
  return path;
};

test('a bucket that accepts requests and stays silent ends every call in time', async () => {
  const storage = s3Storage(s3, times);
  bucket.mood(silent);
  const path = await tenMegabytes();
  const calls = [
    storage.get(key),
    storage.size(key),
    storage.read(key, 0, 1),
    storage.put(key, bytes, 'image/webp'),
    storage.delete(key),
    s3Storage(s3, { ...times, fileMs: 600 }).putFile('videos/a.mp4', path, 'video/mp4'),
  ];
  for (const ended of await Promise.allSettled(calls))
    expect([ended.status, (ended as PromiseRejectedResult).reason]).toMatchObject(['rejected', away]);
});

test('a bucket that stops in the middle of a file ends the call, too', async () => {
  const storage = s3Storage(s3, times);
  bucket.mood((_request, response) => {
    response.writeHead(200, { 'content-length': 1_000, 'content-type': 'image/webp' });
    return response.write('half') || true;
  });
  await expect(storage.get(key)).rejects.toMatchObject(away);
});

test('after sixty requests to a silent bucket the next one is answered as soon as it is back', async () => {
  const storage = s3Storage(s3, { ...times, idleMs: 1_000, callMs: 2_000 });
  await storage.put(key, bytes, 'image/webp');
  bucket.mood(silent);
  const abandoned = Promise.allSettled(Array.from({ length: 60 }, () => storage.get(key)));
  await until('it is known to be away', async () => (await storage.check()).state === 'down');
  bucket.mood();
  expect(Buffer.from((await storage.get(key))!.bytes)).toEqual(bytes);
  await abandoned;
  await until('it is known to be back', async () => (await storage.check()).state === 'ready');
});

test.each<[string, Mood]>([
  ['SlowDown', s3Error(503, 'SlowDown')],
  ['InternalError', s3Error(500, 'InternalError')],
  ['a connection that breaks', (request) => request.once('readable', () => request.socket.destroy()) !== undefined],
  [
    'SlowDown before the file has been read',
    (_request, response) => {
      response.writeHead(503, { 'content-type': 'application/xml', connection: 'close' });
      response.end('<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Reduce your rate</Message></Error>');
      return true;
    },
  ],
])('%s once or twice loses no upload', async (_what, mood) => {
  const storage = s3Storage(s3, patient);
  const path = await tenMegabytes();
  const { asked } = first(2, mood);
  await storage.putFile('videos/a.mp4', path, 'video/mp4');
  expect(asked()).toBeGreaterThan(2);
  expect(await storage.size('videos/a.mp4')).toBe(10 * 1024 * 1024);
  first(1, mood);
  await storage.put(key, bytes, 'image/webp');
  first(1, mood);
  expect(Buffer.from((await storage.get(key))!.bytes)).toEqual(bytes);
});

test('an upload is given up after five times, and at once where asking again changes nothing', async () => {
  const storage = s3Storage(s3, patient);
  const path = await tenMegabytes();
  const slow = first(100, s3Error(503, 'SlowDown'));
  await expect(storage.putFile('videos/a.mp4', path, 'video/mp4')).rejects.toMatchObject(away);
  expect(slow.asked()).toBeGreaterThanOrEqual(5);
  const refused = first(100, s3Error(403, 'AccessDenied'));
  await expect(storage.putFile('videos/a.mp4', path, 'video/mp4')).rejects.toMatchObject(away);
  expect(refused.asked()).toBe(1);
});

test('a missing bucket is a fault everywhere, not a missing file', async () => {
  const storage = s3Storage({ ...s3, bucket: 'nowhere' }, patient);
  const calls = [storage.get(key), storage.size(key), storage.put(key, bytes, 'image/webp'), storage.delete(key)];
  for (const ended of await Promise.allSettled(calls))
    expect((ended as PromiseRejectedResult).reason).toMatchObject({
      kind: 'away',
      message: expect.stringContaining('NoSuchBucket'),
    });
  expect(await storage.check()).toMatchObject({ state: 'down', why: expect.stringContaining('NoSuchBucket') });
});

test.each([
  [507, 'InsufficientStorage'],
  [507, 'XMinioStorageFull'],
  [400, 'QuotaExceeded'],
])('a bucket without room (%s %s) is full, not away', async (status, code) => {
  const storage = s3Storage(s3, patient);
  bucket.mood(s3Error(status, code));
  await expect(storage.put(key, bytes, 'image/webp')).rejects.toMatchObject({ kind: 'full' });
});

const appWith = async (bucketName: string, lines: [string, object][], callMs = times.callMs): Promise<TestApp> => {
  const note = (words: object, line: string): void => void lines.push([line, words]);
  return testApp({
    config: { s3: { ...s3, bucket: bucketName } },
    overrides: {
      storage: s3Storage({ ...s3, bucket: bucketName }, { ...times, callMs }),
      log: { ...silentLog, error: note, warn: note, info: note },
    },
  });
};
const ready = async (app: TestApp) => {
  const answer = await app.http.inject('/readyz');
  return { status: answer.statusCode, storage: answer.json<{ storage: string }>().storage };
};

test('readiness, pictures and the log say that the bucket is silent, and that it is back', async () => {
  const lines: [string, object][] = [];
  const app = await appWith('frontrow', lines);
  await app.kit.storage.put(key, bytes, 'image/webp');
  await until('it is ready', async () => (await ready(app)).storage === 'ready');
  bucket.mood(silent);
  const pictures = await Promise.all(Array.from({ length: 60 }, () => app.http.inject(`/media/${key}`)));
  for (const { statusCode, headers, body } of pictures) {
    expect([statusCode, JSON.parse(body).errors[0].code]).toEqual([503, 'temporarily_unavailable']);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '5' });
    expect(headers['content-type']).toMatch(/json/);
  }
  await until('readiness says so', async () => (await ready(app)).storage === 'down');
  expect(lines).toContainEqual([
    'storage failed during a request',
    expect.objectContaining({ error: expect.stringContaining(key) }),
  ]);
  expect(lines.map(([line]) => line)).toContain('storage does not answer: pictures and uploads fail');
  expect((await app.http.inject({ url: '/metrics' })).body).toContain('storage_ready 0');
  bucket.mood();
  expect((await app.http.inject(`/media/${key}`)).statusCode).toBe(200);
  await until('readiness says so', async () => (await ready(app)).storage === 'ready');
  expect((await app.http.inject({ url: '/metrics' })).body).toContain('storage_ready 1');
  await app.close();
});

test('a process that starts with a missing bucket says so and never becomes ready', async () => {
  const lines: [string, object][] = [];
  const app = await appWith('nowhere', lines, 5_000);
  await until('it is noticed', () => lines.length > 0);
  expect(lines[0]).toMatchObject([
    'storage does not answer: pictures and uploads fail',
    { error: expect.stringContaining('NoSuchBucket') },
  ]);
  expect(await ready(app)).toEqual({ status: 503, storage: 'down' });
  expect((await app.http.inject(`/media/${key}`)).statusCode).toBe(503);
  await app.close();
});
