import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { whileHeld } from '../../../test/interleaving.ts';
import { newEvent, type TestEvent } from '../../../test/events.ts';
import { testApp, type TestApp, until } from '../../../test/harness.ts';
import { uploadVideo, type VideoCall, videoFile } from '../../../test/videos.ts';
import { uploadsFolder } from '../../http/files/receive-file.ts';

let app: TestApp;
let host: TestActor;
let event: TestEvent;
/** A host for one test, because uploads are limited per account. */
const newStar = (): Promise<TestActor> => newHost(app, { advertising: true });
beforeAll(async () => {
  app = await testApp();
  host = await newStar();
  event = await newEvent(app, host);
});
afterAll(() => app.close());

const good = videoFile();
const pageOf = async (id: string) => (await app.call('GET /events/:id', { params: { id } })).data.event;
const stored = (): Promise<string[]> => readdir(join(app.kit.config.home, 'media', 'videos')).catch(() => []);

test.each([
  ['POST /events/updatePresentationVideo', 'event_presentation_video'],
  ['POST /events/updatePresentationVideoLandscape', 'event_presentation_video_landscape'],
  ['POST /events/updateThanksVideo', 'event_thanks_video'],
  ['POST /events/updateThanksVideoLandscape', 'event_thanks_video_landscape'],
] as const)('%s puts a video on the page', async (call: VideoCall, field) => {
  const before = await pageOf(event.id);
  expect(before[field]).toBeNull();
  const answer = await uploadVideo(app, host, event, good, { call });
  expect([answer.status, answer.data]).toEqual([200, { success: true }]);
  const after = await pageOf(event.id);
  expect(after[field]).toMatch(/^\/media\/videos\/[0-9a-f-]{36}\.mp4$/);
  expect(after.event_version).toBe(before.event_version + 1);
  const file = await app.http.inject(after[field]!);
  expect(file.headers).toMatchObject({
    'content-type': 'video/mp4',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    'content-length': String(good.length),
  });
  expect(file.rawPayload.equals(good)).toBe(true);
});

test('a part of a video is answered to a range request', async () => {
  const url = (await pageOf(event.id)).event_presentation_video!;
  const part = await app.http.inject({ url, headers: { range: 'bytes=4-7' } });
  expect([part.statusCode, part.headers['content-range'], part.body]).toEqual([
    206,
    `bytes 4-7/${good.length}`,
    'ftyp',
  ]);
  const outside = await app.http.inject({ url, headers: { range: 'bytes=999999-' } });
  expect([outside.statusCode, outside.headers['content-range']]).toEqual([416, `bytes */${good.length}`]);
  const other = await app.http.inject({ url, headers: { range: 'bytes=4-7', 'if-range': '"another"' } });
  expect(other.statusCode).toBe(200);
  const head = await app.http.inject({ method: 'HEAD', url });
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, String(good.length), '']);
  const gone = await app.http.inject('/media/videos/nothing.mp4');
  expect([gone.statusCode, gone.headers['cache-control']]).toEqual([404, 'no-store']);
});

test('a video replaces the one before and its file is deleted; so is a removed one', async () => {
  const star = await newStar();
  const { id } = await newEvent(app, star);
  const filesBefore = (await stored()).length;
  await uploadVideo(app, star, { id }, good);
  const first = (await pageOf(id)).event_presentation_video!;
  expect((await uploadVideo(app, star, { id }, videoFile({ brand: 'qt  ' }))).status).toBe(200);
  const second = (await pageOf(id)).event_presentation_video!;
  expect(second).toMatch(/\.mov$/);
  expect((await app.http.inject(second)).headers['content-type']).toBe('video/quicktime');
  expect((await app.http.inject(first)).statusCode).toBe(404);
  expect((await stored()).length).toBe(filesBefore + 1);
  const remove = (as: TestActor) =>
    app.call('POST /events/remove_video', { as: as.token, body: { event_uuid: id, video: 'presentation' } });
  expect((await remove(host)).status).toBe(403);
  expect((await remove(star)).status).toBe(200);
  expect((await remove(star)).status).toBe(200);
  expect((await pageOf(id)).event_presentation_video).toBeNull();
  expect((await stored()).length).toBe(filesBefore);
});

