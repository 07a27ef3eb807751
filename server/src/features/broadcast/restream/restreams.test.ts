import { hours, minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newGuest, newHost } from '../../../../test/actors.ts';
import { newEvent } from '../../../../test/events.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { listenerHeader, openSession } from '../../../../test/ingest/posted-segments.ts';
import { dueRoom, liveRoom, roomOf, type TestRoom } from '../../../../test/rooms.ts';
import { signUp, signUpPassword } from '../../../../test/sign-up.ts';
import { startedAgo } from '../../../../test/tickets.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({
    overrides: { rtmp: { port: 1935, tlsPort: undefined } },
    apart: { B03: 'sessions of encoders are written by hand' },
  });
});
afterAll(() => app.close());

const url = 'rtmps://a.rtmps.example.com/live2';
const add = (room: TestRoom, body: object = {}, as = room.host.token) =>
  app.call('POST /events/restreams/add', {
    as,
    body: { event_uuid: room.event.id, name: 'YouTube', url, key: 'abcd-1234', minutes: null, ...body },
  });
const list = async (room: TestRoom) =>
  (await app.call('GET /events/:uuid/restreams', { as: room.host.token, params: { uuid: room.event.id } })).data
    .targets;
const codeOf = ({ errors }: { errors: readonly { code: string }[] }) => errors[0]?.code;

/** The listener's report, and the answer to it. */
async function report(session: string, restreams: object[] = []) {
  const health = { codec: 'H.264', width: 640, height: 360, fps: 30, bitrate_kbps: 900, key_frame_interval_s: 2 };
  const answer = await app.http.inject({
    method: 'POST',
    url: `/whip/sessions/${session}/health`,
    headers: { 'content-type': 'application/json', ...listenerHeader(app) },
    payload: { ...health, dropped_frames: 0, reencoding: false, audio_codec: 'AAC', audio_level: 0.2, restreams },
  });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ data: { restreams: { id: string; url: string; key: string }[] } }>().data.restreams;
}

test('a broadcast is copied to at most three services, whose keys are never shown, logged or stored readable', async () => {
  const room = await dueRoom(app, 0, { kind: 'broadcast' });
  const added = await add(room);
  expect(added.data).toEqual({
    maximum: 3,
    targets: [
      {
        target_id: expect.any(String),
        name: 'YouTube',
        url,
        minutes: null,
        enabled: true,
        state: 'waiting',
        problem: null,
      },
    ],
  });
  for (const name of ['Twitch', 'Own']) expect((await add(room, { name, minutes: 10 })).status).toBe(200);
  expect(codeOf(await add(room))).toBe('restream_targets_maximum');
  const ingest = await app.call('GET /events/:uuid/ingest', { as: room.host.token, params: { uuid: room.event.id } });
  expect(JSON.stringify([added.data, await list(room), ingest.data])).not.toContain('abcd-1234');
  const stored = await app.db.query('SELECT t::text AS row FROM restream_target t');
  const audited = await app.db.query<{ action: string; details: object }>(
    'SELECT action, details FROM audit_log WHERE actor_id = $1 ORDER BY id',
    [room.host.id],
  );
  expect(audited[0]).toMatchObject({ action: 'restream_added', details: { name: 'YouTube' } });
  const hex = Buffer.from('abcd-1234').toString('hex');
  for (const secret of ['abcd-1234', hex]) expect(JSON.stringify([stored, audited])).not.toContain(secret);
});

test('addresses are RTMP servers on the public internet', async () => {
  const room = await dueRoom(app, 0, { kind: 'broadcast' });
  for (const odd of [
    '',
    'https://example.com/live',
    'rtmp:/example.com',
    'rtmp://',
    'example.com/live',
    'rtmp://a:b@example.com/x',
    'ftp://example.com',
  ])
    expect([odd, codeOf(await add(room, { url: odd }))]).toEqual([odd, 'restream_url_invalid']);
  for (const inside of [
    'rtmp://10.0.0.1/live',
    'rtmps://192.168.1.4:444/x',
    'rtmp://[fd00::1]/live',
    'rtmp://nas.local/live',
    'rtmp://router/live',
    'rtmp://169.254.169.254/live',
    'rtmp://[::ffff:10.0.0.1]/live',
  ])
    expect([inside, codeOf(await add(room, { url: inside }))]).toEqual([inside, 'restream_url_private']);
  expect((await add(room, { url: 'rtmp://127.0.0.1:1936/live' })).status, 'outside production').toBe(200);
  for (const key of ['', ' ', 'x'.repeat(501)]) expect((await add(room, { key })).status).toBe(400);
});

