import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { days, hours, minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { parseRssFeed } from 'feedsmith';
import { XmlDocument } from 'libxml2-wasm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordFact } from '../../../facts/fact-handler.ts';
import { newAdmin, newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { recordedStream } from '../../../../test/recorded-stream.ts';
import { drawStream, drawTrack, handOverTrack, keepStream } from '../../../../test/recorder/drawn-tracks.ts';
import { longestStepIn, soundOf } from '../../../../test/recorder/probe.ts';
import { beepsIn } from '../../../../test/recorder/signals.ts';
import { liveRoom, type TestRoom } from '../../../../test/rooms.ts';

const publicUrl = 'https://frontrow.example';
let app: TestApp;
let folder: string;
const ffmpeg = { path: 'ffmpeg', env: { PATH: process.env['PATH'] ?? '' } };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'podcasts-'));
  app = await testApp({ config: { publicUrl }, overrides: { rtmp: { port: 1935, tlsPort: undefined, ffmpeg } } });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const publish = (room: TestRoom, access: 'free' | 'tickets' | 'sale', price?: number) =>
  app.call('POST /events/replay/publish', {
    as: room.host.token,
    body: { event_uuid: room.event.id, access, ...(price !== undefined && { price }) },
  });
const switchPodcast = (host: TestActor, enabled = true, explicit = false) =>
  app.call('POST /host/podcast', { as: host.token, body: { enabled, explicit } });
const settingsOf = async (host: TestActor) => (await app.call('GET /host/podcast', { as: host.token })).data;
async function makeEpisodes(): Promise<void> {
  await app.jobs.runAll(['follow podcasts']);
  await app.jobs.runAll(['make downloads of replays']);
}

/** A strict parser judges the bytes, a reader's parser what is in them. */
async function read(host: TestActor) {
  const answer = await app.http.inject(`/hosts/${host.username}/podcast.xml`);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/rss+xml; charset=utf-8']);
  XmlDocument.fromString(answer.body).dispose();
  return parseRssFeed(answer.body);
}

const pathOf = (url: string): string => url.slice(publicUrl.length);
async function onlyEpisode(host: TestActor): Promise<{ url: string; bytes: number }> {
  const { items } = await read(host);
  expect(items).toHaveLength(1);
  const { url = '', length = 0 } = items![0]!.enclosures![0]!;
  expect(url.startsWith(publicUrl)).toBe(true);
  return { url: pathOf(url), bytes: length };
}
const statusOf = async (url: string): Promise<number> => (await app.http.inject({ url })).statusCode;

/** A public replay that is free for everyone, of a host with a podcast, as its only episode. */
async function madeEpisode(): Promise<{ room: TestRoom; url: string; key: string }> {
  const room = await recordedStream(app);
  await publish(room, 'free');
  await switchPodcast(room.host);
  await makeEpisodes();
  const { url } = await onlyEpisode(room.host);
  expect(await statusOf(url)).toBe(200);
  const row = await app.db.one<{ file_key: string }>(
    "SELECT file_key FROM replay_download WHERE event_id = $1 AND form = 'audio'",
    [room.event.id],
  );
  return { room, url, key: row!.file_key };
}

test('a podcast is off at first: no feed, no cover, no sound, and its host’s page does not name it', async () => {
  const room = await recordedStream(app);
  await publish(room, 'free');
  await makeEpisodes();
  expect(await settingsOf(room.host)).toMatchObject({ enabled: false, explicit: false, available: true, episodes: [] });
  expect(await statusOf(`/hosts/${room.host.username}/podcast.xml`)).toBe(404);
  expect(await statusOf(`/hosts/${room.host.username}/podcast-0123abcd.jpg`)).toBe(404);
  expect(await app.db.query('SELECT 1 FROM replay_download WHERE event_id = $1', [room.event.id])).toEqual([]);
  const page = async () =>
    (await app.call('GET /hosts/:username', { params: { username: room.host.username } })).data.host.host_podcast;
  expect(await page()).toBe(false);
  expect((await switchPodcast(room.host)).data).toMatchObject({
    enabled: true,
    url: `${publicUrl}/hosts/${room.host.username}/podcast.xml`,
    episodes: [{ event_uuid: room.event.id, state: 'queued' }],
  });
  expect(await page()).toBe(true);
  const viewer = await newViewer(app);
  expect(
    (await app.call('POST /host/podcast', { as: viewer.token, body: { enabled: true, explicit: false } })).status,
  ).toBe(403);
});

