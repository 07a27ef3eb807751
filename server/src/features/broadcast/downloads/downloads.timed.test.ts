import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { days, minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAdmin, newViewer } from '../../../../test/actors.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { recordedStream } from '../../../../test/recorded-stream.ts';
import { drawTrack, handOverTrack, keepStream, drawStream } from '../../../../test/recorder/drawn-tracks.ts';
import { colorAt, longestStepIn, streamsIn } from '../../../../test/recorder/probe.ts';
import { beepsIn } from '../../../../test/recorder/signals.ts';
import { liveRoom, type TestRoom } from '../../../../test/rooms.ts';

let app: TestApp;
let folder: string;
const ffmpeg = { path: 'ffmpeg', env: { PATH: process.env['PATH'] ?? '' } };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'downloads-'));
  app = await testApp({ overrides: { rtmp: { port: 1935, tlsPort: undefined, ffmpeg } } });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const as = (room: TestRoom) => ({
  as: room.host.token,
  params: { uuid: room.event.id },
  body: { event_uuid: room.event.id },
});

/** Has the video made, and answers where it was written. */
async function downloaded(room: TestRoom): Promise<string> {
  expect((await app.call('POST /events/replay/prepare_download', as(room))).data).toMatchObject({ state: 'queued' });
  await app.jobs.runAll(['make downloads of replays']);
  const { data } = await app.call('GET /events/:uuid/replay/download', as(room));
  expect(data).toMatchObject({ state: 'ready', progress: 100, problem: null });
  const file = await app.http.inject({ url: data.file!.url });
  expect([file.statusCode, file.headers['content-type'], file.rawPayload.length]).toEqual([
    200,
    'video/mp4',
    data.file!.bytes,
  ]);
  const path = join(folder, `${room.event.id}.mp4`);
  await writeFile(path, file.rawPayload);
  return path;
}

test('a recorded room becomes one MP4 of what the player shows, with everyone’s sound', async () => {
  const room = await liveRoom(app, 2);
  const [ann, ben] = room.viewers;
  await room.do(room.host, 'POST /events/streaming/set_recording', { enabled: true });
  for (const who of [ann!, ben!]) await room.enter(who);
  await room.do(ann!, 'POST /events/streaming/recording_consent', { enabled: true });
  const begins = app.clock.now();
  const [camera, sound, turn] = await Promise.all([
    drawTrack({ kind: 'camera', mimeType: 'video/webm', look: 'red', seconds: 8 }),
    drawTrack({ kind: 'audio', mimeType: 'audio/mp4', look: '440', seconds: 8 }),
    drawTrack({ kind: 'camera', mimeType: 'video/mp4', look: 'blue', seconds: 2 }),
  ]);
  await handOverTrack(app, room, camera, {
    publisher: room.host,
    kind: 'camera',
    mimeType: 'video/webm',
    beganAt: begins,
  });
  // Its container has a rest after the last whole piece.
  const whole = { ...sound, pieces: sound.pieces.slice(0, 4) };
  await handOverTrack(app, room, whole, {
    publisher: room.host,
    kind: 'audio',
    mimeType: 'audio/mp4',
    beganAt: begins,
  });
  await handOverTrack(app, room, turn, {
    publisher: ann!,
    kind: 'camera',
    mimeType: 'video/mp4',
    beganAt: begins + 2_000,
  });
  for (const [at, who] of [
    [2, ann],
    [4, undefined],
    [6, ben],
    [7, undefined],
  ] as const)
    await app.db.query(
      `INSERT INTO stage_change (event_id, user_id, at) VALUES ($1, $2, to_timestamp($3::double precision / 1000))`,
      [room.event.id, who?.id ?? null, begins + at * 1000],
    );
  await app.clock.advance(seconds(10));
  await room.do(room.host, 'POST /events/streaming/stop_streaming');
  await app.clock.advance(minutes(1));
  const path = await downloaded(room);
  expect(await streamsIn(path)).toEqual([
    { codec: 'h264', size: '1280x720', seconds: expect.closeTo(8, 1) },
    { codec: 'aac', size: '', seconds: expect.closeTo(8, 1) },
  ]);
  const [large, small] = [
    { x: 200, y: 400 },
    { x: 1100, y: 40 },
  ];
  const seen = async (second: number) => [await colorAt(path, second, large), await colorAt(path, second, small)];
  expect(await seen(1)).toEqual(['f00', 'f00']);
  expect(await seen(3)).toEqual(['f00', '00f']);
  expect(await seen(5)).toEqual(['f00', 'f00']);
  expect(await seen(6.5)).toEqual(['f00', '000']);
  expect(await seen(7.5)).toEqual(['f00', 'f00']);
  const beeps = await beepsIn(path);
  // The one at the beginning has no silence before it. Picture and sound begin together, and never drift apart.
  expect(beeps).toHaveLength(7);
  for (const [index, at] of beeps.entries()) expect(Math.abs(at - seconds(index + 1))).toBeLessThan(40);
  // Its ffmpeg has only processor time that nothing else needs.
}, 600_000);

