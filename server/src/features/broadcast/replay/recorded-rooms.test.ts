import { randomUUID } from 'node:crypto';
import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { newMeeting } from '../../../../test/accepted-meeting.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { listenerHeader } from '../../../../test/ingest/posted-segments.ts';
import { dueRoom, liveRoom, type TestRoom } from '../../../../test/rooms.ts';
import { recordFact } from '../../../facts/fact-handler.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ overrides: { rtmp: { port: 1935, tlsPort: undefined } } });
});
afterAll(() => app.close());

const listener = () => listenerHeader(app);
const record = (room: TestRoom, who = room.host, enabled = true) =>
  room.do(who, 'POST /events/streaming/set_recording', { enabled });
const agree = (room: TestRoom, who: TestActor, enabled = true) =>
  room.do(who, 'POST /events/streaming/recording_consent', { enabled });
const replayOf = (room: TestRoom, who: TestActor) =>
  app.call('GET /events/:uuid/replay', { as: who.token, params: { uuid: room.event.id } });

interface Order {
  readonly event_uuid: string;
  readonly identities: readonly string[];
}

/** What a recorder is to record of this room; undefined when it does not have it. */
async function orderFor(room: TestRoom, recorder: string): Promise<readonly string[] | undefined> {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/recorder/rooms',
    headers: listener(),
    payload: { recorder },
  });
  expect(answer.statusCode).toBe(200);
  const { rooms } = answer.json<{ data: { rooms: readonly Order[] } }>().data;
  return rooms.find((one) => one.event_uuid === room.event.id)?.identities;
}

interface Handed {
  readonly file?: string;
  readonly ordinal?: number;
  readonly kind?: string;
  readonly mimeType?: string;
  readonly identity: string;
}

/** Hands over two seconds of a track, as a recorder does. */
async function hand(room: TestRoom, { file = randomUUID(), ordinal = 0, ...more }: Handed, headers = listener()) {
  const values = {
    file,
    kind: 'camera',
    mimeType: 'video/mp4',
    ...more,
    ordinal: String(ordinal),
    beganAt: String(app.clock.now() - ordinal * 2_000 - 2_000),
    headBytes: String(ordinal === 0 ? 4 : 0),
    beginsMs: String(ordinal * 2_000),
    lengthMs: '2000',
  };
  const answer = await app.http.inject({
    method: 'POST',
    url: `/recorder/rooms/${room.event.id}/pieces?${new URLSearchParams(values).toString()}`,
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    payload: Buffer.from(`${ordinal === 0 ? 'head' : ''}fragment ${ordinal}`),
  });
  return answer.statusCode === 200 ? 'stored' : answer.json<{ errors: { code: string }[] }>().errors[0]!.code;
}

const identityOf = (who: TestActor): string => `u:${who.id}`;

describe('the switch', () => {
  test('the recording switch records an event of any kind once it is live, and everyone sees it', async () => {
    const room = await dueRoom(app, 1);
    expect((await record(room)).data.current_state).toMatchObject({ recording_enabled: true, recording: false });
    await room.do(room.host, 'POST /events/streaming/start_streaming');
    const [viewer] = room.viewers;
    expect((await room.join(viewer!)).data.current_state).toMatchObject({ recording_enabled: true, recording: true });
    expect((await record(room, room.host, false)).data.current_state.recording).toBe(false);
    const broadcast = await liveRoom(app, 0, { kind: 'broadcast' });
    expect((await record(broadcast)).data.current_state).toMatchObject({ recording_enabled: true, recording: false });
  });

  test('the recording switch is refused where no recorder runs, so that no room says it is recorded while nothing is', async () => {
    const without = await testApp();
    const message = 'This event can’t be recorded, because no recorder is running on this site. Ask its administrator.';
    for (const kind of ['interactive', 'broadcast'] as const) {
      const room = await liveRoom(without, 0, { kind });
      const refused = await record(room);
      expect(refused.errors).toMatchObject([{ code: 'recorder_missing', message }]);
      const byIngest = await without.call('POST /events/ingest/record', {
        as: room.host.token,
        body: { event_uuid: room.event.id, enabled: true },
      });
      expect(byIngest.errors[0]?.code).toBe('recorder_missing');
      expect((await record(room, room.host, false)).data).toMatchObject({
        available: false,
        current_state: { recording: false, recording_enabled: false },
      });
    }
    await without.close();
  });

  test('the recording switch is shown on the event page while the host has recording switched on', async () => {
    const room = await dueRoom(app, 0);
    const page = async () => (await app.call('GET /events/:id', { params: { id: room.event.id } })).data;
    expect(await page()).not.toHaveProperty('event_recorded');
    expect((await record(room)).data.available).toBe(true);
    expect(await page()).toHaveProperty('event_recorded', true);
    await record(room, room.host, false);
    expect(await page()).not.toHaveProperty('event_recorded');
  });

  test('the recording switch belongs to the host, and never to a private meeting or an event that is over', async () => {
    const room = await liveRoom(app, 1);
    for (const who of [room.viewers[0]!, await newHost(app)])
      expect((await record(room, who)).errors[0]?.code).toBe('host_only');
    await room.do(room.host, 'POST /events/streaming/stop_streaming');
    expect((await record(room)).errors[0]?.code).toBe('room_closed');
    const meeting = await newMeeting(app, room.host, room.viewers[0]!);
    const body = { event_uuid: meeting.id, enabled: true };
    const refused = await app.call('POST /events/streaming/set_recording', { as: room.host.token, body });
    expect(refused.errors[0]?.code).toBe('recording_unavailable');
  });
});

