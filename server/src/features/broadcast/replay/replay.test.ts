import { randomUUID } from 'node:crypto';
import { recordingPieceBytesMax, replayAddressMs } from '@frontrow/core/broadcast/limits.ts';
import { days, minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import type { WireReplay } from '@frontrow/contract/broadcast/api.ts';
import type { CallName } from '@frontrow/contract/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newAdmin, newGuest, newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { listenerHeader, openSession, postSegment } from '../../../../test/ingest/posted-segments.ts';
import { dueRoom, liveRoom, type TestRoom } from '../../../../test/rooms.ts';
import { withoutAudit } from '../../../../test/failing-audit.ts';
import { recordFact } from '../../../facts/fact-handler.ts';
import { StorageError } from '../../../ports/storage.ts';

let app: TestApp;
/** Codes of errors with which the storage answers, by turns. */
const storageErrors: Error[] = [];
const codeError = (code: string): Error => Object.assign(new Error(code), { code });
beforeAll(async () => {
  app = await testApp({ overrides: { rtmp: { port: 1935, tlsPort: undefined } } });
  const { put } = app.kit.storage;
  app.kit.storage.put = async (...words) => {
    const error = storageErrors.shift();
    if (error !== undefined) throw error;
    return put(...words);
  };
});
afterAll(() => app.close());

const ask = <N extends CallName>(room: TestRoom, who: TestActor, name: N, more: object = {}, query = {}) =>
  app.call(name, {
    as: who.token,
    params: { uuid: room.event.id },
    body: { event_uuid: room.event.id, ...more },
    query,
  });
const codeOf = async (answer: Promise<{ status: number; errors: readonly { code: string }[] }>): Promise<string> => {
  const { status, errors } = await answer;
  return `${status} ${errors[0]?.code}`;
};
const switchOn = (room: TestRoom, enabled = true) => ask(room, room.host, 'POST /events/ingest/record', { enabled });
const broadcast = (viewers = 1): Promise<TestRoom> => liveRoom(app, viewers, { kind: 'broadcast' });
const isRecording = async (room: TestRoom): Promise<boolean> => (await room.state()).current_state.recording;

const encoder = (room: TestRoom, via?: 'rtmp' | 'whip'): Promise<string> => openSession(app, room.event.id, via);

/** What the listener reports of a stream without problems. */
const health = {
  via: 'rtmp',
  codec: 'H.264',
  width: 1280,
  height: 720,
  fps: 30,
  bitrate_kbps: 2500,
  key_frame_interval_s: 2,
  dropped_frames: 0,
  reencoding: false,
  audio_codec: 'AAC',
  audio_level: 0.2,
  at: 1,
};

const head = Buffer.from('the head of the part');
const wordsOf = (ordinal: number): string => `fragment ${ordinal} `;

/** Posts a segment. `secret`: the one of the listener that posts it. */
async function post(session: string, part: string, ordinal: number, more: Record<string, string> = {}) {
  const { secret, ...query } = more;
  const answer = await postSegment(app, {
    session,
    part,
    ordinal,
    head,
    bytes: Buffer.from(wordsOf(ordinal)),
    query,
    ...(secret !== undefined && { headers: { 'x-ingest-listener': secret } }),
  });
  const { errors } = answer.json<{ errors?: { code: string }[] }>();
  return errors ? `${answer.statusCode} ${errors[0]?.code}` : answer.statusCode;
}

/** A live broadcast of which some pieces are recorded. */
async function recorded(pieces = 3, viewers = 1): Promise<{ room: TestRoom; session: string; part: string }> {
  const room = await broadcast(viewers);
  const session = await encoder(room);
  await switchOn(room);
  const part = randomUUID();
  for (let ordinal = 0; ordinal < pieces; ordinal += 1) expect(await post(session, part, ordinal)).toBe(200);
  return { room, session, part };
}

async function finished(pieces = 3, viewers = 1) {
  const made = await recorded(pieces, viewers);
  expect((await made.room.do(made.room.host, 'POST /events/streaming/stop_streaming')).status).toBe(200);
  await app.quiesce();
  return made;
}

const replayOf = async (room: TestRoom, who: TestActor): Promise<WireReplay> =>
  (await ask(room, who, 'GET /events/:uuid/replay')).data.replay!;
const watch = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.http.inject({ method, url, headers });

describe('the switch', () => {
  test('only the owner of a broadcast can switch recording', async () => {
    const room = await broadcast();
    for (const who of [room.viewers[0]!, await newHost(app), await newAdmin(app)])
      expect(await codeOf(ask(room, who, 'POST /events/ingest/record', { enabled: true }))).toBe('403 host_only');
  });

  test('the recording switch works for every way to send, and everyone learns of it once there is something to record', async () => {
    const room = await dueRoom(app, 1, { kind: 'broadcast' });
    await ask(room, room.host, 'POST /events/ingest/open');
    expect((await switchOn(room)).data.recording).toEqual({
      enabled: true,
      available: true,
      because: null,
      problem: null,
    });
    await room.do(room.host, 'POST /events/streaming/start_streaming');
    expect(await isRecording(room)).toBe(false);
    for (const via of ['rtmp', 'whip'] as const) {
      await encoder(room, via);
      expect(await isRecording(room)).toBe(true);
    }
    await ask(room, room.host, 'POST /events/ingest/select_source', { source: 'camera' });
    expect(await isRecording(room)).toBe(true);
    expect((await switchOn(room, false)).status).toBe(200);
    expect(await isRecording(room)).toBe(false);
  });
});

describe('pieces', () => {
  test('segments are accepted from our own listener only, well formed and within their limit', async () => {
    const { session, part } = await recorded(1);
    expect(await post(session, part, 1, { secret: '' })).toBe('403 listener_only');
    expect(await post(session, part, 1, { secret: 'of-somebody' })).toBe('403 listener_only');
    const odds: Record<string, string>[] = [
      { part: 'x' },
      { ordinal: '-1' },
      { lengthMs: '0' },
      { headBytes: '65537' },
      { beginsMs: 'NaN' },
    ];
    for (const odd of odds) expect(await post(session, part, 1, odd)).toBe('400 bad_input');
    const large = await app.http.inject({
      method: 'POST',
      url: `/whip/sessions/${session}/recording`,
      headers: {
        'content-type': 'application/octet-stream',
        ...listenerHeader(app),
        'content-length': String(recordingPieceBytesMax + 1),
      },
      payload: '',
    });
    expect(large.statusCode).toBe(413);
  });

  test('segments of sessions that are unknown or do not record are refused', async () => {
    const room = await broadcast();
    const session = await encoder(room);
    expect(await post('nowhere', randomUUID(), 0)).toBe('410 ingest_gone');
    expect(await post(session, randomUUID(), 0)).toBe('409 recording_off');
    await switchOn(room);
    expect(await post(session, randomUUID(), 1)).toBe('409 recording_off');
    expect(await post(await encoder(room, 'whip'), randomUUID(), 0)).toBe('410 ingest_gone');
  });

  test('a segment that arrives twice is stored once', async () => {
    const { room, session, part } = await recorded(2);
    expect(await post(session, part, 1)).toBe(200);
    await room.do(room.host, 'POST /events/streaming/stop_streaming');
    const [only] = (await replayOf(room, room.host)).parts;
    expect((await watch(only!.url)).body).toContain(wordsOf(0) + wordsOf(1));
    expect(only).toMatchObject({ length_ms: 4000, bytes: (wordsOf(0) + wordsOf(1)).length });
  });

  test('segments from before the finish are accepted just after it, and none that begins later', async () => {
    const { room, session, part } = await recorded(2);
    await room.do(room.host, 'POST /events/streaming/stop_streaming');
    await app.clock.advance(seconds(3));
    expect(await post(session, part, 2, { ageMs: '8000' })).toBe(200);
    expect(await post(session, part, 3, { ageMs: '8000' })).toBe('409 recording_off');
    expect(await post(session, randomUUID(), 0)).toBe('409 recording_off');
  });

  test('a full disk stops the recording with a message to the host, and the stream continues', async () => {
    const { room, session, part } = await recorded(1);
    await app.db.query('UPDATE ingest_session SET health = $2 WHERE id = $1', [session, JSON.stringify(health)]);
    storageErrors.push(new StorageError('full', 'ENOSPC', codeError('ENOSPC')));
    expect(await post(session, part, 1)).toBe('409 recording_disk_full');
    expect(await isRecording(room)).toBe(false);
    const after = (await ask(room, room.host, 'GET /events/:uuid/ingest')).data;
    expect(after.recording).toMatchObject({ enabled: false, problem: expect.stringContaining('The disk is full') });
    expect(after.health?.problem).toContain('The stream continues.');
    expect((await room.state()).current_state.event_state).toBe(1);
    expect((await switchOn(room)).data.recording).toMatchObject({ enabled: true, problem: null });
  });

  test('a bucket that says that it has no room stops the recording', async () => {
    const { room, session, part } = await recorded(1);
    storageErrors.push(new StorageError('full', 'QuotaExceeded 400', new Error('QuotaExceeded')));
    expect(await post(session, part, 1)).toBe('409 recording_disk_full');
    expect(await isRecording(room)).toBe(false);
  });

  test('a segment that the storage did not take is refused with 503, and taken when it comes again', async () => {
    const { session, part } = await recorded(1);
    storageErrors.push(new StorageError('away', 'ECONNREFUSED', codeError('ECONNREFUSED')));
    expect(await post(session, part, 1)).toBe('503 recording_not_kept');
    expect(await post(session, part, 1)).toBe(200);
  });
});

describe('the replay', () => {
  test('a replay is refused without a ticket, to guests of other events, and before the end', async () => {
    const { room } = await recorded(1);
    const holder = room.viewers[0]!;
    expect(await codeOf(ask(room, holder, 'GET /events/:uuid/replay'))).toBe('409 replay_not_yet');
    await room.do(room.host, 'POST /events/streaming/stop_streaming');
    for (const who of [await newViewer(app), await newHost(app), await newGuest(app, room.event.id)]) {
      expect(await codeOf(ask(room, who, 'GET /events/:uuid/replay'))).toBe('403 replay_tickets_only');
      const window = { from: '0', to: '1000' };
      expect(await codeOf(ask(room, who, 'GET /events/:uuid/replay/chat', {}, window))).toBe('403 replay_tickets_only');
    }
    const elsewhere = await newGuest(app, randomUUID());
    expect(await codeOf(ask(room, elsewhere, 'GET /events/:uuid/replay'))).toBe('403 replay_tickets_only');
    const nobody = app.call('GET /events/:uuid/replay', { params: { uuid: room.event.id } });
    expect(await codeOf(nobody)).toBe('403 replay_tickets_only');
    for (const who of [holder, room.host, await newAdmin(app)])
      expect((await replayOf(room, who)).removable).toBe(who === room.host);
  });

  test('a replay ends for someone whose ticket was refunded, also with an earlier address', async () => {
    const { room } = await finished(2);
    const holder = room.viewers[0]!;
    const { url } = (await replayOf(room, holder)).parts[0]!;
    expect((await watch(url)).statusCode).toBe(200);
    await app.db.query('UPDATE ticket SET voided_at = app_now() WHERE event_id = $1 AND holder_id = $2', [
      room.event.id,
      holder.id,
    ]);
    expect(await codeOf(ask(room, holder, 'GET /events/:uuid/replay'))).toBe('403 replay_tickets_only');
    expect((await watch(url)).statusCode).toBe(403);
    await app.db.query('UPDATE ticket SET voided_at = NULL WHERE event_id = $1', [room.event.id]);
  });

  test('a replay has addresses that cannot be forged and that expire', async () => {
    const { room } = await finished(1, 2);
    const { url } = (await replayOf(room, room.viewers[0]!)).parts[0]!;
    const mine = new URL(url, 'http://localhost');
    const changed = (name: string, value: string): string => {
      const other = new URL(mine);
      other.searchParams.set(name, value);
      return other.pathname + other.search;
    };
    for (const odd of [
      changed('viewer', String(room.viewers[1]!.id)),
      changed('until', String(Number(mine.searchParams.get('until')) + 1)),
      changed('sign', 'AAAA'),
      mine.pathname,
      `/recordings/${randomUUID()}.mp4${mine.search}`,
      `/recordings/x.mp4${mine.search}`,
    ])
      expect([odd, (await watch(odd)).statusCode]).toEqual([odd, 403]);
    await app.clock.advance(replayAddressMs - minutes(1));
    expect((await watch(url)).statusCode).toBe(200);
    await app.clock.advance(minutes(2));
    expect((await watch(url)).statusCode).toBe(403);
  });

  test('a replay accepts ranges across segments, and refuses those outside', async () => {
    const { room } = await finished(3);
    const { url } = (await replayOf(room, room.host)).parts[0]!;
    const whole = await watch(url);
    const { rawPayload: bytes } = whole;
    expect(bytes.subarray(0, head.length)).toEqual(head);
    expect(bytes.toString('latin1')).toContain(wordsOf(0) + wordsOf(1) + wordsOf(2));
    expect(whole.headers).toMatchObject({ 'accept-ranges': 'bytes', 'cache-control': 'private, no-store' });
    for (let start = 0; start < bytes.length; start += 7) {
      const end = Math.min(start + 25, bytes.length - 1);
      const part = await watch(url, { range: `bytes=${start}-${end}` });
      expect([part.statusCode, part.rawPayload]).toEqual([206, bytes.subarray(start, end + 1)]);
      expect(part.headers['content-range']).toBe(`bytes ${start}-${end}/${bytes.length}`);
    }
    expect((await watch(url, { range: 'bytes=-5' })).rawPayload).toEqual(bytes.subarray(-5));
    expect((await watch(url, { range: `bytes=${bytes.length}-` })).statusCode).toBe(416);
    for (const range of ['bytes=0-1,3-4', 'bytes=5-2', 'bytes=a-b', 'items=0-1', `bytes=${'0-1,'.repeat(500)}0-1`])
      expect((await watch(url, { range })).statusCode).toBe(200);
    const looked = await watch(url, {}, 'HEAD');
    expect([looked.statusCode, looked.headers['content-length'], looked.body]).toEqual([200, String(bytes.length), '']);
    expect((await watch(url.replace('.mp4', '.mov'))).statusCode).toBe(404);
  });

  test('a replay is not served like other stored files', async () => {
    const { room } = await finished(1);
    const row = await app.db.one<{ key: string }>(
      `SELECT file_key AS key FROM recording_piece s JOIN recording_part p ON p.id = s.part_id WHERE p.event_id = $1`,
      [room.event.id],
    );
    expect((await watch(`/media/${row!.key}`)).statusCode).toBe(404);
  });

  test('a replay ends before a missing segment', async () => {
    const { room, session, part } = await recorded(2);
    expect(await post(session, part, 3)).toBe(200);
    await room.do(room.host, 'POST /events/streaming/stop_streaming');
    const { body } = await watch((await replayOf(room, room.host)).parts[0]!.url);
    expect(body).toContain(wordsOf(1));
    expect(body).not.toContain(wordsOf(3));
  });

  test('a replay has a file for each connection of the encoder, in order', async () => {
    const { room } = await recorded(1);
    await app.clock.advance(minutes(2));
    const again = await encoder(room);
    expect(await post(again, randomUUID(), 0)).toBe(200);
    await room.do(room.host, 'POST /events/streaming/stop_streaming');
    const { parts } = await replayOf(room, room.host);
    expect(parts).toHaveLength(2);
    expect(parts[1]!.begins_at - parts[0]!.begins_at).toBeGreaterThanOrEqual(minutes(2) - seconds(1));
  });

  test('a replay includes the chat of its time, without removed messages and those of blocked people', async () => {
    const { room } = await recorded(1, 2);
    const [rude, kind] = room.viewers as [TestActor, TestActor];
    const write = async (who: TestActor, message: string): Promise<number> =>
      (await room.do(who, 'POST /events/streaming/messages_new', { message })).data.message.seq;
    for (const who of [rude, kind]) await room.enter(who);
    await write(kind, 'first');
    await write(rude, 'rude');
    const seq = await write(kind, 'taken away');
    await room.do(room.host, 'POST /events/streaming/messages_remove', { seq });
    await room.do(room.host, 'POST /events/streaming/toggle_banned', { username: rude.username });
    await app.clock.advance(minutes(6));
    await write(room.host, 'much later');
    await room.do(room.host, 'POST /events/streaming/stop_streaming');
    const from = (await replayOf(room, kind)).parts[0]!.begins_at;
    const chat = async (start: number, length: number): Promise<string[]> => {
      const window = { from: String(start), to: String(start + length) };
      const answer = await ask(room, kind, 'GET /events/:uuid/replay/chat', {}, window);
      return answer.data.messages.map(({ message }) => message);
    };
    expect(await chat(from, minutes(1))).toEqual(['first']);
    expect(await chat(from + minutes(5), minutes(5))).toEqual(['much later']);
    const tooLong = { from: String(from), to: String(from + minutes(6)) };
    expect(await codeOf(ask(room, kind, 'GET /events/:uuid/replay/chat', {}, tooLong))).toBe('400 bad_input');
  });

  test('a replay is null if nothing was recorded', async () => {
    const room = await broadcast();
    await room.do(room.host, 'POST /events/streaming/stop_streaming');
    expect((await ask(room, room.viewers[0]!, 'GET /events/:uuid/replay')).data.replay).toBeNull();
    expect(await codeOf(ask(room, room.host, 'POST /events/replay/remove'))).toBe('404 replay_gone');
  });
});

describe('deleting', () => {
  const keysOf = async (room: TestRoom): Promise<string[]> =>
    (
      await app.db.query<{ key: string }>(
        `SELECT file_key AS key FROM recording_piece s JOIN recording_part p ON p.id = s.part_id WHERE p.event_id = $1`,
        [room.event.id],
      )
    ).map(({ key }) => key);
  const stored = async (keys: readonly string[]): Promise<number> =>
    (await Promise.all(keys.map((key) => app.kit.storage.size(key)))).filter((size) => size !== undefined).length;

  test('only the host can delete a replay, after the end, together with its files', async () => {
    const live = await recorded(1);
    expect(await codeOf(ask(live.room, live.room.host, 'POST /events/replay/remove'))).toBe('409 replay_not_yet');
    const { room } = await finished(3);
    const holder = room.viewers[0]!;
    for (const who of [holder, await newHost(app), await newAdmin(app)])
      expect(await codeOf(ask(room, who, 'POST /events/replay/remove'))).toBe('403 host_only');
    const { url } = (await replayOf(room, holder)).parts[0]!;
    const keys = await keysOf(room);
    expect(await stored(keys)).toBe(3);
    expect((await ask(room, room.host, 'POST /events/replay/remove')).status).toBe(200);
    expect(await stored(keys)).toBe(0);
    expect((await watch(url)).statusCode).toBe(404);
    expect((await ask(room, holder, 'GET /events/:uuid/replay')).data.replay).toBeNull();
  });

  test('a deletion and its audit line are one: without the line the replay stays', async () => {
    const { room } = await finished(2);
    const keys = await keysOf(room);
    await withoutAudit(app, 'replay_removed', async () => {
      expect((await ask(room, room.host, 'POST /events/replay/remove')).status).toBe(500);
    });
    expect([await keysOf(room), await stored(keys)]).toEqual([keys, 2]);
    expect((await ask(room, room.host, 'POST /events/replay/remove')).status).toBe(200);
    expect(
      await app.db.query("SELECT action FROM audit_log WHERE action = 'replay_removed' AND actor_id = $1", [
        room.host.id,
      ]),
    ).toHaveLength(1);
  });

  test('a replay is deleted with the account of the host', async () => {
    const { room } = await finished(2);
    const keys = await keysOf(room);
    await recordFact(app.db, {
      topic: 'AccountErased',
      dedupeKey: `test:${room.host.id}`,
      payload: { accountId: room.host.id },
    });
    await app.quiesce();
    expect(await stored(keys)).toBe(0);
    expect(await keysOf(room)).toEqual([]);
  });

  test('a replay is deleted automatically ninety days after the end', async () => {
    const { room } = await finished(2);
    const keys = await keysOf(room);
    await app.clock.advance(days(89));
    await app.quiesce();
    expect(await stored(keys)).toBe(2);
    await app.clock.advance(days(1) + minutes(1));
    await app.quiesce();
    expect(await stored(keys)).toBe(0);
  });
});