test('the stream of an encoder is copied as it was sent', async () => {
  const path = await downloaded(await recordedStream(app));
  expect(await streamsIn(path)).toEqual([
    { codec: 'h264', size: '320x180', seconds: expect.closeTo(8, 0) },
    { codec: 'aac', size: '', seconds: expect.closeTo(8, 0) },
  ]);
});

test('viewers download a replay once the host allows it, and strangers never', async () => {
  const room = await recordedStream(app);
  const [holder] = room.viewers;
  const stranger = await newViewer(app);
  const ask = (
    who: { token: string },
    name: 'GET /events/:uuid/replay/download' | 'POST /events/replay/prepare_download',
  ) => app.call(name, { ...as(room), as: who.token });
  const codes = async (who: { token: string }): Promise<(string | number)[]> => {
    const answers = [
      await ask(who, 'POST /events/replay/prepare_download'),
      await ask(who, 'GET /events/:uuid/replay/download'),
    ];
    return answers.map(({ status, errors }) => (errors[0] as { code: string } | undefined)?.code ?? status);
  };
  const off = await codes(holder!);
  const path = await downloaded(room);
  expect(path).toBeTruthy();
  const { data } = await ask(room.host, 'GET /events/:uuid/replay/download');
  const allow = (who: { token: string }) =>
    app.call('POST /events/replay/allow_downloads', {
      as: who.token,
      body: { event_uuid: room.event.id, enabled: true },
    });
  expect((await allow(holder!)).status).toBe(403);
  expect((await allow(room.host)).data).toMatchObject({ viewers_allowed: true });
  expect({ off, on: await codes(holder!), stranger: await codes(stranger) }).toEqual({
    off: ['replay_download_off', 'replay_download_off'],
    on: [200, 200],
    stranger: ['replay_tickets_only', 'replay_tickets_only'],
  });
  // An address is for the person who got it.
  const forged = data.file!.url.replace(/viewer=\d+/, `viewer=${stranger.id}`);
  expect(forged).not.toBe(data.file!.url);
  expect((await app.http.inject({ url: forged })).statusCode).toBeGreaterThanOrEqual(400);
});

test('a cut takes the video away, and the next one is without it', async () => {
  const room = await recordedStream(app);
  await downloaded(room);
  const { data } = await app.call('GET /events/:uuid/replay/download', as(room));
  const replay = (await app.call('GET /events/:uuid/replay', as(room))).data;
  const begins = replay.tracks[0]!.begins_at;
  const cut = await app.call('POST /events/replay/cut', {
    as: room.host.token,
    body: { event_uuid: room.event.id, from: begins, to: begins + 3_900 },
  });
  expect(cut.status).toBe(200);
  expect((await app.http.inject({ url: data.file!.url })).statusCode).toBe(404);
  expect((await app.call('GET /events/:uuid/replay/download', as(room))).data).toMatchObject({
    state: 'none',
    file: null,
  });
  expect((await streamsIn(await downloaded(room)))[0]!.seconds).toBeCloseTo(4, 0);
});

const secondsLong = (value: number) => ({ seconds: expect.closeTo(value, 0) });

test.each<[string, number, [number, number][]]>([
  ['the beginning was cut out', 12, [[0, 3_900]]],
  [
    'both parts have a cut in the middle',
    12,
    [
      [2_100, 3_900],
      [10_100, 11_900],
    ],
  ],
  [
    'one part has two cuts in the middle',
    20,
    [
      [10_100, 11_900],
      [16_100, 17_900],
    ],
  ],
])('a stream of several parts has no hole where %s', async (_, length, cuts) => {
  const room = await recordedStream(app);
  const replay = async () => (await app.call('GET /events/:uuid/replay', as(room))).data;
  const begins = (await replay()).tracks[0]!.begins_at;
  await keepStream(app, room.event.id, await drawStream('green', length === 20 ? 16 : 8), begins + 8_000);
  for (const [from, to] of cuts) {
    const body = { event_uuid: room.event.id, from: begins + from, to: begins + to };
    expect((await app.call('POST /events/replay/cut', { as: room.host.token, body })).status).toBe(200);
  }
  const path = await downloaded(room);
  expect(await streamsIn(path)).toMatchObject([secondsLong(length), secondsLong(length)]);
  // Where parts meet, a picture is shown for two more at most.
  for (const stream of ['picture', 'sound'] as const) expect(await longestStepIn(path, stream)).toBeLessThan(0.2);
  const beeps = await beepsIn(path);
  expect(beeps).toHaveLength(length - 1);
  const apart = beeps.slice(1).map((at, index) => at - beeps[index]!);
  for (const ms of apart) expect(Math.abs(ms - 1_000)).toBeLessThan(200);
});

