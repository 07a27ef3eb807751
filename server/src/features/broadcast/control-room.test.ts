import { minutes } from '@frontrow/core/kernel/instant.ts';
import type { AnswerOf, CallName } from '@frontrow/contract/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { startedAgo } from '../../../test/tickets.ts';
import { dueRoom, liveRoom, memoryVideo, type TestRoom } from '../../../test/rooms.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());

const ask = <N extends CallName>(room: TestRoom, who: TestActor, name: N, body: object = {}) =>
  app.call(name, { as: who.token, params: { uuid: room.event.id }, body: { event_uuid: room.event.id, ...body } });
const codeOf = async (answer: Promise<{ status: number; errors: readonly { code: string }[] }>): Promise<string> => {
  const { status, errors } = await answer;
  return `${status} ${errors[0]?.code}`;
};
const ingest = async (room: TestRoom): Promise<AnswerOf<'GET /events/:uuid/ingest'>> =>
  (await ask(room, room.host, 'GET /events/:uuid/ingest')).data;
const due = (viewers = 1): Promise<TestRoom> => dueRoom(app, viewers, { kind: 'broadcast' });
const live = (viewers = 1): Promise<TestRoom> => liveRoom(app, viewers, { kind: 'broadcast' });

describe('the control room', () => {
  test('only the owner of a broadcast can enter the control room', async () => {
    const room = await due();
    const [viewer] = room.viewers as [TestActor];
    for (const who of [viewer, await newHost(app)])
      for (const call of [
        'GET /events/:uuid/ingest',
        'POST /events/ingest/rotate_key',
        'POST /events/ingest/open',
      ] as const)
        expect(await codeOf(ask(room, who, call))).toBe('403 host_only');
    const interactive = await dueRoom(app, 0);
    expect(await codeOf(ask(interactive, interactive.host, 'POST /events/ingest/open'))).toBe('409 broadcast_only');
    expect(await codeOf(ask(interactive, interactive.host, 'GET /events/:uuid/ingest'))).toBe('409 broadcast_only');
  });

  test('the control room opens 15 minutes before the start and not earlier', async () => {
    const host = await newHost(app);
    const event = await startedAgo(app, await newEvent(app, host, { kind: 'broadcast' }), -minutes(30));
    const open = () => app.call('POST /events/ingest/open', { as: host.token, body: { event_uuid: event.id } });
    expect(await codeOf(open())).toBe('409 start_too_early');
    await startedAgo(app, event, -minutes(15));
    expect((await open()).status).toBe(200);
  });

  test('the control room lets only the host into the engine’s room, without going live', async () => {
    const room = await due();
    const [viewer] = room.viewers as [TestActor];
    const { data, status } = await ask(room, room.host, 'POST /events/ingest/open');
    expect(status).toBe(200);
    expect(data.current_state).toMatchObject({
      event_state: 0,
      source: 'encoder',
      ingest_state: 'waiting',
      raised_hand_enabled: false,
    });
    expect(memoryVideo(app).connect(data.token)).toBe(true);
    expect(await codeOf(room.join(viewer))).toBe('409 join_not_live');
    expect(await codeOf(ask(room, viewer, 'POST /events/ingest/open'))).toBe('403 host_only');
    await app.quiesce();
    expect((await memoryVideo(app).participants(room.event.id)).map((one) => one.identity)).toEqual([
      `u:${room.host.id}`,
    ]);
    await expectInvariants(app);
    expect((await room.do(room.host, 'POST /events/streaming/start_streaming')).status).toBe(200);
    expect((await room.join(viewer)).data.current_state.event_state).toBe(1);
    await expectInvariants(app);
  });

  test('the control room is available again after the engine was killed, before the event is live', async () => {
    const room = await due();
    await ask(room, room.host, 'POST /events/ingest/open');
    memoryVideo(app).crash();
    memoryVideo(app).comeUp();
    await app.quiesce();
    expect(await memoryVideo(app).rooms()).toContain(room.event.id);
  });

  test('the control room closes with an event that is cancelled before its start', async () => {
    const room = await due();
    await ask(room, room.host, 'POST /events/ingest/open');
    await app.call('POST /events/cancel', { as: room.host.token, body: { event_uuid: room.event.id } });
    await app.quiesce();
    expect(await memoryVideo(app).rooms()).not.toContain(room.event.id);
    expect(await codeOf(ask(room, room.host, 'POST /events/ingest/open'))).toBe('410 room_closed');
    expect(await codeOf(ask(room, room.host, 'GET /events/:uuid/ingest'))).toBe('410 room_closed');
    await expectInvariants(app);
  });
});

