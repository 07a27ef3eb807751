import { hostAbsentMaxMs } from '@frontrow/core/events/limits.ts';
import { minutes, seconds } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newHost } from '../../../../test/actors.ts';
import { newEvent } from '../../../../test/events.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { encoderOffer } from '../../../../test/ingest/encoder-offer.ts';
import { goodHealth } from '../../../../test/ingest/posted-segments.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { dueRoom, liveRoom, memoryVideo, passWatched, type TestRoom } from '../../../../test/rooms.ts';
import { startedAgo } from '../../../../test/tickets.ts';
import { ingestListenerSecret } from '../../../keys.ts';

let app: TestApp;
const logged: string[] = [];
beforeAll(async () => {
  const write = (...parts: unknown[]): void => void logged.push(JSON.stringify(parts));
  app = await testApp({ overrides: { log: { debug: write, info: write, warn: write, error: write } } });
});
afterAll(() => app.close());

const due = (): Promise<TestRoom> => dueRoom(app, 1, { kind: 'broadcast' });
const live = (): Promise<TestRoom> => liveRoom(app, 1, { kind: 'broadcast' });
const ingestOf = async (room: TestRoom) =>
  (await app.call('GET /events/:uuid/ingest', { as: room.host.token, params: { uuid: room.event.id } })).data;
const rotate = (room: TestRoom) =>
  app.call('POST /events/ingest/rotate_key', { as: room.host.token, body: { event_uuid: room.event.id } });
const stateOf = async (room: TestRoom): Promise<string> => (await ingestOf(room)).state;

const send = (
  method: 'POST' | 'DELETE' | 'PATCH' | 'OPTIONS' | 'GET' | 'PUT',
  url: string,
  headers = {},
  payload?: string,
) => app.http.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
const sdp = { 'content-type': 'application/sdp' };
const knock = (key: string, headers: Record<string, string> = {}, offer = encoderOffer) =>
  send('POST', '/whip', { ...sdp, authorization: `Bearer ${key}`, ...headers }, offer);
const said = (answer: { statusCode: number; body: string }): string =>
  `${answer.statusCode} ${(JSON.parse(answer.body) as { errors: { code: string }[] }).errors[0]!.code}`;
/** An encoder that was let in and is seen by the engine. */
const sending = async (room: TestRoom, headers: Record<string, string> = {}) => {
  const { stream_key: key } = await ingestOf(room);
  const answer = await knock(key, headers);
  if (answer.statusCode !== 201) throw new Error(answer.body);
  await app.jobs.runAll();
  return { key, path: String(answer.headers['location']), answer };
};
const listener = (): Record<string, string> => ({
  'x-ingest-listener': ingestListenerSecret(app.kit.config.secret),
});
const atEngine = async (room: TestRoom): Promise<string[]> =>
  (await memoryVideo(app).participants(room.event.id)).map((one) => one.identity);