describe('a recorder', () => {
  test('a recorder records the host, and viewers from when they agree until they do not', async () => {
    const room = await liveRoom(app, 1);
    const [viewer] = room.viewers;
    const recorder = randomUUID();
    expect(await orderFor(room, recorder)).toBeUndefined();
    await record(room);
    // Everyone may speak, which is no consent.
    await room.do(room.host, 'POST /events/streaming/toggle_open_mic', { enabled: true });
    expect(await orderFor(room, recorder)).toEqual([identityOf(room.host)]);
    expect((await agree(room, viewer!)).errors[0]?.code).toBe('not_in_room');
    await room.enter(viewer!);
    expect((await agree(room, viewer!)).status).toBe(200);
    expect(await orderFor(room, recorder)).toEqual([identityOf(room.host), identityOf(viewer!)]);
    await agree(room, viewer!, false);
    expect(await orderFor(room, recorder)).toEqual([identityOf(room.host)]);
    expect(await hand(room, { identity: identityOf(viewer!), kind: 'audio' })).toBe('recording_off');
    await record(room, room.host, false);
    expect(await orderFor(room, recorder)).toBeUndefined();
  });

  test('a recorder has a room alone until it is silent for two seconds', async () => {
    const room = await liveRoom(app, 0);
    await record(room);
    const [first, second] = [randomUUID(), randomUUID()];
    expect(await orderFor(room, first)).toBeDefined();
    expect(await orderFor(room, second)).toBeUndefined();
    await app.clock.advance(seconds(3));
    expect(await orderFor(room, second)).toBeDefined();
    expect(await orderFor(room, first)).toBeUndefined();
  });

  test('a recorder gets a token for a room that is recorded, and no one else does', async () => {
    const room = await liveRoom(app, 0);
    const ask = (headers: Record<string, string>) =>
      app.http.inject({ method: 'POST', url: `/recorder/rooms/${room.event.id}/token`, headers, payload: {} });
    expect((await ask(listener())).statusCode).toBe(409);
    await record(room);
    expect((await ask({})).statusCode).toBe(403);
    expect((await ask(listener())).json()).toMatchObject({ data: { token: expect.any(String) } });
    expect(await hand(room, { identity: identityOf(room.host) }, { 'x-ingest-listener': 'of-somebody' })).toBe(
      'listener_only',
    );
  });

  test('a recorder hands over nothing of a viewer who did not agree, or after recording is off', async () => {
    const room = await liveRoom(app, 1);
    const [viewer] = room.viewers;
    await room.enter(viewer!);
    expect(await hand(room, { identity: identityOf(room.host) })).toBe('recording_off');
    await record(room);
    expect(await hand(room, { identity: identityOf(room.host) })).toBe('stored');
    expect(await hand(room, { identity: identityOf(viewer!) })).toBe('recording_off');
    await agree(room, viewer!);
    const file = randomUUID();
    expect(await hand(room, { identity: identityOf(viewer!), file })).toBe('stored');
    expect(await hand(room, { identity: identityOf(viewer!), file, kind: 'window' })).toBe('bad_input');
    await record(room, room.host, false);
    expect(await hand(room, { identity: identityOf(viewer!), file, ordinal: 1 })).toBe('stored');
    expect(await hand(room, { identity: identityOf(viewer!) })).toBe('recording_off');
  });
});

/** A finished event with the host's camera and sound, and one turn of a viewer who agreed. */
async function recorded(): Promise<{ room: TestRoom; viewer: TestActor }> {
  const room = await liveRoom(app, 1);
  const viewer = room.viewers[0]!;
  await record(room);
  await room.enter(viewer);
  await room.do(viewer, 'POST /events/streaming/raise_hand', { raised: true });
  await agree(room, viewer);
  await hand(room, { identity: identityOf(room.host) });
  await hand(room, { identity: identityOf(room.host), kind: 'audio', mimeType: 'audio/mp4' });
  await app.clock.advance(seconds(5));
  await room.do(room.host, 'POST /events/streaming/allow_mic', { username: viewer.username, enabled: true });
  await app.clock.advance(seconds(5));
  await hand(room, { identity: identityOf(viewer), mimeType: 'video/webm' });
  await room.do(room.host, 'POST /events/streaming/allow_mic', { username: '', enabled: false });
  await room.do(room.host, 'POST /events/streaming/stop_streaming');
  await app.quiesce();
  return { room, viewer };
}