test('a free public replay becomes an episode that podcast apps can read', async () => {
  const room = await recordedStream(app, { title: 'Tea & <b>"cake"</b> ]]> 猫', description: 'Two lines\n\nof <tea>' });
  await publish(room, 'free');
  await app.db.query(
    "UPDATE app_user SET name = 'Tom & \"J\"', surname = '<Berg>', bio = 'Talks & <tea>' WHERE id = $1",
    [room.host.id],
  );
  await switchPodcast(room.host, true, true);
  expect((await read(room.host)).items ?? []).toEqual([]);
  await makeEpisodes();
  const feed = await read(room.host);
  const self = `${publicUrl}/hosts/${room.host.username}/podcast.xml`;
  expect(feed).toMatchObject({
    link: `${publicUrl}/${room.host.username}`,
    language: 'en',
    title: 'Tom & "J" <Berg> on Frontrow',
    description: 'Talks & <tea>',
    itunes: {
      author: 'Tom & "J" <Berg>',
      explicit: true,
      type: 'episodic',
      categories: [{ text: 'Society & Culture' }],
      image: expect.stringMatching(new RegExp(`^${publicUrl}/hosts/${room.host.username}/podcast-[0-9a-f]{16}\\.jpg$`)),
    },
  });
  expect(feed.atom?.links).toContainEqual({ href: self, rel: 'self', type: 'application/rss+xml' });
  const [item] = feed.items!;
  expect(item).toMatchObject({
    title: 'Tea & <b>"cake"</b> ]]> 猫',
    link: `${publicUrl}/replay/${room.event.id}`,
    guid: { value: room.event.id, isPermaLink: false },
    itunes: { duration: 8, explicit: true },
  });
  expect(item!.description).toContain('<p>of &lt;tea&gt;</p>');
  const finished = await app.db.one<{ at: Date }>('SELECT finished_at AS at FROM event WHERE id = $1', [room.event.id]);
  expect(Math.abs(Date.parse(String(item!.pubDate)) - finished!.at.getTime())).toBeLessThan(1_000);
  expect(item!.enclosures).toMatchObject([{ type: 'audio/x-m4a', url: expect.stringMatching(/\.m4a$/) }]);
  const { url, bytes } = await onlyEpisode(room.host);
  const cover = await app.http.inject(pathOf(String(feed.itunes!.image)));
  expect(cover.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect(await sharp(cover.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1_400, height: 1_400 });

  const sound = await app.http.inject({ url });
  expect(sound.headers).toMatchObject({
    'content-type': 'audio/x-m4a',
    'content-length': String(bytes),
    'accept-ranges': 'bytes',
    'cross-origin-resource-policy': 'cross-origin',
  });
  const path = join(folder, 'copied.m4a');
  await writeFile(path, sound.rawPayload);
  // Only sound, as the encoder sent it.
  expect(await soundOf(path)).toEqual([{ codec: 'aac', channels: 1, seconds: expect.closeTo(8, 0) }]);
  expect(await beepsIn(path)).toHaveLength(7);
});

test('an episode of two streams has no hole where the beginning of the first was cut out', async () => {
  const room = await recordedStream(app);
  const asked = { as: room.host.token, params: { uuid: room.event.id } };
  const begins = (await app.call('GET /events/:uuid/replay', asked)).data.tracks[0]!.begins_at;
  await keepStream(app, room.event.id, await drawStream('green', 8), begins + 8_000);
  const body = { event_uuid: room.event.id, from: begins, to: begins + 3_900 };
  expect((await app.call('POST /events/replay/cut', { as: room.host.token, body })).status).toBe(200);
  await publish(room, 'free');
  await switchPodcast(room.host);
  await makeEpisodes();
  const { url } = await onlyEpisode(room.host);
  const path = join(folder, 'cut.m4a');
  await writeFile(path, (await app.http.inject({ url })).rawPayload);
  expect(await soundOf(path)).toEqual([{ codec: 'aac', channels: 1, seconds: expect.closeTo(12, 0) }]);
  expect(await longestStepIn(path, 'sound')).toBeLessThan(0.2);
  expect((await read(room.host)).items![0]!.itunes).toMatchObject({ duration: 12 });
});

test('the sound is sent whole, in ranges, as a head, and not again to someone who has it', async () => {
  const { url } = await madeEpisode();
  const whole = await app.http.inject({ url });
  const etag = String(whole.headers['etag']);
  expect(whole.headers['cache-control']).toBe('public, no-cache');
  const head = await app.http.inject({ method: 'HEAD', url });
  expect([head.statusCode, head.rawPayload.length, head.headers['content-length']]).toEqual([
    200,
    0,
    String(whole.rawPayload.length),
  ]);
  const range = await app.http.inject({ url, headers: { range: 'bytes=100-199', 'if-range': etag } });
  expect([range.statusCode, range.headers['content-range']]).toEqual([206, `bytes 100-199/${whole.rawPayload.length}`]);
  expect(range.rawPayload.equals(whole.rawPayload.subarray(100, 200))).toBe(true);
  expect((await app.http.inject({ url, headers: { range: 'bytes=99999999-' } })).statusCode).toBe(416);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`])
    expect((await app.http.inject({ url, headers: { 'if-none-match': known } })).statusCode).toBe(304);
});

test('a room becomes one sound of everyone who agreed, with silence instead of anyone else', async () => {
  const room = await liveRoom(app, 2);
  const [ann, ben] = room.viewers;
  await room.do(room.host, 'POST /events/streaming/set_recording', { enabled: true });
  for (const who of [ann!, ben!]) {
    await room.enter(who);
    await room.do(who, 'POST /events/streaming/recording_consent', { enabled: true });
  }
  const begins = app.clock.now();
  const [low, high] = await Promise.all(
    ['440', '880'].map(async (look) => {
      const drawn = await drawTrack({ kind: 'audio', mimeType: 'audio/mp4', look, seconds: 2 });
      // Its container has a rest after the last whole piece.
      return { ...drawn, pieces: drawn.pieces.slice(0, 1) };
    }),
  );
  const camera = await drawTrack({ kind: 'camera', mimeType: 'video/webm', look: 'red', seconds: 8 });
  const sound = { kind: 'audio', mimeType: 'audio/mp4' } as const;
  await handOverTrack(app, room, camera, {
    publisher: room.host,
    kind: 'camera',
    mimeType: 'video/webm',
    beganAt: begins,
  });
  // Host, Ann, Ben, and the host again, two seconds each.
  for (const [who, file, second] of [
    [room.host, low!, 0],
    [ann!, high!, 2],
    [ben!, high!, 4],
    [room.host, low!, 6],
  ] as const)
    await handOverTrack(app, room, file, { ...sound, publisher: who, beganAt: begins + seconds(second) });
  await app.clock.advance(seconds(10));
  await room.do(room.host, 'POST /events/streaming/stop_streaming');
  // As of a recording that began before people were told of podcasts.
  await app.db.query('UPDATE recording_part SET for_podcasts = false WHERE event_id = $1 AND publisher_id = ANY ($2)', [
    room.event.id,
    [room.host.id, ben!.id],
  ]);
  await app.clock.advance(minutes(1));
  await publish(room, 'free');
  await switchPodcast(room.host);
  await makeEpisodes();
  const { url } = await onlyEpisode(room.host);
  const path = join(folder, 'mixed.m4a');
  await writeFile(path, (await app.http.inject({ url })).rawPayload);
  expect(await soundOf(path)).toEqual([{ codec: 'aac', channels: 2, seconds: expect.closeTo(8, 1) }]);
  const beeps = (await beepsIn(path)).map((ms) => Math.round(ms / 1000));
  expect(beeps).toEqual([1, 2, 3, 6, 7]);

  // As when Ann deletes her account.
  const payload = { accountId: ann!.id };
  await recordFact(app.db, { topic: 'AccountErased', dedupeKey: `test:${ann!.id}`, payload });
  await app.quiesce();
  expect(await statusOf(url)).toBe(404);
  await makeEpisodes();
  const without = join(folder, 'without.m4a');
  await writeFile(without, (await app.http.inject({ url: (await onlyEpisode(room.host)).url })).rawPayload);
  // Nobody speaks for four seconds now, which a replay skips.
  expect((await beepsIn(without)).map((ms) => Math.round(ms / 1000))).toEqual([1, 2, 3]);
});

test.each<[string, (room: TestRoom) => Promise<{ status: number }>]>([
  ['its host deletes the replay', (room) => app.call('POST /events/replay/remove', as(room))],
  ['its host keeps the replay for ticket holders', (room) => publish(room, 'tickets')],
  ['its host sells the replay', (room) => publish(room, 'sale', 5)],
  ['its host switches the podcast off', (room) => switchPodcast(room.host, false)],
  ['its host takes the event off the lists', async (room) => set(room, 'is_public = false')],
  ['the event is unpublished', async (room) => set(room, "unpublished_at = app_now(), unpublished_reason = 'spam'")],
  [
    'an app admin takes the replay down',
    async (room) =>
      app.call('POST /admin/replays/take_down', {
        as: (await newAdmin(app)).token,
        body: { event_uuid: room.event.id, reason: 'It plays someone else’s song' },
      }),
  ],
  [
    'its host is suspended',
    async (room) => {
      await app.db.query("UPDATE app_user SET suspended_at = app_now(), suspended_reason = 'spam' WHERE id = $1", [
        room.host.id,
      ]);
      return { status: 200 };
    },
  ],
])('an episode is gone at once, and its file soon, when %s', async (_what, act) => {
  const { room, url, key } = await madeEpisode();
  expect(await app.kit.storage.size(key)).toBeGreaterThan(0);
  expect((await act(room)).status).toBe(200);
  // Before any job has run.
  expect(await statusOf(url)).toBe(404);
  expect((await app.http.inject({ method: 'HEAD', url })).statusCode).toBe(404);
  await app.jobs.runAll(['follow podcasts']);
  await app.quiesce();
  expect(await statusOf(url)).toBe(404);
  expect(await app.db.query('SELECT 1 FROM replay_download WHERE event_id = $1', [room.event.id])).toEqual([]);
  expect(await app.kit.storage.size(key)).toBeUndefined();
});

const as = (room: TestRoom) => ({ as: room.host.token, body: { event_uuid: room.event.id } });

async function set(room: TestRoom, what: string): Promise<{ status: number }> {
  await app.db.query(`UPDATE event SET ${what} WHERE id = $1`, [room.event.id]);
  return { status: 200 };
}

test('a cut and its undoing make the sound again, under another address and the same name', async () => {
  const { room, url } = await madeEpisode();
  const guidOf = async () => (await read(room.host)).items![0]!.guid?.value;
  const guid = await guidOf();
  const begins = (await app.call('GET /events/:uuid/replay', { as: room.host.token, params: { uuid: room.event.id } }))
    .data.tracks[0]!.begins_at;
  const cut = await app.call('POST /events/replay/cut', {
    as: room.host.token,
    body: { event_uuid: room.event.id, from: begins, to: begins + 3_900 },
  });
  expect(cut.status).toBe(200);
  expect(await statusOf(url)).toBe(404);
  expect((await read(room.host)).items ?? []).toEqual([]);
  await makeEpisodes();
  const shorter = await onlyEpisode(room.host);
  expect([shorter.url === url, await guidOf(), await durationOf(room.host)]).toEqual([false, guid, 4]);
  await app.call('POST /events/replay/restore', {
    as: room.host.token,
    body: { event_uuid: room.event.id, cut_uuid: cut.data.cuts[0]!.cut_uuid },
  });
  expect([await statusOf(url), await statusOf(shorter.url)]).toEqual([404, 404]);
  await makeEpisodes();
  expect(await durationOf(room.host)).toBe(8);
});

const durationOf = async (host: TestActor) => (await read(host)).items![0]!.itunes?.duration;

test('neither the sound nor the video of a replay takes the other’s place', async () => {
  const { room, url } = await madeEpisode();
  expect((await app.call('POST /events/replay/prepare_download', as(room))).data).toMatchObject({ state: 'queued' });
  await app.jobs.runAll(['make downloads of replays', 'follow podcasts']);
  const { data } = await app.call('GET /events/:uuid/replay/download', {
    as: room.host.token,
    params: { uuid: room.event.id },
  });
  expect(data.state).toBe('ready');
  await app.clock.advance(days(7) + minutes(1));
  await app.jobs.runAll(['delete downloads of replays', 'follow podcasts']);
  // A video is for a week, an episode for as long as its replay is public.
  expect(await statusOf(url)).toBe(200);
});

test('a video that someone waits for is made before the sound of podcasts', async () => {
  const room = await recordedStream(app);
  await publish(room, 'free');
  await switchPodcast(room.host);
  await app.jobs.runAll(['follow podcasts']);
  await app.clock.advance(seconds(5));
  await app.call('POST /events/replay/prepare_download', as(room));
  const { data } = await app.call('GET /events/:uuid/replay/download', {
    as: room.host.token,
    params: { uuid: room.event.id },
  });
  expect(data).toMatchObject({ state: 'queued', ahead: 0 });
  await app.jobs.runAll(['make downloads of replays']);
  const rows = await app.db.query<{ form: string }>(
    'SELECT form::text FROM replay_download WHERE event_id = $1 ORDER BY ended_at, form',
    [room.event.id],
  );
  expect(rows.map(({ form }) => form)).toEqual(['video', 'audio']);
});

test('an episode that failed is tried again a day later, one for which the disk was full after an hour', async () => {
  const { room } = await madeEpisode();
  const fail = async (problem: string) => {
    await app.db.query('DELETE FROM replay_download WHERE event_id = $1', [room.event.id]);
    await app.db.query(
      `INSERT INTO replay_download (event_id, id, form, status, problem, ended_at)
       VALUES ($1, gen_random_uuid(), 'audio', 'failed', $2, app_now())`,
      [room.event.id, problem],
    );
  };
  const stateAfter = async (ms: number) => {
    await app.clock.advance(ms);
    await app.jobs.runAll(['follow podcasts']);
    return (await settingsOf(room.host)).episodes.map(({ state, problem }) => `${state} ${problem}`);
  };
  await fail('disk_full');
  expect(await stateAfter(minutes(59))).toEqual(['failed disk_full']);
  expect(await stateAfter(minutes(2))).toEqual(['queued null']);
  await fail('failed');
  expect(await stateAfter(hours(23))).toEqual(['failed failed']);
  expect(await stateAfter(hours(2))).toEqual(['queued null']);
  await fail('no_sound');
  expect(await stateAfter(days(3))).toEqual(['failed no_sound']);
});

test('a host has at most fifty episodes, and the sound of older ones is deleted', async () => {
  const { room, url } = await madeEpisode();
  await app.db.query(
    `WITH later AS (
       INSERT INTO event SELECT (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'ide', -n, 'sold', 0,
         'finished_at', e.finished_at + n * interval '1 second'))).*
       FROM event e CROSS JOIN generate_series(1, 50) AS n WHERE e.id = $1 RETURNING id),
     rooms AS (INSERT INTO room (event_id, closed_at) SELECT id, app_now() FROM later RETURNING event_id),
     access AS (INSERT INTO replay_access (event_id, access) SELECT event_id, 'free' FROM rooms RETURNING event_id)
     INSERT INTO recording_part (id, event_id, begins_at, head)
     SELECT gen_random_uuid(), event_id, app_now(), '\\x00' FROM access`,
    [room.event.id],
  );
  expect(await statusOf(url)).toBe(404);
  expect((await settingsOf(room.host)).episodes).toHaveLength(50);
});

test('a host without public replays has an empty podcast, and an unknown one has none', async () => {
  const host = await newHost(app);
  await switchPodcast(host);
  const feed = await read(host);
  expect(feed.items ?? []).toEqual([]);
  expect(feed.itunes?.categories).toHaveLength(1);
  expect(await statusOf('/hosts/no-such-host/podcast.xml')).toBe(404);
  expect(await statusOf('/recordings/podcasts/not-an-id.m4a')).toBe(404);
});