describe('the WHIP endpoint', () => {
  test('the WHIP endpoint refuses a missing and a wrong key, whatever else is right', async () => {
    const answer = await send('POST', '/whip', sdp, encoderOffer);
    expect([said(answer), answer.headers['www-authenticate']]).toEqual(['401 stream_key_missing', 'Bearer']);
    expect(said(await knock('nothing'))).toBe('401 stream_key_wrong');
    expect(said(await knock('', { authorization: 'Basic abc' }))).toBe('401 stream_key_scheme');
    expect(said(await send('POST', '/whip/nothing', sdp, encoderOffer))).toBe('401 stream_key_wrong');
  });

  test('the WHIP endpoint refuses a key in the query, an unknown path, and other methods and types, each with its reason', async () => {
    const room = await due();
    const { stream_key: key } = await ingestOf(room);
    expect(said(await send('POST', `/whip?stream_key=${key}`, sdp, encoderOffer))).toBe('401 stream_key_in_query');
    for (const path of [`/whip/${key}/more`, '/whip/live/app/x', '/whip/sessions/a/b'])
      expect(said(await send('POST', path, sdp, encoderOffer))).toBe('404 whip_address_unknown');
    for (const method of ['PUT', 'PATCH', 'DELETE'] as const)
      for (const path of ['/whip', '/whip/', `/whip/${key}`]) {
        const answer = await send(method, path, sdp, 'x');
        expect([said(answer), answer.headers['allow']]).toEqual(['405 whip_method', 'POST, GET, HEAD, OPTIONS']);
      }
    for (const method of ['PUT', 'POST'] as const)
      expect(said(await send(method, '/whip/sessions/x', sdp, 'x'))).toBe('405 whip_method');
    for (const type of ['text/plain', 'application/json', 'application/trickle-ice-sdpfrag'])
      expect(said(await knock(key, { 'content-type': type }))).toBe('415 ingest_offer_type');
    expect(said(await send('POST', '/whip', { authorization: `Bearer ${key}` }, encoderOffer))).toBe(
      '415 ingest_offer_type',
    );
    expect((await knock(key, { 'content-type': 'Application/SDP; charset=utf-8' })).statusCode).toBe(201);
  });

  test('the WHIP endpoint refuses a key before the start window and after the finish', async () => {
    const host = await newHost(app);
    const event = await startedAgo(app, await newEvent(app, host, { kind: 'broadcast' }), -minutes(30));
    const { data } = await app.call('GET /events/:uuid/ingest', { as: host.token, params: { uuid: event.id } });
    expect(said(await knock(data.stream_key))).toBe('403 ingest_too_early');
    const room = await live();
    const { stream_key: key } = await ingestOf(room);
    await room.do(room.host, 'POST /events/streaming/stop_streaming');
    expect(said(await knock(key))).toBe('403 ingest_over');
  });

  test('the WHIP endpoint refuses what is not an offer without reserving a place for it', async () => {
    const room = await due();
    const { stream_key: key } = await ingestOf(room);
    for (const offer of ['', 'hello', 'v=0\r\n', encoderOffer.replaceAll('sendonly', 'recvonly')])
      expect(said(await knock(key, {}, offer))).toBe('400 ingest_offer_bad');
    expect(said(await knock(key, { 'content-type': 'application/json' }))).toBe('415 ingest_offer_type');
    expect(said(await knock(key, {}, 'v'.repeat(70_000)))).toBe('413 body_too_large');
    expect((await knock(key)).statusCode).toBe(201);
  });

  test('the WHIP endpoint refuses everyone while the engine is being prepared, with a retry time', async () => {
    const room = await due();
    const { stream_key: key } = await ingestOf(room);
    memoryVideo(app).switches.state = 'preparing';
    const answer = await knock(key);
    memoryVideo(app).switches.state = 'ready';
    expect([said(answer), answer.headers['retry-after']]).toEqual(['503 video_preparing', '3']);
    memoryVideo(app).switches.lose = true;
    expect(said(await knock(key))).toBe('503 video_down');
    memoryVideo(app).switches.lose = false;
    expect((await knock(key)).statusCode).toBe(201);
  });

  test('the WHIP endpoint refuses a second encoder while the first sends', async () => {
    const room = await due();
    const { key } = await sending(room);
    expect(said(await knock(key))).toBe('409 ingest_busy');
    expect(await stateOf(room)).toBe('preview');
  });
});

