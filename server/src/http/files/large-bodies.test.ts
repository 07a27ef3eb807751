import { connect, type Socket } from 'node:net';
import { readdir } from 'node:fs/promises';
import { accessTokenHeader } from '@frontrow/contract/kernel/headers.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { type TestApp, testApp, until } from '../../../test/harness.ts';
import { listening } from '../../../test/live-socket.ts';
import { goodForm } from '../../../test/publish-form.ts';
import { eventFormBytesMax, pictureBodyBytesMax } from '../limits/limits.ts';
import { uploadsFolder } from './receive-file.ts';

let app: TestApp;
let url: URL;
/** A process that waits for a processor may read nothing for some hundred milliseconds. */
const windowMs = 1_000;
/** Enough for any body that is sent at once, and less than a steady sender takes below. */
const msMax = 2_500;
const steadyMs = 3 * windowMs;
beforeAll(async () => {
  app = await testApp({
    overrides: { bodyTimes: { msMax, rate: { windowMs, windowBytesMin: 1_000 } } },
  });
  url = new URL(await listening(app));
});
afterAll(() => app.close());

const left = (): Promise<string[]> => readdir(uploadsFolder(app.kit.config.home)).catch(() => []);

type Answer = { readonly status: number; readonly code: string | undefined };

/** Sends a head and then chunks as they come, and reads the answer. */
async function send(
  path: string,
  token: string,
  type: string,
  chunks: AsyncIterable<string | Buffer> | Iterable<string | Buffer>,
  length?: number,
): Promise<Answer> {
  let heard = '';
  const socket: Socket = connect(Number(url.port), url.hostname);
  socket.on('error', () => undefined).on('data', (bytes) => (heard += String(bytes)));
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(
    `POST /api${path} HTTP/1.1\r\nhost: x\r\n${accessTokenHeader}: ${token}\r\ncontent-type: ${type}\r\nconnection: close\r\n` +
      (length === undefined ? 'transfer-encoding: chunked\r\n\r\n' : `content-length: ${length}\r\n\r\n`),
  );
  for await (const chunk of chunks) {
    if (socket.destroyed) break;
    const bytes = Buffer.from(chunk);
    if (length === undefined) socket.write(`${bytes.length.toString(16)}\r\n`);
    const isRoomy = socket.write(bytes);
    if (length === undefined) socket.write('\r\n');
    if (!isRoomy) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
  }
  if (length === undefined && !socket.destroyed) socket.write('0\r\n\r\n');
  await closed;
  const [head = '', body = ''] = heard.split('\r\n\r\n', 2);
  const code = /"code":"(\w+)"/.exec(body)?.[1];
  return { status: Number(head.split(' ')[1]), code };
}