test('the listener copies while an encoder sends by RTMP to an event that is live, a teaser for its minutes', async () => {
  const room = await liveRoom(app, 0, { kind: 'broadcast' });
  const [whole, teaser] = (
    await add(room, { name: 'Own', minutes: 10 }).then(() => add(room))
  ).data.targets.toReversed();
  const session = await openSession(app, room.event.id, 'rtmp');
  const orders = await report(session);
  expect(orders).toEqual([
    { id: teaser!.target_id, url, key: 'abcd-1234', loopback: true },
    { id: whole!.target_id, url, key: 'abcd-1234', loopback: true },
  ]);
  expect((await list(room)).map(({ state }) => state)).toEqual(['connecting', 'connecting']);
  await report(session, [
    { id: teaser!.target_id, state: 'live' },
    { id: whole!.target_id, state: 'failed', problem: 'rejected' },
  ]);
  expect((await list(room)).map(({ state, problem }) => [state, problem])).toEqual([
    ['live', null],
    ['failed', 'rejected'],
  ]);
  await app.clock.advance(minutes(10) + seconds(1));
  expect((await report(session)).map(({ id }) => id)).toEqual([whole!.target_id]);
  expect((await list(room)).map(({ state }) => state)).toEqual(['over', 'failed']);
  const off = { event_uuid: room.event.id, target_id: whole!.target_id, enabled: false };
  await app.call('POST /events/restreams/switch', { as: room.host.token, body: off });
  expect(await report(session)).toEqual([]);
  expect((await list(room))[1]!.state).toBe('off');
  await app.call('POST /events/restreams/switch', { as: room.host.token, body: { ...off, enabled: true } });
  expect(await report(session)).toHaveLength(1);
  await app.call('POST /events/ingest/select_source', {
    as: room.host.token,
    body: { event_uuid: room.event.id, source: 'camera' },
  });
  expect(await report(session), 'the audience does not see the encoder').toEqual([]);
});

test('nothing is copied before the event is live, and an encoder says nothing about another event', async () => {
  const room = await dueRoom(app, 0, { kind: 'broadcast' });
  await add(room);
  const session = await openSession(app, room.event.id, 'rtmp');
  expect(await report(session)).toEqual([]);
  const other = await liveRoom(app, 0, { kind: 'broadcast' });
  const [target] = (await add(other)).data.targets;
  await openSession(app, other.event.id, 'rtmp');
  await report(session, [{ id: target!.target_id, state: 'live' }]);
  expect((await list(other))[0]!.state).toBe('connecting');
});

test('the targets are the host’s own: others are refused, and a target of another event is unknown', async () => {
  const [room, other] = [await dueRoom(app, 1, { kind: 'broadcast' }), await dueRoom(app, 0, { kind: 'broadcast' })];
  const [target] = (await add(room)).data.targets;
  const params = { uuid: room.event.id };
  for (const who of [room.viewers[0]!, await newHost(app), other.host]) {
    expect(codeOf(await add(room, {}, who.token))).toBe('host_only');
    expect(codeOf(await app.call('GET /events/:uuid/restreams', { as: who.token, params }))).toBe('host_only');
  }
  expect(codeOf(await add(room, {}, (await newGuest(app, room.event.id)).token))).toBe('account_required');
  const stolen = { event_uuid: other.event.id, target_id: target!.target_id };
  for (const refused of [
    await app.call('POST /events/restreams/remove', { as: other.host.token, body: stolen }),
    await app.call('POST /events/restreams/switch', { as: other.host.token, body: { ...stolen, enabled: false } }),
  ])
    expect(codeOf(refused)).toBe('restream_target_unknown');
  const removed = await app.call('POST /events/restreams/remove', {
    as: room.host.token,
    body: { ...stolen, event_uuid: room.event.id },
  });
  expect(removed.data.targets).toEqual([]);
  expect(codeOf(await add(await dueRoom(app, 0)))).toBe('broadcast_only');
});

const keysOf = (eventUuid: string) => app.db.query('SELECT 1 FROM restream_target WHERE event_id = $1', [eventUuid]);

test('keys are deleted soon after the event', async () => {
  const room = await liveRoom(app, 0, { kind: 'broadcast' });
  await add(room);
  await room.do(room.host, 'POST /events/streaming/stop_streaming');
  await app.clock.advance(hours(2));
  await app.quiesce();
  expect(await keysOf(room.event.id)).toEqual([]);
  expect(codeOf(await add(room))).toBe('room_closed');
});

test('keys are deleted with the account of their host', async () => {
  const host = await signUp(app, 'restreams');
  await app.db.query('UPDATE app_user SET role = 1 WHERE id = $1', [host.id]);
  const event = await startedAgo(app, await newEvent(app, host, { kind: 'broadcast' }), 0);
  const room = roomOf(app, event, host, []);
  await room.do(host, 'POST /events/streaming/start_streaming');
  await add(room);
  await room.do(host, 'POST /events/streaming/stop_streaming');
  await app.quiesce();
  expect(await keysOf(room.event.id)).toHaveLength(1);
  expect((await app.call('POST /user/delete', { as: host.token, body: { password: signUpPassword } })).status).toBe(
    200,
  );
  await app.quiesce();
  expect(await keysOf(room.event.id)).toEqual([]);
});