describe('an encoder with the right key', () => {
  test('an encoder gets 201 with an answer, its own address, an ETag and CORS headers', async () => {
    const room = await due();
    const { answer, path } = await sending(room);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/sdp',
      'access-control-allow-origin': '*',
      etag: expect.stringMatching(/^".+"$/) as string,
    });
    expect(path).toMatch(/^\/whip\/sessions\/[\w-]{32}$/);
    expect(answer.body).toContain('a=recvonly');
    expect(await atEngine(room)).toEqual(['ingest']);
    const asked = await send('OPTIONS', '/whip');
    expect([asked.statusCode, asked.headers['access-control-allow-methods'], asked.headers['accept-post']]).toEqual([
      204,
      'POST, PATCH, DELETE, OPTIONS',
      'application/sdp',
    ]);
  });

  test.each<[string, (key: string) => [string, string | undefined]]>([
    ['in the address', (key) => [`/whip/${key}`, undefined]],
    ['in the address with a final slash', (key) => [`/whip/${key}/`, undefined]],
    ['behind two slashes', (key) => [`/whip//${key}`, undefined]],
    ['in an address that begins with two slashes', (key) => [`//whip/${key}`, undefined]],
    ['in the address, encoded', (key) => [`/whip/%20${encodeURIComponent(key).replaceAll('-', '%2D')}%0A`, undefined]],
    ['as a token, with a final slash in the address', (key) => ['/whip/', `Bearer ${key}`]],
    ['as a token, with two slashes in the address', (key) => ['//whip', `Bearer ${key}`]],
    ['as a token of another case and with blanks', (key) => ['/whip', `bEARER   ${key}  `]],
    ['as a token with “Bearer” twice', (key) => ['/whip', `Bearer Bearer ${key}`]],
    ['as a token in quotes', (key) => ['/whip', `Bearer "${key}"`]],
  ])('an encoder may send the key %s', async (_where, knockAt) => {
    const room = await due();
    const [path, authorization] = knockAt((await ingestOf(room)).stream_key);
    const answer = await send('POST', path, { ...sdp, ...(authorization && { authorization }) }, encoderOffer);
    expect(answer.statusCode).toBe(201);
    expect((await send('DELETE', `${String(answer.headers['location'])}/`)).statusCode).toBe(200);
    expect((await send('OPTIONS', path)).statusCode).toBe(204);
    expect((await send('GET', path)).statusCode).toBe(204);
  });

  test('an encoder is previewed, goes live with the event, and is lost when it stops, with updates to viewers', async () => {
    const room = await due();
    const [viewer] = room.viewers;
    expect(await stateOf(room)).toBe('waiting');
    const { path } = await sending(room);
    expect(await stateOf(room)).toBe('preview');
    await room.do(room.host, 'POST /events/streaming/start_streaming');
    expect((await room.join(viewer!)).data.current_state).toMatchObject({ source: 'encoder', ingest_state: 'live' });
    const before = (await room.state()).current_state.seq;
    expect((await send('DELETE', path)).statusCode).toBe(200);
    expect((await room.state()).current_state).toMatchObject({ ingest_state: 'lost', seq: before + 1 });
    expect(await atEngine(room)).not.toContain('ingest');
    expect((await send('DELETE', path)).statusCode).toBe(200);
    await sending(room);
    expect((await room.state()).current_state).toMatchObject({ ingest_state: 'live', seq: before + 2 });
    await expectInvariants(app);
  });

  test('an encoder keeps the event live without the host’s browser, and an hour after both left it is finished', async () => {
    const room = await live();
    const [viewer] = room.viewers;
    await room.enter(viewer!);
    const { path } = await sending(room);
    memoryVideo(app).disconnect(room.event.id, `u:${room.host.id}`);
    await passWatched(app, hostAbsentMaxMs + minutes(5));
    expect((await room.state()).current_state).toMatchObject({ event_state: 1, ingest_state: 'live' });
    await send('DELETE', path);
    await passWatched(app, hostAbsentMaxMs - minutes(1));
    expect((await room.state()).current_state).toMatchObject({ event_state: 1, ingest_state: 'lost' });
    expect(
      (await room.do(viewer!, 'POST /events/streaming/messages_new', { message: 'still here?' })).status,
      'the chat goes on without host and picture',
    ).toBe(200);
    await passWatched(app, minutes(2));
    expect((await room.state()).current_state.event_state).toBe(2);
    await expectInvariants(app);
  });

  test('an encoder may send more candidates for its own connection, and does not restart it', async () => {
    const room = await due();
    const { path, answer } = await sending(room);
    const { fragment, patch } = patching(path);
    const added = await patch(fragment, { 'if-match': String(answer.headers['etag']) });
    expect([added.statusCode, added.headers['etag'], added.body]).toEqual([204, undefined, '']);
    expect(memoryVideo(app).calls.get('addCandidates')).toBe(1);
    expect(said(await patch(fragment, {}))).toBe('428 ingest_tag_missing');
    expect(said(await patch(fragment, { 'if-match': '"another"' }))).toBe('412 ingest_tag_stale');
    expect(said(await patch(fragment, { 'if-match': '*' }))).toBe('422 ingest_no_restart');
    const tag = { 'if-match': `"x", ${String(answer.headers['etag'])}` };
    expect(said(await patch(fragment.replace('abcdefgh', 'hgfedcba'), tag))).toBe('422 ingest_no_restart');
    expect(said(await patch('a=end-of-candidates', tag))).toBe('400 ingest_candidates_bad');
    expect(said(await patch(fragment, { ...tag, ...sdp }))).toBe('415 ingest_candidates_type');
    expect((await patch(fragment.replace('a=candidate', 'a=other'), tag)).statusCode, 'nothing new').toBe(204);
    expect(memoryVideo(app).calls.get('addCandidates')).toBe(1);
    await send('DELETE', path);
    expect(said(await patch(fragment, tag))).toBe('410 ingest_gone');
    expect(said(await patching('/whip/sessions/nobody').patch(fragment, tag))).toBe('404 ingest_session_unknown');
    expect(said(await send('DELETE', '/whip/sessions/nobody'))).toBe('404 ingest_session_unknown');
  });

  test('an encoder of the previous release sends no late candidates, and continues', async () => {
    const room = await due();
    const { path } = await sending(room);
    await app.db.query('UPDATE ingest_session SET ice_tag = NULL, ice_mid = NULL, ice_hash = NULL');
    const { fragment, patch } = patching(path);
    expect(said(await patch(fragment, { 'if-match': '"x"' }))).toBe('412 ingest_tag_stale');
    expect((await send('DELETE', path)).statusCode).toBe(200);
  });
});