test.each([
  ['a playlist', Buffer.from('#EXTM3U\nhttp://169.254.169.254/latest/meta-data/\n'), 'Only supported .mp4 or .mov'],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'Only supported .mp4 or .mov'],
  ['half a video', good.subarray(0, good.length - 40), 'Only supported .mp4 or .mov'],
  ['nothing', Buffer.alloc(0), 'Only supported .mp4 or .mov'],
  ['21 seconds', videoFile({ seconds: 21 }), 'Video can not exceed 20 duration.'],
  ['a millisecond over 20', videoFile({ seconds: 20.001 }), 'Video can not exceed 20 duration.'],
  ['21 seconds that claim to be 3', videoFile({ seconds: 21, claimedSeconds: 3 }), 'Video can not exceed 20 duration.'],
] as const)('%s named .mp4 is refused with its sentence', async (_what, bytes, message) => {
  const star = await newStar();
  const own = await newEvent(app, star);
  const files = await stored();
  const answer = await uploadVideo(app, star, own, Buffer.from(bytes), { name: '../../clip\u0000.mp4' });
  expect([answer.status, answer.errors[0]?.message]).toEqual([400, message]);
  expect((await pageOf(own.id)).event_presentation_video).toBeNull();
  expect(await stored()).toEqual(files);
});

test('20.0 s is allowed, and the name and type that the sender gives are ignored', async () => {
  const star = await newStar();
  const own = await newEvent(app, star);
  const answer = await uploadVideo(app, star, own, videoFile({ seconds: 20 }), {
    name: '../../../etc/passwd\u0000.exe',
    type: 'text/html',
  });
  expect(answer.status).toBe(200);
  expect((await pageOf(own.id)).event_presentation_video).toMatch(/^\/media\/videos\/[0-9a-f-]{36}\.mp4$/);
});

test('a clip cut without re-encoding counts as long as it plays', async () => {
  const star = await newStar();
  const own = await newEvent(app, star);
  const clip = await readFile(new URL('../../../test/clips/cut-from-30s.mov', import.meta.url));
  expect((await uploadVideo(app, star, own, clip)).status).toBe(200);
  expect((await pageOf(own.id)).event_presentation_video).toMatch(/\.mov$/);
});

test('an upload over 100 MB is stopped while it arrives, and is not read where its length says so', async () => {
  const star = await newStar();
  const own = await newEvent(app, star);
  const files = await stored();
  const large = Buffer.concat([good, Buffer.alloc(104_857_601 - good.length)]);
  const stopped = await uploadVideo(app, star, own, large);
  expect([stopped.status, stopped.errors[0]?.message]).toEqual([400, 'File size exceeded']);
  const announced = await uploadVideo(app, star, own, good, { headers: { 'content-length': '106000000' } });
  expect([announced.status, announced.errors[0]?.message]).toEqual([400, 'File size exceeded']);
  expect(await stored()).toEqual(files);
});

test('only the creator with the flag uploads, not from a phone, and not to a cancelled event', async () => {
  const plain = await newHost(app);
  const own = await newEvent(app, plain);
  const code = async (...args: Parameters<typeof uploadVideo>) => {
    const { status, errors } = await uploadVideo(...args);
    return [status, errors[0]?.code];
  };
  const star = await newStar();
  expect(await code(app, plain, own, good)).toEqual([403, 'videos_not_allowed']);
  expect(await code(app, star, own, good)).toEqual([403, 'forbidden']);
  expect(await code(app, star, own, good, { fileFirst: true })).toEqual([403, 'forbidden']);
  expect(await code(app, await newViewer(app), own, good)).toEqual([403, 'hosts_only']);
  expect(await code(app, star, { id: '00000000-0000-4000-8000-000000000000' }, good)).toEqual([404, 'event_not_found']);
  const cancelled = await newEvent(app, star, { cancelled: 'host' });
  expect(await code(app, star, cancelled, good)).toEqual([409, 'event_cancelled']);
  const mine = await newEvent(app, star);
  expect(await code(app, star, mine, good, { headers: { 'x-platform': 'ios' } })).toEqual([
    403,
    'videos_not_on_mobile',
  ]);
  expect(await code(app, star, mine, good, { field: 'event_thanks_video' })).toEqual([400, 'video_required']);
  await app.db.query('UPDATE app_user SET advertising = false WHERE id = $1', [star.id]);
  expect(await code(app, star, mine, good)).toEqual([403, 'videos_not_allowed']);
  expect((await pageOf(mine.id)).event_presentation_video).toBeNull();
});

