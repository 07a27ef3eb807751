import { days, hours } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newHost, type TestActor } from '../../test/actors.ts';
import { newEvent, type TestEvent } from '../../test/events.ts';
import { startFakeS3 } from '../../test/fake-s3.ts';
import { testApp, type TestApp, until } from '../../test/harness.ts';
import { goodForm, publish, testCover } from '../../test/publish-form.ts';
import { signUp, signUpPassword } from '../../test/sign-up.ts';
import { uploadVideo, videoFile } from '../../test/videos.ts';
import type { Tx } from '../db/db.ts';
import { leaveCover } from '../features/events/event-media.ts';
import { coverFiles } from '../features/events/records.ts';
import { dropUnwrittenFiles, keepFiles, noteUnwritten } from './unwritten-files.ts';

let app: TestApp;
let host: TestActor;
let event: TestEvent;
let bucket: Awaited<ReturnType<typeof startFakeS3>>;
/** Keys that were stored, and what happens once the first of them is. */
let stored: string[];
let duringWrite: (() => Promise<void>) | undefined;

beforeAll(async () => {
  bucket = await startFakeS3('frontrow', 'test-key');
  const s3 = { bucket: 'frontrow', region: 'eu-west-1', endpoint: bucket.url, accessKeyId: 'test-key' };
  app = await testApp({ config: { s3: { ...s3, secretAccessKey: 'test-secret', publicUrl: undefined } } });
  const { storage } = app.kit;
  const { put, putFile } = storage;
  const andThen = async (key: string): Promise<void> => {
    const then = duringWrite;
    duringWrite = undefined;
    stored.push(key);
    await then?.();
  };
  storage.put = (key, ...words) => put(key, ...words).then(() => andThen(key));
  storage.putFile = (key, ...words) => putFile(key, ...words).then(() => andThen(key));
});
beforeEach(async () => {
  [stored, duringWrite] = [[], undefined];
  host = await newHost(app, { advertising: true });
  event = await newEvent(app, host);
});
afterAll(async () => {
  await app.close();
  await bucket.close();
});

const job = (): Promise<void> => dropUnwrittenFiles(app.kit).run(() => false);
const later = async (ms: number): Promise<void> => {
  await app.clock.advance(ms);
  await job();
};
const there = async (): Promise<boolean[]> =>
  Promise.all(stored.map(async (key) => (await app.kit.storage.size(key)) !== undefined));
const unwritten = async (): Promise<string[]> =>
  (await app.db.query<{ key: string }>('SELECT file_key AS key FROM unwritten_file')).map(({ key }) => key);
/** During `work` the storage takes files but deletes none. */
async function removingNothing(work: () => Promise<unknown>): Promise<void> {
  const { storage } = app.kit;
  const remove = storage.delete;
  storage.delete = () => Promise.reject(new Error('the storage is down'));
  await work().finally(() => (storage.delete = remove));
}

const uploads: readonly [string, files: number, () => Promise<{ status: number }>][] = [
  ['the cover of a new event', 3, async () => publish(app, host, await goodForm(app))],
  [
    'another cover',
    3,
    async () => {
      const body = { event_uuid: event.id, event_cover_image: await testCover() };
      return app.call('POST /events/update', { as: host.token, body });
    },
  ],
  [
    'a picture of oneself',
    1,
    async () => app.call('POST /user/avatar', { as: host.token, body: { avatar: await testCover() } }),
  ],
  ['a video', 1, () => uploadVideo(app, host, event, videoFile())],
];

test.each(uploads)('%s stays, also when the job comes by while it is stored', async (_what, files, upload) => {
  duringWrite = () => later(hours(11));
  expect((await upload()).status).toBeLessThan(300);
  expect((await unwritten()).filter((key) => stored.includes(key))).toEqual([]);
  await later(days(2));
  expect(await there()).toEqual(Array.from({ length: files }, () => true));
});

