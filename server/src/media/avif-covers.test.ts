import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import sharp from 'sharp';
import type { LightMyRequestResponse } from 'fastify';
import { newHost } from '../../test/actors.ts';
import { testApp, until, type TestApp } from '../../test/harness.ts';
import { dataUrlOf, goodForm, publish, testCover } from '../../test/publish-form.ts';

const browser = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';

let app: TestApp;
let written: string[];
beforeAll(async () => {
  app = await testApp();
  const put = app.kit.storage.put;
  app.kit.storage.put = async (key, bytes, type) => {
    written.push(key);
    await put(key, bytes, type);
  };
});
beforeEach(() => void (written = []));
afterAll(() => app.close());

const look = (
  address: string,
  headers: Record<string, string> = { accept: browser },
): Promise<LightMyRequestResponse> => app.http.inject({ url: address, headers });
const kindOf = (answer: LightMyRequestResponse): unknown => answer.headers['content-type'];
const becomesAvif = (address: string): Promise<LightMyRequestResponse> =>
  until('the AVIF is made', async () => {
    const answer = await look(address);
    return kindOf(answer) === 'image/avif' ? answer : undefined;
  });

/** Publishes a cover that is not of one color; the address of its largest size. */
async function publishedCover(picture?: string): Promise<string> {
  const noise = { type: 'gaussian', mean: 120, sigma: 30 } as const;
  const grain = await sharp({ create: { width: 32, height: 18, channels: 3, background: 'red', noise } })
    .png()
    .toBuffer();
  const photo = await sharp(grain).resize(1280, 720).jpeg().toBuffer();
  const answer = await publish(
    app,
    await newHost(app),
    await goodForm(app, { event_cover_image: picture ?? dataUrlOf(photo, 'image/jpeg') }),
  );
  const { data } = await app.call('GET /events/:id', { params: { id: answer.data.event.event_uuid } });
  return data.event.event_cover_image;
}

test('a browser that reads AVIF gets WebP until the AVIF is made, every other browser WebP', async () => {
  const address = await publishedCover();
  for (const width of [768, 384]) {
    const sized = address.replace('-1280.', `-${width}.`);
    const first = await look(sized);
    expect([first.statusCode, kindOf(first)]).toEqual([200, 'image/webp']);
    expect(first.headers).toMatchObject({ vary: 'accept', 'cache-control': 'public, max-age=60' });
    const then = await becomesAvif(sized);
    expect(await sharp(then.rawPayload).metadata()).toMatchObject({ format: 'heif', compression: 'av1', width });
    expect(then.rawPayload.length).toBeLessThan(first.rawPayload.length);
    expect(then.headers).toMatchObject({ vary: 'accept', 'cache-control': 'public, max-age=31536000, immutable' });
    for (const accept of ['*/*', 'image/webp,image/*', 'image/avif;q=0,image/webp', '']) {
      const other = await look(sized, { accept });
      expect([accept, kindOf(other), other.headers['vary']]).toEqual([accept, 'image/webp', 'accept']);
      expect(other.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
  }
});

test('many requests encode and store it once, and a later request is answered 304', async () => {
  const address = (await publishedCover()).replace('-1280.', '-384.');
  written = [];
  await Promise.all(Array.from({ length: 8 }, () => look(address)));
  const made = await becomesAvif(address);
  await look(address);
  expect(written).toEqual([address.replace('/media/', '').replace('.webp', '.avif')]);
  const tags = { avif: String(made.headers['etag']), webp: String((await look(address, {})).headers['etag']) };
  expect(tags.avif).not.toBe(tags.webp);
  expect((await look(address, { accept: browser, 'if-none-match': tags.avif })).statusCode).toBe(304);
  expect((await look(address, { 'if-none-match': tags.webp })).statusCode).toBe(304);
  for (const known of [`W/${tags.avif}`, `${tags.webp}, ${tags.avif}`]) {
    const answer = await look(address, { accept: browser, 'if-none-match': known });
    expect([answer.statusCode, answer.headers['etag']]).toEqual([304, tags.avif]);
  }
  for (const known of [`W/${tags.webp}`, `${tags.avif}, ${tags.webp}`])
    expect((await look(address, { 'if-none-match': known })).statusCode).toBe(304);
  expect((await look('/media/covers/never-1280.webp', { 'if-none-match': '*' })).statusCode).toBe(404);
  const { get } = app.kit.storage;
  app.kit.storage.get = () => Promise.reject(new Error('not read for who has it'));
  expect((await look(address, { accept: browser, 'if-none-match': tags.avif })).headers).toMatchObject({
    etag: tags.avif,
    vary: 'accept',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  app.kit.storage.get = get;
  // A cache with the WebP of the first minute revalidates and gets the AVIF.
  expect(kindOf(await look(address, { accept: browser, 'if-none-match': tags.webp }))).toBe('image/avif');
});

test('where AVIF is not smaller the WebP stays', async () => {
  const address = (await publishedCover(await testCover())).replace('-1280.', '-384.');
  written = [];
  const last = await until('it is known', async () => {
    const answer = await look(address);
    return answer.headers['cache-control'] === 'public, max-age=31536000, immutable' ? answer : undefined;
  });
  expect([kindOf(last), written]).toEqual(['image/webp', []]);
});

test('a stored file that cannot be decoded is answered as it is', async () => {
  const broken = Buffer.from('RIFF....WEBPVP8 broken');
  await app.kit.storage.put('covers/broken-1280.webp', broken, 'image/webp');
  const last = await until('it is known', async () => {
    const answer = await look('/media/covers/broken-1280.webp');
    return answer.headers['cache-control'] !== 'public, max-age=60' ? answer : undefined;
  });
  expect([kindOf(last), last.rawPayload]).toEqual(['image/webp', broken]);
});

test('no AVIF is made of other files, or of a cover that is missing', async () => {
  await app.kit.storage.put('avatars/somebody.webp', Buffer.from('picture'), 'image/webp');
  const avatar = await look('/media/avatars/somebody.webp');
  expect([kindOf(avatar), avatar.headers['vary']]).toEqual(['image/webp', undefined]);
  for (const key of ['covers/none-1280.webp', 'covers/none-1281.webp', 'covers/none-1280.avif']) {
    const gone = await look(`/media/${key}`);
    expect([gone.statusCode, gone.headers['cache-control']]).toEqual([404, 'no-store']);
  }
});