test('a path in place of a file is refused', async () => {
  const star = await newStar();
  const own = await newEvent(app, star);
  const answer = await app.call('POST /events/updatePresentationVideo', {
    as: star.token,
    body: { event_uuid: own.id, event_presentation_video: { path: '/etc/passwd', bytes: 1 } },
  });
  expect([answer.status, answer.errors[0]?.code]).toEqual([400, 'video_required']);
});

/** A host with room for one more video. */
async function nearlyFull(): Promise<TestActor> {
  const star = await newStar();
  const room = 1024 ** 3 - good.length;
  for (let n = 0; n < 11; n++) {
    const bytes = n < 10 ? 104_857_600 : room - 10 * 104_857_600;
    await app.db.query(
      "INSERT INTO event_video (event_id, slot, file_key, bytes, duration_ms) VALUES ($1, 'thanks', $2, $3, 5000)",
      [(await newEvent(app, star)).id, `videos/full-${star.id}-${n}.mp4`, bytes],
    );
  }
  return star;
}

test('the videos of one host stay within 1 GB: the last byte fits, one more does not', async () => {
  const star = await nearlyFull();
  const own = await newEvent(app, star);
  expect((await uploadVideo(app, star, own, good)).status).toBe(200);
  const more = await uploadVideo(app, star, own, good, { call: 'POST /events/updateThanksVideo' });
  expect([more.status, more.errors[0]?.code]).toEqual([400, 'video_quota_full']);
  // The video that is replaced does not count.
  expect((await uploadVideo(app, star, own, good)).status).toBe(200);
});

test('the flag and the 1 GB are checked when the video is written, one upload after the other', async () => {
  const [star, taken] = [await nearlyFull(), await newStar()];
  const [one, other] = [await newEvent(app, star), await newEvent(app, star)];
  const both = await whileHeld(
    app,
    'SELECT 1 FROM app_user WHERE id = $1 FOR UPDATE',
    star.id,
    () => Promise.all([uploadVideo(app, star, one, good), uploadVideo(app, star, other, good)]),
    async () => undefined,
  );
  expect(both.map(({ status, errors }) => errors[0]?.code ?? status).toSorted()).toEqual([200, 'video_quota_full']);

  const late = await whileHeld(
    app,
    'UPDATE app_user SET advertising = false WHERE id = $1',
    taken.id,
    async () => uploadVideo(app, taken, await newEvent(app, taken), good),
    async () => undefined,
  );
  expect(late.errors[0]?.code).toBe('videos_not_allowed');
});

test('a host may upload at most ten videos an hour', async () => {
  const star = await newStar();
  const own = await newEvent(app, star);
  for (let n = 0; n < 10; n++) expect((await uploadVideo(app, star, own, good)).status).toBe(200);
  expect((await uploadVideo(app, star, own, good)).status).toBe(429);
});

test('no file of an accepted or refused upload is left in the folder for uploads', async () => {
  const star = await newStar();
  const own = await newEvent(app, star);
  expect((await uploadVideo(app, star, own, good)).status).toBe(200);
  expect((await uploadVideo(app, await newHost(app), own, good)).status).toBe(403);
  await until(
    'the last upload is deleted',
    async () => (await readdir(uploadsFolder(app.kit.config.home))).length === 0,
  );
});