describe('a replay of a room', () => {
  test('a replay of a room has its tracks, who was on stage, and the turns to jump to', async () => {
    await app.clock.hold();
    const { room, viewer } = await recorded();
    expect((await replayOf(room, viewer)).data.state).toBe('processing');
    await app.clock.advance(minutes(1));
    const { data } = await replayOf(room, viewer);
    expect(data.state).toBe('ready');
    expect(data.tracks.map(({ kind, username, mime_type }) => [kind, username, mime_type])).toEqual(
      expect.arrayContaining([
        ['camera', room.host.username, 'video/mp4'],
        ['audio', room.host.username, 'audio/mp4'],
        ['camera', viewer.username, 'video/webm'],
      ]),
    );
    for (const { begins_at, ends_at } of data.tracks) expect(ends_at - begins_at).toBe(2_000);
    expect(data.stage.map(({ username }) => username)).toEqual([viewer.username, null]);
    expect(data.chapters).toEqual([{ at: data.stage[0]!.at, kind: 'turn', title: viewer.username }]);
    expect(data.replay).toBeNull();
    for (const { url, mime_type } of data.tracks) {
      const file = await app.http.inject({ url });
      expect([file.statusCode, file.headers['content-type']]).toEqual([200, mime_type]);
    }
    expect((await replayOf(room, await newViewer(app))).errors[0]?.code).toBe('replay_tickets_only');
  });

  test('a replay of a room has a transcript of those whose sound is in it, without what was cut, for people who may watch', async () => {
    const { room, viewer } = await recorded();
    await app.clock.advance(minutes(1));
    const { tracks } = (await replayOf(room, viewer)).data;
    const sound = tracks.find(({ kind }) => kind === 'audio')!;
    for (const [who, text] of [
      [room.host, 'Welcome <everyone>'],
      [viewer, 'My sound is not recorded'],
    ] as const)
      await app.db.query(
        `INSERT INTO caption_line (event_id, speaker_id, line_id, body, at)
         VALUES ($1, $2, $3, $4, to_timestamp($5::double precision / 1000))`,
        [room.event.id, who.id, randomUUID(), text, sound.begins_at + 1_500],
      );
    const read = (who: TestActor) =>
      app.call('GET /events/:uuid/replay/transcript', {
        as: who.token,
        params: { uuid: room.event.id },
        query: { format: 'json' },
      });
    expect((await read(viewer)).data.lines).toMatchObject([
      { text: 'Welcome <everyone>', username: room.host.username, to: sound.begins_at + 1_500 },
    ]);
    const vtt = await app.http.inject({
      url: `/api/events/${room.event.id}/replay/transcript?format=vtt`,
      headers: { 'access-token': viewer.token },
    });
    expect(vtt.headers['content-type']).toContain('text/vtt');
    expect(vtt.body).toMatch(/^WEBVTT\n\n00:00:00\.\d{3} --> 00:00:0\d\.\d{3}\n<v \S+>Welcome &lt;everyone&gt;\n$/);
    // Counted from where the replay begins, which a picture may do earlier than its sound.
    const begins = Math.min(...tracks.map(({ begins_at: at }) => at));
    expect(vtt.body).toContain(
      new Date(sound.begins_at + 1_500 - begins).toISOString().slice('1970-01-01T'.length, -1),
    );
    expect((await read(await newViewer(app))).errors[0]?.code).toBe('replay_tickets_only');
    const from = sound.begins_at;
    await app.call('POST /events/replay/cut', {
      as: room.host.token,
      body: { event_uuid: room.event.id, from, to: from + 1_000 },
    });
    expect((await read(viewer)).data.lines).toEqual([]);
  });

  test('a replay of a room is deleted by its host, and says so', async () => {
    const { room, viewer } = await recorded();
    await app.clock.advance(minutes(1));
    const removed = await app.call('POST /events/replay/remove', {
      as: room.host.token,
      body: { event_uuid: room.event.id },
    });
    expect(removed.status).toBe(200);
    expect((await replayOf(room, viewer)).data).toMatchObject({ state: 'removed', tracks: [], chapters: [] });
    expect(await hand(room, { identity: identityOf(room.host) })).toBe('recording_off');
  });

  test('a replay of a room loses the sound and picture of a viewer whose account is deleted', async () => {
    const { room, viewer } = await recorded();
    await app.clock.advance(minutes(1));
    await recordFact(app.db, {
      topic: 'AccountErased',
      dedupeKey: `test:${viewer.id}`,
      payload: { accountId: viewer.id },
    });
    await app.quiesce();
    const { data } = await replayOf(room, room.host);
    expect(data.tracks.map(({ username }) => username)).toEqual([room.host.username, room.host.username]);
    expect(data.state).toBe('ready');
  });
});