test.each(uploads)('%s is refused once the job may have deleted its files', async (_what, _files, upload) => {
  duringWrite = () => app.clock.advance(hours(13));
  expect((await upload()).status).toBe(500);
  await later(hours(12));
  expect(await there()).not.toContain(true);
  expect(await unwritten()).toEqual([]);
});

test('a file that no row names is deleted after a day, or once the storage is back', async () => {
  const [key, neverStored] = ['videos/left.mp4', 'videos/never-stored.mp4'];
  await noteUnwritten(app.db, [key, neverStored]);
  await app.kit.storage.put(key, Buffer.from('film'), 'video/mp4');
  await later(hours(23));
  expect(await there()).toEqual([true]);
  await removingNothing(() => later(hours(2)));
  expect((await unwritten()).toSorted()).toEqual([key, neverStored]);
  await job();
  expect(await there()).toEqual([false]);
  expect(await unwritten()).toEqual([]);
});

test('files that cannot be deleted, however many, do not hold up others', async () => {
  const { storage } = app.kit;
  const remove = storage.delete;
  const stuck = Array.from({ length: 500 }, (_one, n) => `videos/stuck-${n}.mp4`);
  await noteUnwritten(app.db, stuck);
  await app.clock.advance(1);
  await noteUnwritten(app.db, ['videos/free.mp4']);
  storage.delete = (key) => (stuck.includes(key) ? Promise.reject(new Error('never')) : remove(key));
  await later(days(1) + 1);
  await later(hours(1));
  expect((await unwritten()).toSorted()).toEqual(stuck.toSorted());
  storage.delete = remove;
  await later(hours(1));
  expect(await unwritten()).toEqual([]);
});

test('a cover that two events drop at once is deleted', async () => {
  const copy = await newEvent(app, host);
  const coverKey = `covers/${event.id}`;
  await app.db.query('UPDATE event SET cover_key = $2 WHERE id = ANY ($1)', [[event.id, copy.id], coverKey]);
  const leave = async (tx: Tx, id: string) => {
    await tx.query("UPDATE event SET cover_key = 'covers/other' WHERE id = $1", [id]);
    await leaveCover(tx, { hostId: host.id, coverKey });
  };
  const second = await app.db.tx(async (tx) => {
    await leave(tx, event.id);
    const other = app.db.tx((tx2) => leave(tx2, copy.id));
    const waits = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await Promise.race([other, until('it to wait', () => app.db.one(waits))]);
    return { other };
  });
  await second.other;
  expect(await unwritten()).toEqual(expect.arrayContaining(coverFiles(coverKey)));
  await app.db.query('DELETE FROM unwritten_file');
});

test('a file that was not noted before cannot be kept', async () => {
  await expect(app.db.tx((tx) => keepFiles(tx, ['videos/unknown.mp4']))).rejects.toThrow('never noted');
});

test.each(uploads.slice(1))(
  '%s: what it takes the place of goes, also where the storage was down then',
  async (_what, files, upload) => {
    await upload();
    await removingNothing(async () => expect((await upload()).status).toBe(200));
    expect(await there()).toEqual(Array.from({ length: 2 * files }, () => true));
    await later(days(1));
    expect(await there()).toEqual(Array.from({ length: 2 * files }, (_one, n) => n >= files));
    expect(await unwritten()).toEqual([]);
  },
);

test('a removed video and the picture of an erased person are deleted too', async () => {
  const who = await signUp(app);
  expect((await uploadVideo(app, host, event, videoFile())).status).toBe(200);
  expect((await app.call('POST /user/avatar', { as: who.token, body: { avatar: await testCover() } })).status).toBe(
    200,
  );
  await removingNothing(async () => {
    const body = { event_uuid: event.id, video: 'presentation' };
    expect((await app.call('POST /events/remove_video', { as: host.token, body })).status).toBe(200);
    const erased = await app.call('POST /user/delete', { as: who.token, body: { password: signUpPassword } });
    expect(erased.status).toBe(200);
  });
  expect(await there()).toEqual([true, true]);
  await later(days(1));
  expect(await there()).toEqual([false, false]);
});