describe('in a broadcast', () => {
  test('a broadcast refuses hands, turns and the open mic, to the host as well', async () => {
    const room = await live();
    const [viewer] = room.viewers as [TestActor];
    await room.enter(viewer);
    expect(await codeOf(room.do(viewer, 'POST /events/streaming/raise_hand', { raised: true }))).toBe(
      '409 interactive_only',
    );
    for (const call of ['toggle_open_mic', 'toggle_raise_hand'] as const)
      expect(await codeOf(room.do(room.host, `POST /events/streaming/${call}`, { enabled: true }))).toBe(
        '409 interactive_only',
      );
    expect(await codeOf(room.do(room.host, 'POST /events/streaming/allow_mic', { username: viewer.username }))).toBe(
      '409 interactive_only',
    );
    expect(memoryVideo(app).publish(room.event.id, `u:${viewer.id}`, 'camera')).toBe(false);
    expect((await room.do(viewer, 'POST /events/streaming/messages_new', { message: 'Hello' })).status).toBe(200);
    await expectInvariants(app);
  });

  test('the source changes with one press, and everyone is notified', async () => {
    const room = await live();
    const before = await room.state();
    const chosen = await ask(room, room.host, 'POST /events/ingest/select_source', { source: 'camera' });
    expect(chosen.data.current_state).toMatchObject({
      source: 'camera',
      event_state: 1,
      seq: before.current_state.seq + 1,
    });
    const again = await ask(room, room.host, 'POST /events/ingest/select_source', { source: 'camera' });
    expect(again.data.current_state.seq).toBe(before.current_state.seq + 1);
    const [viewer] = room.viewers as [TestActor];
    expect(await codeOf(ask(room, viewer, 'POST /events/ingest/select_source', { source: 'encoder' }))).toBe(
      '403 host_only',
    );
  });
});

describe('the stream key', () => {
  test('a stream key has 128 bits, is unique to its event, and is stored encrypted', async () => {
    const [room, other] = [await due(0), await due(0)];
    const { stream_key: key, whip_url } = await ingest(room);
    expect(Buffer.from(key, 'base64url')).toHaveLength(16);
    expect(whip_url).toMatch(/\/whip$/);
    expect((await ingest(room)).stream_key).toBe(key);
    expect((await ingest(other)).stream_key).not.toBe(key);
    const row = await app.db.one<{ text: string }>('SELECT stream_key::text FROM stream_key WHERE event_id = $1', [
      room.event.id,
    ]);
    expect(JSON.stringify(row)).not.toContain(key);
    expect(JSON.stringify(row)).not.toContain(Buffer.from(key).toString('hex'));
  });

  test('a stream key changes when it is rotated, with an audit log entry that omits the key', async () => {
    const room = await due(0);
    const { stream_key: old } = await ingest(room);
    const { data } = await ask(room, room.host, 'POST /events/ingest/rotate_key');
    expect(data.stream_key).not.toBe(old);
    expect((await ingest(room)).stream_key).toBe(data.stream_key);
    const entry = await app.db.one('SELECT actor_id, action, details FROM audit_log ORDER BY id DESC LIMIT 1');
    expect(entry).toMatchObject({ actor_id: room.host.id, action: 'stream_key_rotated' });
    expect(JSON.stringify(entry)).not.toContain(data.stream_key);
  });

  test('a stream key is not shown to a viewer in any state of the room', async () => {
    const room = await live();
    const [viewer] = room.viewers as [TestActor];
    const { stream_key: key } = await ingest(room);
    const joined = await room.join(viewer);
    expect(JSON.stringify(joined.data)).not.toContain(key);
    expect(await codeOf(ask(room, await newViewer(app), 'GET /events/:uuid/ingest'))).toBe('403 host_only');
  });
});