const form = 'multipart/form-data; boundary=x';
const field = (name: string): string => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n`;
const file = (name: string): string =>
  `--x\r\ncontent-disposition: form-data; name="${name}"; filename="a.mp4"\r\ncontent-type: video/mp4\r\n\r\n`;

function* megabytes(count: number): Generator<Buffer> {
  for (let i = 0; i < count; i++) yield Buffer.alloc(1024 * 1024, 'A');
}

/** A few bytes at a time, for this long. */
async function* drip(bytes: number, forMs: number): AsyncGenerator<Buffer> {
  for (const began = performance.now(); performance.now() - began < forMs;) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    yield Buffer.alloc(bytes, 'A');
  }
}

async function* all(...parts: (string | AsyncIterable<Buffer> | Iterable<Buffer>)[]): AsyncGenerator<string | Buffer> {
  for (const part of parts) {
    if (typeof part === 'string') yield part;
    else yield* part;
  }
}

let host: TestActor;
beforeAll(async () => {
  host = await newHost(app);
  await app.db.query('UPDATE app_user SET advertising = true WHERE id = $1', [host.id]);
});

const forms = ['/events/create', '/events/update'];
const videos = [
  '/events/updatePresentationVideo',
  '/events/updatePresentationVideoLandscape',
  '/events/updateThanksVideo',
  '/events/updateThanksVideoLandscape',
];

test.each([...forms, ...videos])('%s takes only the fields it knows', async (path) => {
  const answer = await send(path, host.token, form, all(field('made_up_1'), 'x', '\r\n--x--\r\n'));
  expect(answer).toEqual({ status: 400, code: 'bad_input' });
});

test.each([...forms, ...videos])('%s takes each field once', async (path) => {
  const twice = `${field('event_uuid')}1\r\n${field('event_uuid')}2\r\n${field('event_title')}1\r\n${field('event_title')}2\r\n--x--\r\n`;
  expect(await send(path, host.token, form, all(twice))).toEqual({ status: 400, code: 'bad_input' });
});

test.each(forms)('%s counts the bytes of the whole form, said or not', async (path) => {
  const parts = () =>
    all(field('event_cover_image'), megabytes(9), `\r\n${field('event_title')}`, megabytes(9), '\r\n--x--\r\n');
  expect(await send(path, host.token, form, parts())).toEqual({ status: 413, code: 'body_too_large' });
  expect(await send(path, host.token, form, parts(), eventFormBytesMax + 1)).toEqual({
    status: 413,
    code: 'body_too_large',
  });
  await until('its bytes are gone', async () => (await left()).length === 0);
});

test('a form with a file where text belongs, and files without number, are refused', async () => {
  const withFile = all(file('event_cover_image'), megabytes(2), '\r\n--x--\r\n');
  expect(await send('/events/create', host.token, form, withFile)).toEqual({ status: 400, code: 'bad_input' });
  const event = await newEvent(app, host);
  const two = all(
    `${field('event_uuid')}${event.id}\r\n`,
    `${file('event_presentation_video')}a\r\n`,
    `${file('event_presentation_video')}b\r\n--x--\r\n`,
  );
  expect((await send('/events/updatePresentationVideo', host.token, form, two)).status).toBe(400);
  await until('its bytes are gone', async () => (await left()).length === 0);
});

test.each(videos)('%s holds no large text in memory', async (path) => {
  const long = all(field('event_uuid'), megabytes(5), '\r\n--x--\r\n');
  expect(await send(path, host.token, form, long)).toEqual({ status: 400, code: 'video_too_large' });
});

test('a JSON body that is too large is refused, too, and a large one is read', async () => {
  const json = 'application/json';
  const body = (megabytesOf: number) => all('{"avatar":"', megabytes(megabytesOf), '"}');
  expect(await send('/user/avatar', host.token, json, body(Math.ceil(pictureBodyBytesMax / 2 ** 20) + 1))).toEqual({
    status: 413,
    code: 'body_too_large',
  });
  expect(await send('/user/avatar', host.token, json, body(3))).toEqual({ status: 415, code: 'image_type' });
  await until('its bytes are gone', async () => (await left()).length === 0);
});

test('a video of any length of time arrives while it keeps the minimum rate', async () => {
  const event = await newEvent(app, host);
  const slow = all(
    `${field('event_uuid')}${event.id}\r\n`,
    file('event_presentation_video'),
    drip(1_000, steadyMs),
    '\r\n--x--\r\n',
  );
  // It is no video; that is known only because all of it came.
  expect(await send('/events/updatePresentationVideo', host.token, form, slow)).toEqual({
    status: 400,
    code: 'video_type',
  });
});

test('a form arrives as slowly, and a picture in JSON', async () => {
  const slow = (head: string, tail: string) => all(head, megabytes(1), drip(1_000, steadyMs), tail);
  const [published, pictured] = await Promise.all([
    send('/events/create', host.token, form, slow(field('event_cover_image'), '\r\n--x--\r\n')),
    send('/user/avatar', host.token, 'application/json', slow('{"avatar":"', '"}')),
  ]);
  expect(published.status).toBe(400);
  expect(published.code).not.toBe('upload_too_slow');
  expect(pictured).toEqual({ status: 415, code: 'image_type' });
});

test.each([
  ['/events/updatePresentationVideo', form, file('event_presentation_video')],
  ['/events/create', form, field('event_cover_image')],
  ['/user/avatar', 'application/json', '{"avatar":"'],
])('%s is ended when it drips', async (path, type, head) => {
  const event = await newEvent(app, host);
  const uuid = type === form ? `${field('event_uuid')}${event.id}\r\n` : '';
  const start = path.includes('Video') ? `${uuid}${head}` : head;
  expect(await send(path, host.token, type, all(start, drip(1, 10 * msMax)), 5_000_000)).toEqual({
    status: 400,
    code: 'upload_too_slow',
  });
  await until('its bytes are gone', async () => (await left()).length === 0);
});

test('a body that is not large has its time and no more, and so has one that nobody reads', async () => {
  const paths = ['/auth/login', '/nothing/at/all', '/webhooks/sandbox'];
  const drips = paths.map((path) => send(path, host.token, 'application/json', drip(1, 10 * msMax), 60_000));
  for (const answer of await Promise.all(drips)) expect([408, 404]).toContain(answer.status);
});

test('one person has four large bodies under way at most', async () => {
  const person = await newViewer(app);
  const under = (chunks: AsyncIterable<Buffer>) =>
    send('/user/avatar', person.token, 'application/json', chunks, 5_000_000);
  const slow = [1, 2, 3, 4].map(() => under(drip(1_000, steadyMs)));
  await until('four arrive', async () => (await left()).length === 4);
  expect(await under(drip(1_000, 10 * msMax))).toMatchObject({ status: 429, code: 'too_many_requests' });
  await Promise.all(slow);
});

test('an ordinary form is published as before', async () => {
  const encoded = new Response(
    Object.entries(await goodForm(app)).reduce(
      (data, [name, value]) => (data.set(name, value ?? ''), data),
      new FormData(),
    ),
  );
  const bytes = Buffer.from(await encoded.arrayBuffer());
  const answer = await send('/events/create', host.token, encoded.headers.get('content-type')!, [bytes], bytes.length);
  expect(answer.status).toBe(201);
});