/** A fragment with the credentials of `encoderOffer`, and a way to send it. */
const patching = (path: string) => ({
  fragment: [
    'a=ice-ufrag:abcd',
    'a=ice-pwd:abcdefghijklmnopqrstuvwx',
    'm=audio 9 UDP/TLS/RTP/SAVPF 111',
    'a=mid:0',
    'a=candidate:1 1 udp 2113937151 192.0.2.9 60017 typ host',
    '',
  ].join('\r\n'),
  patch: (body: string, headers: Record<string, string>) =>
    send('PATCH', path, { 'content-type': 'application/trickle-ice-sdpfrag', ...headers }, body),
});

describe('a key that is changed', () => {
  test('rotating a key cuts its encoder immediately and refuses it from then on, and the new one works', async () => {
    const room = await live();
    const { key } = await sending(room);
    const { data } = await rotate(room);
    expect(await atEngine(room)).not.toContain('ingest');
    expect(data.state).toBe('lost');
    expect(said(await knock(key))).toBe('401 stream_key_wrong');
    expect((await knock(data.stream_key)).statusCode).toBe(201);
    await expectInvariants(app);
  });

  test('rotating a key while the engine answers an offer refuses the encoder and leaves none in the room', async () => {
    const room = await due();
    const { stream_key: key } = await ingestOf(room);
    const { promise, resolve: answerOffer } = Promise.withResolvers<void>();
    memoryVideo(app).switches.held = new Map([['takeEncoder', promise]]);
    const knocking = knock(key);
    await expect
      .poll(
        async () => (await app.db.query('SELECT 1 FROM ingest_session WHERE event_id = $1', [room.event.id])).length,
      )
      .toBe(1);
    await rotate(room);
    answerOffer();
    const answer = await knocking;
    expect(said(answer)).toBe('410 ingest_gone');
    await app.jobs.runAll();
    expect(await atEngine(room)).not.toContain('ingest');
  });
});

describe('an encoder that is gone', () => {
  test('a vanished encoder is lost as soon as the engine no longer lists it, and blocks no one', async () => {
    const room = await live();
    const { key } = await sending(room);
    memoryVideo(app).disconnect(room.event.id, 'ingest');
    await app.jobs.runAll();
    expect(await stateOf(room)).toBe('lost');
    expect((await knock(key)).statusCode).toBe(201);
  });

  test('a vanished encoder blocks no one before the reconciler ran, either', async () => {
    const room = await live();
    const { key } = await sending(room);
    memoryVideo(app).disconnect(room.event.id, 'ingest');
    expect((await knock(key)).statusCode).toBe(201);
  });

  test('an encoder may be replaced once the host’s browser sees no video, and not after it recovered', async () => {
    const room = await live();
    const { key } = await sending(room);
    const report = (receiving: boolean) =>
      app.call('POST /events/ingest/report', {
        as: room.host.token,
        body: { event_uuid: room.event.id, receiving },
      });
    await report(false);
    await report(true);
    expect(said(await knock(key))).toBe('409 ingest_busy');
    await report(false);
    expect((await knock(key)).statusCode).toBe(201);
    await app.jobs.runAll();
    expect(await stateOf(room)).toBe('live');
    expect(
      (await memoryVideo(app).participants(room.event.id)).filter((one) => one.identity === 'ingest'),
    ).toHaveLength(1);
    await expectInvariants(app);
  });

  test('after the engine was killed an encoder is lost, and admitted again', async () => {
    const room = await live();
    const { key } = await sending(room);
    memoryVideo(app).crash();
    expect(said(await knock(key))).toBe('503 video_down');
    memoryVideo(app).comeUp();
    await app.jobs.runAll();
    expect(await stateOf(room)).toBe('lost');
    expect((await knock(key)).statusCode).toBe(201);
  });
});