test('a video whose process died is made again by another, three times at most', async () => {
  const room = await recordedStream(app);
  expect((await app.call('POST /events/replay/prepare_download', as(room))).status).toBe(200);
  const died = (of: TestRoom, attempts: number) =>
    app.db.query(
      `UPDATE replay_download SET status = 'running', worker = gen_random_uuid(), attempts = $2,
         seen_at = app_now() - interval '31 seconds' WHERE event_id = $1`,
      [of.event.id, attempts],
    );
  await died(room, 1);
  await app.jobs.runAll(['make downloads of replays']);
  expect((await app.call('GET /events/:uuid/replay/download', as(room))).data).toMatchObject({ state: 'ready' });
  const other = await recordedStream(app);
  await app.call('POST /events/replay/prepare_download', as(other));
  await died(other, 3);
  await app.jobs.runAll(['make downloads of replays']);
  expect((await app.call('GET /events/:uuid/replay/download', as(other))).data).toMatchObject({
    state: 'failed',
    problem: 'failed',
  });
  // Asked for again, it gets another try.
  expect((await app.call('POST /events/replay/prepare_download', as(other))).data).toMatchObject({ state: 'queued' });
});

test('the video is deleted a week after it was made', async () => {
  const room = await recordedStream(app);
  await downloaded(room);
  const { data } = await app.call('GET /events/:uuid/replay/download', as(room));
  await app.clock.advance(days(7) + minutes(1));
  await app.jobs.runAll(['delete downloads of replays']);
  expect((await app.call('GET /events/:uuid/replay/download', as(room))).data).toMatchObject({ state: 'none' });
  expect((await app.http.inject({ url: data.file!.url })).statusCode).toBeGreaterThanOrEqual(400);
});

test.each([
  ['its host deletes the replay', (room: TestRoom) => app.call('POST /events/replay/remove', as(room))],
  [
    'an app admin takes the replay down',
    async (room: TestRoom) =>
      app.call('POST /admin/replays/take_down', {
        as: (await newAdmin(app)).token,
        body: { event_uuid: room.event.id, reason: 'It shows someone else’s film' },
      }),
  ],
])('the video is gone, with its file, once %s', async (_what, act) => {
  const room = await recordedStream(app);
  await downloaded(room);
  const { data } = await app.call('GET /events/:uuid/replay/download', as(room));
  const row = await app.db.one<{ file_key: string }>('SELECT file_key FROM replay_download WHERE event_id = $1', [
    room.event.id,
  ]);
  expect((await act(room)).status).toBe(200);
  expect((await app.http.inject({ url: data.file!.url })).statusCode).toBeGreaterThanOrEqual(400);
  await app.quiesce();
  expect(await app.db.query('SELECT 1 FROM replay_download WHERE event_id = $1', [room.event.id])).toEqual([]);
  expect(await app.kit.storage.size(row!.file_key)).toBeUndefined();
});

test('a site without ffmpeg offers no download, and says why to someone who asks', async () => {
  const room = await recordedStream(app);
  const plain = await testApp();
  const elsewhere = await liveRoom(plain, 0);
  await elsewhere.do(elsewhere.host, 'POST /events/streaming/stop_streaming');
  await keepStream(plain, elsewhere.event.id, await drawStream('green', 4), plain.clock.now() - minutes(1));
  await plain.clock.advance(minutes(1));
  const asked = { ...as(elsewhere), as: elsewhere.host.token };
  expect((await plain.call('GET /events/:uuid/replay/download', asked)).data).toMatchObject({ available: false });
  expect((await plain.call('POST /events/replay/prepare_download', asked)).errors).toMatchObject([
    { code: 'replay_download_unavailable' },
  ]);
  expect((await app.call('GET /events/:uuid/replay/download', as(room))).data).toMatchObject({ available: true });
  await plain.close();
});
