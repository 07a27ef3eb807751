import { execFile } from 'node:child_process';
import { createDecipheriv, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { liveSegmentsKeptMs, segmentKeyMs } from '@frontrow/core/broadcast/limits.ts';
import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newAdmin, newGuest, newViewer, type TestActor } from '../../../../test/actors.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { listenerHeader, openSession, postSegment } from '../../../../test/ingest/posted-segments.ts';
import { dueRoom, liveRoom, memoryVideo, type TestRoom } from '../../../../test/rooms.ts';
import { giveTicket } from '../../../../test/tickets.ts';

const run = promisify(execFile);
const webrtcMax = 1;
let app: TestApp;
let address: string;
beforeAll(async () => {
  app = await testApp({
    config: { broadcastWebrtcViewersMax: webrtcMax },
    overrides: { rtmp: { port: 1935, tlsPort: undefined } },
    apart: { B03: 'sessions of encoders are written by hand' },
  });
  address = await app.http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

/** The head and the fragments of the demo's clip: half a minute of H.264 and AAC, two seconds each. */
async function clip(): Promise<{ head: Buffer; fragments: Buffer[] }> {
  const bytes = await readFile(join(import.meta.dirname, '../../../demo/replay-clip.mp4'));
  const starts: number[] = [];
  let end = 0;
  for (let kind = ''; end + 8 <= bytes.length && kind !== 'mfra'; end += bytes.readUInt32BE(end)) {
    kind = bytes.toString('latin1', end + 4, end + 8);
    if (kind === 'moof' || kind === 'mfra') starts.push(end);
  }
  const [first = 0] = starts;
  return {
    head: bytes.subarray(0, first),
    fragments: starts.slice(0, -1).map((start, index) => bytes.subarray(start, starts[index + 1])),
  };
}

const call = (room: TestRoom, who: TestActor | undefined, path: string, headers: Record<string, string> = {}) =>
  app.http.inject({
    url: `/api/events/${room.event.id}/hls/${path}`,
    headers: { ...(who && { 'access-token': who.token }), ...headers },
  });
const keyOf = async (room: TestRoom, who: TestActor | undefined, number = 0, headers = {}): Promise<string> => {
  const answer = await call(room, who, `keys/${number}`, headers);
  if (answer.statusCode === 200) return answer.rawPayload.toString('hex');
  return `${answer.statusCode} ${answer.json<{ errors: { code: string }[] }>().errors[0]?.code}`;
};
const aKey = expect.stringMatching(/^[0-9a-f]{32}$/);
const playlistOf = async (room: TestRoom, query = ''): Promise<string> =>
  (await call(room, undefined, `live.m3u8${query}`)).body;
const urisIn = (playlist: string): string[] => playlist.split('\n').filter((line) => line.startsWith('segments/'));

const encoder = (room: TestRoom, via?: 'rtmp' | 'whip'): Promise<string> => openSession(app, room.event.id, via);

async function post(
  session: string,
  part: string,
  ordinal: number,
  { head, fragments }: Awaited<ReturnType<typeof clip>>,
): Promise<number> {
  const answer = await postSegment(app, { session, part, ordinal, head, bytes: fragments[ordinal]! });
  return answer.statusCode;
}

/** What the app orders the listener to do. */
async function orders(session: string): Promise<unknown> {
  const health = { codec: 'H.264', width: 640, height: 360, fps: 30, bitrate_kbps: 900, key_frame_interval_s: 2 };
  const answer = await app.http.inject({
    method: 'POST',
    url: `/whip/sessions/${session}/health`,
    headers: {
      'content-type': 'application/json',
      ...listenerHeader(app),
    },
    payload: { ...health, dropped_frames: 0, reencoding: false, audio_codec: 'AAC', audio_level: 0.2 },
  });
  return answer.json<{ data: unknown }>().data;
}

/** A live RTMP broadcast with more viewers than watch by WebRTC; all of them are in the room. */
async function crowded(viewers = 3, segments = 3) {
  const room = await liveRoom(app, viewers, { kind: 'broadcast' });
  const session = await encoder(room);
  const source = await clip();
  const part = randomUUID();
  for (let ordinal = 0; ordinal < segments; ordinal += 1) expect(await post(session, part, ordinal, source)).toBe(200);
  for (const viewer of room.viewers) await room.join(viewer);
  return { room, session, source, part, viewer: room.viewers.at(-1)! };
}

describe('who watches how', () => {
  const deliveryOf = async (room: TestRoom, who: TestActor): Promise<string> => (await room.join(who)).data.delivery;

  test('the first viewers watch by WebRTC, those beyond them by HLS, and the engine does not let them in', async () => {
    const room = await liveRoom(app, 3, { kind: 'broadcast' });
    await encoder(room);
    const [first, second, third] = room.viewers as [TestActor, TestActor, TestActor];
    expect(await deliveryOf(room, first)).toBe('webrtc');
    const joined = await room.join(second);
    expect(joined.data).toMatchObject({ delivery: 'hls', token: '', url: '' });
    expect(await deliveryOf(room, third)).toBe('hls');
    expect(await deliveryOf(room, first), 'joining again keeps the place').toBe('webrtc');
    expect((await room.state()).current_state).toMatchObject({ viewers_count: 3, webrtc_places: 0 });
    const { token } = (await room.do(room.host, 'POST /events/streaming/start_streaming')).data;
    expect(token, 'the host always has a place').not.toBe('');
    const identity = `${second.id}`;
    const may = await app.kit.video.mintToken({
      room: room.event.id,
      identity: joined.data.identity,
      displayName: identity,
      grants: 'sub',
    });
    memoryVideo(app).connect(may);
    await app.quiesce();
    const listed = await memoryVideo(app).participants(room.event.id);
    expect(listed.map((one) => one.identity)).not.toContain(joined.data.identity);
  });

  test('a viewer moves up to WebRTC when a place frees up, and everyone sees that there is one', async () => {
    const room = await liveRoom(app, 2, { kind: 'broadcast' });
    await encoder(room);
    const [first, second] = room.viewers as [TestActor, TestActor];
    for (const who of [first, second]) await room.join(who);
    await room.do(first, 'POST /events/streaming/leave_streaming');
    expect((await room.state()).current_state.webrtc_places).toBe(1);
    expect(await room.enter(second)).toBe(true);
    expect((await room.state()).current_state.webrtc_places).toBe(0);
  });

  test('everyone watches by WebRTC where there are no more tickets than places', async () => {
    const small = await liveRoom(app, 1, { kind: 'broadcast' });
    const session = await encoder(small);
    expect(await deliveryOf(small, small.viewers[0]!)).toBe('webrtc');
    expect((await small.state()).current_state).not.toHaveProperty('webrtc_places');
    expect(await orders(session), 'nothing is stored that no one needs').toMatchObject({
      recording: false,
      replay: false,
    });
    const interactive = await liveRoom(app, 2);
    for (const who of interactive.viewers) expect(await deliveryOf(interactive, who)).toBe('webrtc');
  });
});

describe('a broadcast by camera or WHIP', () => {
  /** The host sends from this browser, in this codec. */
  async function byCamera(codec: string, viewers = 2): Promise<TestRoom> {
    const room = await liveRoom(app, viewers, { kind: 'broadcast' });
    await app.call('POST /events/ingest/select_source', {
      as: room.host.token,
      body: { event_uuid: room.event.id, source: 'camera' },
    });
    memoryVideo(app).publish(room.event.id, `u:${room.host.id}`, 'camera', codec);
    await app.quiesce();
    return room;
  }
  /** The order of a recorder for this room, and the answer to a segment that it posts. */
  async function recorderDoes(room: TestRoom, identity = `u:${room.host.id}`) {
    const recorder = (path: string, payload: object | Buffer, type = 'application/json') =>
      app.http.inject({
        method: 'POST',
        url: `/recorder/rooms${path}`,
        headers: { ...listenerHeader(app), 'content-type': type },
        payload,
      });
    const { rooms } = (await recorder('', { recorder: randomUUID() })).json<{
      data: { rooms: { event_uuid: string; keeps: boolean; stream: string | null }[] };
    }>().data;
    const order = rooms.find((one) => one.event_uuid === room.event.id);
    const { head, fragments } = await clip();
    const [began, length] = [String(app.clock.now() - 2_000), '2000'];
    const named = { file: randomUUID(), kind: 'stream', identity, mimeType: 'video/mp4', beganAt: began, ordinal: '0' };
    const query = new URLSearchParams({ ...named, headBytes: `${head.length}`, beginsMs: '0', lengthMs: length });
    const bytes = Buffer.concat([head, fragments[0]!]);
    const posted = await recorder(`/${room.event.id}/pieces?${query.toString()}`, bytes, 'application/octet-stream');
    return { order, posted: posted.statusCode };
  }

  test('a camera in H.264 is watched by HLS beyond the first viewers, from segments of the recorder', async () => {
    const room = await byCamera('h264');
    const [first, second] = room.viewers as [TestActor, TestActor];
    expect((await room.join(first)).data.delivery).toBe('webrtc');
    expect((await room.join(second)).data).toMatchObject({ delivery: 'hls', token: '' });
    expect((await room.state()).current_state).not.toHaveProperty('webrtc_only');
    const { order, posted } = await recorderDoes(room);
    expect(order, 'nothing is kept, because the host does not record').toMatchObject({
      keeps: false,
      stream: `u:${room.host.id}`,
    });
    expect(posted).toBe(200);
    expect(urisIn(await playlistOf(room))).toHaveLength(1);
    expect(await keyOf(room, second)).toEqual(aKey);
    expect((await recorderDoes(room, `u:${second.id}`)).posted, 'of a viewer nothing is taken').not.toBe(200);
    await room.do(room.host, 'POST /events/streaming/stop_streaming');
    const replay = await app.call('GET /events/:uuid/replay', { as: room.host.token, params: { uuid: room.event.id } });
    expect(replay.data.tracks).toEqual([]);
  });

  test('a broadcast by WHIP is watched by HLS, too', async () => {
    const room = await liveRoom(app, 2, { kind: 'broadcast' });
    await encoder(room, 'whip');
    for (const who of room.viewers) await room.join(who);
    expect((await room.join(room.viewers[1]!)).data.delivery).toBe('hls');
    expect((await recorderDoes(room, 'ingest')).posted).toBe(200);
  });

  test('a camera in VP8 reaches viewers by WebRTC alone: the host sees how many, and the next viewer reads why', async () => {
    const room = await byCamera('vp8');
    const [first, second] = room.viewers as [TestActor, TestActor];
    expect((await room.state()).current_state).toMatchObject({ webrtc_only: webrtcMax });
    expect((await room.join(first)).data.delivery).toBe('webrtc');
    const refused = await room.join(second);
    expect(refused.status).toBe(409);
    expect(refused.errors).toMatchObject([
      {
        code: 'broadcast_webrtc_full',
        message:
          'This broadcast is full right now: the host’s video format reaches at most 1 viewers at the same time. ' +
          'Please try again in a moment.',
      },
    ]);
    const { order, posted } = await recorderDoes(room);
    expect({ order, posted }).toEqual({ order: undefined, posted: 409 });
    await room.do(first, 'POST /events/streaming/leave_streaming');
    expect((await room.join(second)).data.delivery).toBe('webrtc');
  });

  test('a broadcast that changes to VP8 keeps the viewers by HLS in the room, and shows them the picture again in H.264', async () => {
    const room = await byCamera('h264');
    for (const who of room.viewers) await room.join(who);
    const second = room.viewers[1]!;
    memoryVideo(app).publish(room.event.id, `u:${room.host.id}`, 'camera', 'vp8');
    await app.quiesce();
    expect((await room.join(second)).data).toMatchObject({ delivery: 'hls', current_state: { webrtc_only: 1 } });
    memoryVideo(app).publish(room.event.id, `u:${room.host.id}`, 'camera', 'h264');
    await app.quiesce();
    expect((await room.state()).current_state).not.toHaveProperty('webrtc_only');
  });
});

describe('segments', () => {
  test('segments are stored for live viewers without being recorded, and belong to the replay only while it records', async () => {
    const { room, session, source } = await crowded();
    expect(await orders(session)).toMatchObject({ recording: true, replay: false });
    expect((await room.state()).current_state.recording).toBe(false);
    const record = { event_uuid: room.event.id, enabled: true };
    await app.call('POST /events/ingest/record', { as: room.host.token, body: record });
    expect(await orders(session)).toMatchObject({ recording: true, replay: true });
    expect(await post(session, randomUUID(), 0, source)).toBe(200);
    expect(urisIn(await playlistOf(room))).toHaveLength(4);
    await room.do(room.host, 'POST /events/streaming/stop_streaming');
    const { replay } = (
      await app.call('GET /events/:uuid/replay', { as: room.host.token, params: { uuid: room.event.id } })
    ).data;
    expect(replay?.parts).toHaveLength(1);
    const played = await app.http.inject(replay!.parts[0]!.url);
    expect(played.rawPayload.includes(source.fragments[0]!), 'the replay is not encrypted').toBe(true);
    for (let start = 0; start < played.rawPayload.length; start += 3_001) {
      const end = Math.min(start + 40, played.rawPayload.length - 1);
      const range = await app.http.inject({ url: replay!.parts[0]!.url, headers: { range: `bytes=${start}-${end}` } });
      expect(range.rawPayload.equals(played.rawPayload.subarray(start, end + 1)), `from ${start}`).toBe(true);
    }
  });

  test('segments are encrypted files that every cache may keep, and the playlist is one for a second', async () => {
    const { room, source, part } = await crowded();
    const playlist = await call(room, undefined, 'live.m3u8');
    expect(playlist.headers).toMatchObject({
      'cache-control': 'public, max-age=1',
      'content-type': 'application/vnd.apple.mpegurl',
    });
    expect(urisIn(playlist.body)).toEqual([0, 1, 2].map((ordinal) => `segments/${part}/${ordinal}.m4s`));
    expect(playlist.body).not.toMatch(/token|[?]/);
    const [first] = urisIn(playlist.body);
    const segment = await call(room, undefined, first!);
    expect(segment.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(segment.rawPayload.equals(source.fragments[0]!)).toBe(false);
    const init = await call(room, undefined, `segments/${part}/init.mp4`);
    expect(init.rawPayload.equals(source.head)).toBe(true);
    for (const odd of [`segments/${part}/9.m4s`, `segments/${randomUUID()}/0.m4s`, `segments/${randomUUID()}/init.mp4`])
      expect((await call(room, undefined, odd)).statusCode).toBe(404);
    for (const odd of [
      `segments/${part}/x.m4s`,
      `segments/${part}/..%2f0.m4s`,
      'segments/x/0.m4s',
      'keys/-1',
      'keys/x',
    ])
      expect((await call(room, room.host, odd)).statusCode).toBe(400);
    const other = await liveRoom(app, 0, { kind: 'broadcast' });
    expect((await call(other, undefined, `segments/${part}/0.m4s`)).statusCode, 'of another event').toBe(404);
    expect((await call(other, undefined, 'live.m3u8')).json()).toMatchObject({ errors: [{ code: 'hls_not_yet' }] });
  });

  test('segments can be decrypted with the key and the stated IV, and ffprobe plays them', async () => {
    const { room, source, viewer } = await crowded(3, 4);
    const playlist = await playlistOf(room);
    const [, uri, iv] = /URI="(keys\/0)",IV=0x([0-9a-f]{32})/.exec(playlist)!;
    const key = (await call(room, viewer, uri!)).rawPayload;
    const sealed = (await call(room, undefined, urisIn(playlist)[0]!)).rawPayload;
    const decipher = createDecipheriv('aes-128-cbc', key, Buffer.from(iv!, 'hex'));
    expect(Buffer.concat([decipher.update(sealed), decipher.final()]).equals(source.fragments[0]!)).toBe(true);

    const words = ['-v', 'error', '-headers', `access-token: ${viewer.token}\r\n`, '-allowed_extensions', 'ALL'];
    const input = ['-i', `${address}/api/events/${room.event.id}/hls/live.m3u8`];
    const show = ['-show_entries', 'stream=codec_name', '-read_intervals', '%+#20', '-of', 'csv=p=0'];
    const { stdout } = await run('ffprobe', [...words, ...show, ...input]);
    expect(new Set(stdout.trim().split(/\s+/))).toEqual(new Set(['h264', 'aac']));
  });

  test('segments stored only for live viewers are deleted after the end with their keys, and a replay keeps its own', async () => {
    const { room, session, source } = await crowded();
    const unrecorded = (await crowded()).room;
    await app.call('POST /events/ingest/record', {
      as: room.host.token,
      body: { event_uuid: room.event.id, enabled: true },
    });
    await post(session, randomUUID(), 0, source);
    for (const one of [room, unrecorded]) await one.do(one.host, 'POST /events/streaming/stop_streaming');
    expect(await playlistOf(room)).toContain('#EXT-X-ENDLIST');
    await app.clock.advance(liveSegmentsKeptMs + minutes(1));
    await app.quiesce();
    const parts = 'SELECT id FROM recording_part WHERE event_id = $1';
    expect(await app.db.query(parts, [room.event.id])).toHaveLength(1);
    const keys = 'SELECT number FROM segment_key WHERE event_id = $1';
    expect(await app.db.query(keys, [room.event.id])).toHaveLength(1);
    for (const rows of [parts, keys]) expect(await app.db.query(rows, [unrecorded.event.id])).toEqual([]);
    const { replay } = (
      await app.call('GET /events/:uuid/replay', { as: room.host.token, params: { uuid: room.event.id } })
    ).data;
    expect((await app.http.inject(replay!.parts[0]!.url)).rawPayload.includes(source.fragments[0]!)).toBe(true);
  });
});

describe('keys', () => {
  test('keys are for ticket holders in the room, its host and app admins, and refused to others in words', async () => {
    const { room, viewer } = await crowded();
    for (const who of [viewer, room.viewers[0]!, room.host, await newAdmin(app)])
      expect(await keyOf(room, who)).toEqual(aKey);
    expect(await keyOf(room, undefined)).toBe('401 login_required');
    expect(await keyOf(room, await newViewer(app))).toBe('403 hls_tickets_only');
    expect(await keyOf(room, await newGuest(app, randomUUID()))).toBe('403 forbidden');
    const outside = await newViewer(app);
    await giveTicket(app, room.event, outside);
    expect(await keyOf(room, outside)).toBe('403 not_in_room');
    expect(await keyOf(room, viewer, 7)).toBe('404 hls_not_yet');
    const { headers } = await call(room, viewer, 'keys/0');
    expect(headers['cache-control']).toBe('private, no-store');
    const due = await dueRoom(app, 1, { kind: 'broadcast' });
    expect(await keyOf(due, due.viewers[0])).toBe('409 join_not_live');
    const interactive = await liveRoom(app, 1);
    expect(await keyOf(interactive, interactive.viewers[0])).toBe('409 broadcast_only');
  });

  test('keys change every few minutes: a refunded, removed or blocked viewer is dark at the next one', async () => {
    const { room, session, source } = await crowded(5);
    const [, refunded, removed, blocked, stays] = room.viewers as [TestActor, ...TestActor[]];
    const first = await keyOf(room, stays);
    await app.db.query('UPDATE ticket SET voided_at = app_now() WHERE event_id = $1 AND holder_id = $2', [
      room.event.id,
      refunded!.id,
    ]);
    await room.do(room.host, 'POST /events/streaming/remove_viewer', { username: removed!.username });
    await room.do(room.host, 'POST /events/streaming/toggle_banned', { username: blocked!.username });
    expect(segmentKeyMs).toBeLessThanOrEqual(minutes(5));
    await app.clock.advance(segmentKeyMs);
    for (const who of room.viewers) await room.join(who);
    expect(await post(session, randomUUID(), 0, source)).toBe(200);
    await app.clock.advance(seconds(1));
    const keys = [...(await playlistOf(room)).matchAll(/keys\/(\d+)/g)].map(([, number]) => Number(number));
    expect(keys).toEqual([0, 0, 0, 1]);
    expect(await keyOf(room, refunded, 1)).toBe('403 hls_tickets_only');
    expect(await keyOf(room, removed, 1)).toBe('403 removed_from_event');
    expect(await keyOf(room, blocked, 1)).toBe('403 banned');
    const second = await keyOf(room, stays, 1);
    expect(second).toEqual(aKey);
    expect(second).not.toBe(first);
    await app.db.query('UPDATE ticket SET voided_at = NULL WHERE event_id = $1', [room.event.id]);
  });

  test('keys that a crowd asks for at once go to each by their own ticket and event', async () => {
    const [one, other] = [await crowded(), await crowded(4)];
    const stranger = await newViewer(app);
    await app.db.query('UPDATE ticket SET voided_at = app_now() WHERE event_id = $1 AND holder_id = $2', [
      one.room.event.id,
      one.viewer.id,
    ]);
    const asks = Array.from({ length: 40 }).flatMap(() => [
      keyOf(one.room, one.room.host),
      keyOf(one.room, one.viewer),
      keyOf(other.room, other.viewer),
      keyOf(other.room, stranger),
      keyOf(other.room, other.viewer, 9),
    ]);
    const answers = new Set((await Promise.all(asks)).map((answer, index) => `${index % 5} ${answer}`));
    const [mine, theirs] = [await keyOf(one.room, one.room.host), await keyOf(other.room, other.viewer)];
    expect([...answers].toSorted()).toEqual([
      `0 ${mine}`,
      '1 403 hls_tickets_only',
      `2 ${theirs}`,
      '3 403 hls_tickets_only',
      '4 404 hls_not_yet',
    ]);
    expect(mine).not.toBe(theirs);
    await app.db.query('UPDATE ticket SET voided_at = NULL WHERE event_id = $1', [one.room.event.id]);
  });

  test('keys go to one session of a ticket: the tab or device that joined last', async () => {
    const { room } = await crowded();
    const viewer = room.viewers[1]!;
    const [here, there] = [randomUUID(), randomUUID()];
    await room.join(viewer, { session_id: here, take_over: true });
    expect(await keyOf(room, viewer, 0, { 'x-session-id': here })).toEqual(aKey);
    await room.join(viewer, { session_id: there, take_over: true });
    expect(await keyOf(room, viewer, 0, { 'x-session-id': here })).toBe('409 session_moved');
    expect(await keyOf(room, viewer, 0, { 'x-session-id': there })).toEqual(aKey);
    await app.db.query('UPDATE room_login SET session_id = gen_random_uuid() WHERE event_id = $1 AND user_id = $2', [
      room.event.id,
      viewer.id,
    ]);
    expect(await keyOf(room, viewer)).toBe('409 session_moved');
  });

  test('keys are refused once the event has ended', async () => {
    const { room, viewer } = await crowded();
    await room.do(room.host, 'POST /events/streaming/stop_streaming');
    expect(await keyOf(room, viewer)).toBe('410 room_closed');
  });
});