test('an encoder that tries many keys has to wait, and others and our listener do not', async () => {
  const from = (remoteAddress: string, key: string, headers: Record<string, string> = {}) =>
    app.http.inject({
      method: 'POST',
      url: '/whip',
      remoteAddress,
      headers: { ...sdp, authorization: `Bearer ${key}`, ...headers },
      payload: encoderOffer,
    });
  const { stream_key: key } = await ingestOf(await due());
  for (let i = 0; i < 20; i++) expect(said(await from('203.0.113.7', `guess-${i}`))).toBe('401 stream_key_wrong');
  const late = await from('203.0.113.7', key);
  expect([said(late), late.headers['retry-after']]).toEqual(['429 too_many_requests', '60']);
  expect((await from('203.0.113.8', key)).statusCode).toBe(201);
  for (let i = 0; i < 140; i++) await from('203.0.113.9', 'guess', listener());
  expect(said(await from('203.0.113.9', 'guess', listener()))).toBe('401 stream_key_wrong');
});

test('an encoder without a session is disconnected, because it bypassed the WHIP endpoint', async () => {
  const room = await live();
  const token = await memoryVideo(app).mintToken({
    room: room.event.id,
    identity: 'ingest',
    displayName: '',
    grants: 'mic,cam',
  });
  memoryVideo(app).connect(token);
  await app.jobs.runAll();
  expect(await atEngine(room)).not.toContain('ingest');
});

test('the finish and a take-down end the session, and its listener disconnects', async () => {
  const room = await live();
  const { path } = await sending(room, listener());
  const report = () =>
    send('POST', `${path}/health`, { 'content-type': 'application/json', ...listener() }, JSON.stringify(goodHealth));
  expect((await report()).json()).toEqual({ data: { recording: false, replay: false, vp8: false, restreams: [] } });
  await room.do(room.host, 'POST /events/streaming/stop_streaming');
  expect(said(await report())).toBe('410 ingest_gone');
  await expectInvariants(app);
});

describe('our own listener', () => {
  test('only our own listener may report, and its report is shown to the host', async () => {
    const room = await due();
    const { path } = await sending(room, listener());
    const json = { 'content-type': 'application/json' };
    const body = JSON.stringify(goodHealth);
    expect(said(await send('POST', `${path}/health`, json, body))).toBe('403 listener_only');
    expect(said(await send('POST', `${path}/health`, { ...json, ...listener() }, '{"fps":'))).toBe('400 bad_input');
    expect((await send('POST', `${path}/health`, { ...json, ...listener() }, body)).statusCode).toBe(200);
    expect((await ingestOf(room)).health).toMatchObject({
      ...goodHealth,
      via: 'rtmp',
      at: expect.any(Number) as number,
    });
  });

  test('our own listener may repeat its own session if the engine lost it, and no one else’s', async () => {
    const room = await live();
    await app.clock.hold();
    const { key, path } = await sending(room, listener());
    const id = path.split('/').at(-1)!;
    expect(said(await knock(key, { ...listener(), 'x-ingest-replaces': 'another' }))).toBe('409 ingest_busy');
    expect(said(await knock(key, { 'x-ingest-replaces': id }))).toBe('409 ingest_busy');
    expect((await knock(key, { ...listener(), 'x-ingest-replaces': id })).statusCode).toBe(201);
  });

  test('a listener that is silent for more than three seconds reserves no place', async () => {
    const room = await live();
    await app.clock.hold();
    const { key } = await sending(room, listener());
    await app.clock.advance(seconds(1));
    expect(said(await knock(key))).toBe('409 ingest_busy');
    await app.clock.advance(seconds(2) + 1);
    expect((await knock(key)).statusCode).toBe(201);
  });
});

test('no stream key is ever logged, counted in the metrics or repeated in an answer', async () => {
  const room = await live();
  const { key, path } = await sending(room);
  await knock(key);
  await send('POST', `/whip/${key}`, sdp, encoderOffer);
  await send('POST', `/whip/${key}`, { 'content-type': 'text/html' }, 'x');
  await send('GET', `/whip/${key}`, { accept: 'text/html' });
  await send('PATCH', `/whip/${key}`, {}, '');
  await send('POST', `/whip/${key}/more`, sdp, encoderOffer);
  memoryVideo(app).switches.lose = true;
  await rotate(room);
  memoryVideo(app).switches.lose = false;
  const refused = await send('POST', `/whip/${key}`, sdp, encoderOffer);
  await send('DELETE', path);
  const metrics = await send('GET', '/metrics');
  expect(logged.join('\n')).not.toContain(key);
  expect(metrics.body).toContain('/whip/:streamKey');
  expect(metrics.body).not.toContain(key);
  expect(refused.body).not.toContain(key);
});
