import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { Room, RoomEvent } from '@livekit/rtc-node';
import { seatLeaseMs } from '@frontrow/core/rooms/limits.ts';
import { ParticipantInfo_State, RoomServiceClient } from 'livekit-server-sdk';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newAdmin, type TestActor } from '../../test/actors.ts';
import { testApp, type TestApp, testConfig, until } from '../../test/harness.ts';
import { expectInvariants } from '../../test/invariants.ts';
import { type Signal, signalIn, startEngine, type TestEngine } from '../../test/live-engine.ts';
import { listening } from '../../test/live-socket.ts';
import { pageRenderer } from '../../test/pages.ts';
import { sendRaw } from '../../test/raw-http.ts';
import { dueRoom, type TestRoom } from '../../test/rooms.ts';
import { signUp } from '../../test/sign-up.ts';
import { giveTicket } from '../../test/tickets.ts';
import { createLivekitVideo } from '../adapters/video/livekit/livekit-video.ts';
import { systemClock } from '../adapters/clock/system-clock.ts';
import { silentLog } from '../ports/log.ts';
import type { Video } from '../ports/video.ts';

let tested: TestEngine;
let app: TestApp;
let origin: string;
/** Where the app says that browsers connect. */
let url: string;
let video: Video;
const open: Signal[] = [];
beforeAll(async () => {
  tested = await startEngine();
  // Built pages, because an address that asks for a page gets one.
  const pages = join(tested.home, 'pages');
  mkdirSync(pages);
  writeFileSync(join(pages, 'index.html'), '<div id="root"></div>');
  const { publicUrl } = testConfig('/nowhere');
  app = await testApp({ overrides: { videoEngine: tested.engine, pages, pageRenderer: pageRenderer(publicUrl) } });
  origin = await listening(app);
  const host = new URL(origin).host;
  url = (await app.call('GET /client_config', { headers: { host } })).data.video_url;
  video = createLivekitVideo({ engine: tested.engine, clock: systemClock, log: silentLog });
});
afterEach(async () => {
  for (const signal of open.splice(0)) signal.close();
  await expectInvariants(app);
});
afterAll(async () => {
  await app?.close();
  await tested?.stop();
});

const live = async (viewers: number): Promise<TestRoom> => {
  const room = await dueRoom(app, viewers);
  await room.do(room.host, 'POST /events/streaming/start_streaming');
  return room;
};
const tokenOf = async (room: TestRoom, who: TestActor): Promise<string> => (await room.join(who)).data.token;
const comeIn = async (token: string, resume?: string): Promise<Signal | false> => {
  const signal = await signalIn(url, token, resume);
  if (signal) open.push(signal);
  return signal;
};
const mustComeIn = async (token: string, resume?: string): Promise<Signal> => {
  const signal = await comeIn(token, resume);
  if (!signal) throw new Error('the connection was refused');
  return signal;
};
/** What the client asks after a failure, and takes as final when it is 401 or 403. */
const whyNot = async (token: string) => {
  const answer = await fetch(`${url.replace('ws', 'http')}/rtc/validate?access_token=${token}`);
  return { status: answer.status, body: await answer.text() };
};
const connections = async (): Promise<number> =>
  Number(/^frontrow_signaling_connections (\d+)/m.exec((await app.http.inject('/metrics')).body)?.[1]);
const inRoom = async (room: TestRoom): Promise<string[]> =>
  (await video.participants(room.event.id)).map(({ identity }) => identity);

test('a viewer joins through the app and resumes the same participant on another connection', async () => {
  const room = await live(1);
  const [ann] = room.viewers as [TestActor];
  const token = await tokenOf(room, ann);
  expect(await whyNot(token)).toEqual({ status: 200, body: 'success' });
  const first = await mustComeIn(token);
  expect([url, first.firstField]).toEqual([`${origin.replace('http', 'ws')}/livekit`, 1]);
  const [sid] = /PA_\w+/.exec(first.heard())!;
  // As after a network that went away without a word: the engine still holds the old connection.
  const again = await mustComeIn(token, sid);
  expect(again.firstField).toBe(19);
  await until('the old connection has ended', () => !first.isOpen());
  expect(await inRoom(room)).toContain(`u:${ann.id}`);
});

const twirp = '/twirp/livekit.RoomService/ListParticipants';
/** Paths of the engine, as it spells them and as somebody might who tries to get past us. */
const enginePaths = [
  twirp,
  '/twirp/livekit.RoomService/RemoveParticipant',
  '/twirp/livekit.AgentDispatchService/CreateDispatch',
  '/twirp/livekit.Egress/StartRoomCompositeEgress',
  '/twirp/livekit.Ingress/CreateIngress',
  '/twirp/livekit.SIP/CreateSIPTrunk',
  '/whip/v1',
  '/whip/v1/PA_x',
  '/agent',
  '/debug/goroutine',
  '/debug/rooms',
  '/debug/pprof/',
  '/metrics',
  '/',
  '',
  `/${twirp}`,
  `//${twirp}`,
  '/TWIRP/livekit.RoomService/ListParticipants',
  '/%74wirp/livekit.RoomService/ListParticipants',
  '/twirp%2Flivekit.RoomService%2FListParticipants',
  `/.${twirp}`,
  `/rtc/..${twirp}`,
  `/rtc/%2e%2e${twirp}`,
  `/rtc/v1/../..${twirp}`,
  `/rtc/..;${twirp}`,
  `/rtc%2f..${twirp}`,
  `/rtc\\..${twirp}`,
  `/rtc?/..${twirp}`.replace('?', '%3f'),
  '/rtc/',
  '//rtc',
  '/RTC',
  '/rtc/v1/',
  '/rtc/v2',
  '/rtc/v1/agent',
  '/rtc/validate/..',
  '/settings/regions',
];

/** The answer to one request as its bytes say it, for what `fetch` would tidy up. */
const ask = async (to: string, method: string, path: string, token: string, upgrade: boolean): Promise<number> => {
  const more = upgrade
    ? 'connection: Upgrade, close\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'
    : `connection: close\r\ncontent-type: application/json\r\n${method === 'POST' ? 'content-length: 2\r\n' : ''}`;
  const query = `${path.includes('?') ? '&' : '?'}access_token=${token}`;
  const request = `${method} ${path}${query} HTTP/1.1\r\nhost: ${new URL(to).host}\r\nauthorization: Bearer ${token}\r\n${more}\r\n`;
  return (await sendRaw(to, `${request}${!upgrade && method === 'POST' ? '{}' : ''}`))?.status ?? 0;
};

test('every other path of the engine is a 404 with a viewer’s token, below our path and at the root', async () => {
  const room = await live(1);
  const token = await tokenOf(room, room.viewers[0]!);
  // The engine itself knows them: the list means something.
  expect(await ask(tested.engine.httpUrl, 'POST', twirp, token, false)).not.toBe(404);
  expect(await ask(tested.engine.httpUrl, 'POST', `/${twirp}`, token, false)).not.toBe(404);
  expect(await ask(tested.engine.httpUrl, 'POST', '/whip/v1', token, false)).not.toBe(404);
  const ours = new Set(['', '/', '/metrics', '/whip/v1', '/whip/v1/PA_x']);
  const found: string[] = [];
  for (const path of enginePaths)
    for (const below of ['/livekit', ...(ours.has(path) ? [] : [''])])
      for (const [method, upgrade] of [
        ['GET', false],
        ['POST', false],
        ['DELETE', false],
        ['GET', true],
      ] as const) {
        const status = await ask(origin, method, `${below}${path}`, token, upgrade);
        if (status !== 404) found.push(`${status} ${method} ${below}${path}${upgrade ? ' (upgrade)' : ''}`);
      }
  expect(found).toEqual([]);
  // The one path is no way around either: without the upgrade, or by another method.
  for (const method of ['GET', 'POST', 'PUT', 'CONNECT'])
    expect([method, await ask(origin, method, '/livekit/rtc', token, false)]).not.toEqual([method, 200]);
  expect(await inRoom(room)).toEqual([]);
});

const endings: readonly [string, string, (room: TestRoom, who: TestActor & { refresh: string }) => Promise<unknown>][] =
  [
    [
      'was removed by the host',
      'removed_from_event',
      (room, who) => room.do(room.host, 'POST /events/streaming/remove_viewer', { username: who.username }),
    ],
    [
      'was refunded',
      'join_refused',
      async (room, who) => {
        const by = [room.event.id, who.id];
        await app.db.query("UPDATE orders SET status = 'refunding' WHERE event_id = $1 AND buyer_id = $2", by);
        await app.db.query('UPDATE ticket SET voided_at = app_now() WHERE event_id = $1 AND holder_id = $2', by);
        await app.db.query('UPDATE event SET sold = sold - 1 WHERE id = $1', [room.event.id]);
      },
    ],
    ['left the room', 'join_refused', (room, who) => room.do(who, 'POST /events/streaming/leave_streaming')],
    [
      'has logged out',
      'login_required',
      (_room, who) => app.call('POST /auth/logout', { body: { refresh_token: who.refresh } }),
    ],
    ['saw the event finish', 'room_closed', (room) => room.do(room.host, 'POST /events/streaming/stop_streaming')],
  ];

test.each(endings)(
  'somebody who %s is refused although the token is valid, also with the one that the engine renewed',
  async (_what, code, end) => {
    const room = await live(0);
    const ann = await signUp(app);
    await giveTicket(app, room.event, ann);
    const token = await tokenOf(room, ann);
    const signal = await mustComeIn(token);
    const renewed = await until(
      'the engine renews the token',
      () => /eyJ[\w-]+\.[\w-]+\.[\w-]+/.exec(signal.heard())?.[0],
    );
    const [sid] = /PA_\w+/.exec(signal.heard())!;
    await end(room, ann);
    for (const one of [token, renewed]) {
      expect([await comeIn(one), await comeIn(one, sid)]).toEqual([false, false]);
      const answer = await whyNot(one);
      expect([401, 403]).toContain(answer.status);
      expect(JSON.parse(answer.body)).toMatchObject({ errors: [{ code }] });
    }
  },
);

test('a laptop that wakes does not push out the phone that its person continued on, nor a host’s', async () => {
  const room = await live(1);
  const [ann] = room.viewers as [TestActor];
  const [laptop, phone] = [randomUUID(), randomUUID()];
  const enters = async (who: TestActor, session: string): Promise<string> => {
    const call = who === room.host ? 'POST /events/streaming/start_streaming' : 'POST /events/streaming/join_streaming';
    return `${(await room.do(who, call, { session_id: session, take_over: true })).data.token}&session_id=${session}`;
  };
  for (const who of [ann, room.host]) {
    const asleep = await enters(who, laptop);
    await mustComeIn(asleep);
    const awake = await mustComeIn(await enters(who, phone));
    expect(await comeIn(asleep)).toBe(false);
    const { status, body } = await whyNot(asleep);
    expect([status, JSON.parse(body)]).toMatchObject([403, { errors: [{ code: 'session_moved' }] }]);
    expect(awake.isOpen()).toBe(true);
    await mustComeIn(await enters(who, laptop));
  }
});

test('a lease that ended takes a new join; a host and an app admin who watches unseen need none', async () => {
  const room = await live(1);
  const [ann] = room.viewers as [TestActor];
  const token = await tokenOf(room, ann);
  await app.quiesce();
  for (const _half of [1, 2, 3]) {
    await app.clock.advance(seatLeaseMs / 2);
    await app.quiesce();
  }
  expect((await whyNot(token)).status).toBe(403);
  await mustComeIn(await tokenOf(room, ann));
  await mustComeIn(await tokenOf(room, await newAdmin(app)));
  const host = (await room.do(room.host, 'POST /events/streaming/start_streaming')).data.token;
  await mustComeIn(host);
});

test('no token, a forged one, an encoder’s and one that may do more are refused', async () => {
  const room = await live(1);
  const token = await tokenOf(room, room.viewers[0]!);
  const encoder = await video.mintToken({
    room: room.event.id,
    identity: 'ingest',
    displayName: 'x',
    grants: 'mic,cam',
  });
  const stranger = await video.mintToken({
    room: room.event.id,
    identity: 'u:999999',
    displayName: 'x',
    grants: 'sub',
  });
  for (const one of ['', 'x', `${token.slice(0, -4)}AAAA`, encoder, stranger]) {
    expect(await comeIn(one)).toBe(false);
    expect([401, 403]).toContain((await whyNot(one)).status);
  }
});

test('a page of another product may not connect', async () => {
  const room = await live(1);
  const token = await tokenOf(room, room.viewers[0]!);
  const handshake = (from: string) =>
    sendRaw(
      origin,
      `GET /livekit/rtc?access_token=${token} HTTP/1.1\r\nhost: ${new URL(origin).host}\r\norigin: ${from}\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    );
  expect((await handshake('https://evil.example'))?.status).toBe(403);
  // Hangs up when its time is over: the half connection says nothing.
});

test('the parameter that would make a second participant of the same person is not passed on', async () => {
  const room = await live(0);
  const token = (await room.do(room.host, 'POST /events/streaming/start_streaming')).data.token;
  await mustComeIn(`${token}&publish=x`);
  expect(await inRoom(room)).toEqual([`u:${room.host.id}`]);
});

test('clients that vanish leave no connection behind, here or at the engine', async () => {
  const room = await live(1);
  const token = await tokenOf(room, room.viewers[0]!);
  const before = await connections();
  const path = `/livekit/rtc?access_token=${token}&sdk=js&protocol=15`;
  const request = `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`;
  for (const moment of ['at once', 'after the answer', 'after the answer', 'at once']) {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => socket.write(request));
    await new Promise<void>((done) => socket.once(moment === 'at once' ? 'connect' : 'data', () => done()));
    socket.resetAndDestroy();
  }
  await until('nothing is open', async () => (await connections()) === before);
  const port = Number(new URL(tested.engine.httpUrl).port).toString(16).toUpperCase().padStart(4, '0');
  const established = (): number =>
    readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .filter((line) => new RegExp(`^ *\\d+: \\S+ 0100007F:${port} 01 `).test(line)).length;
  await until('no connection to the engine is left', () => established() <= before);
});

test('signaling that is cut while media flows is taken up again by LiveKit’s own client as the same participant', async () => {
  const room = await live(1);
  const [ann] = room.viewers as [TestActor];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => void sockets.add(socket);
  app.http.server.on('connection', keep);
  const client = new Room();
  let resumed = 0;
  client.on(RoomEvent.Reconnected, () => void (resumed += 1));
  await client.connect(url, await tokenOf(room, ann), { autoSubscribe: true, dynacast: false });
  const rooms = new RoomServiceClient(tested.engine.httpUrl, tested.engine.apiKey, tested.engine.apiSecret);
  const participant = async () => (await rooms.listParticipants(room.event.id))[0];
  const isActive = async () => (await participant())?.state === ParticipantInfo_State.ACTIVE;
  // Before media is connected the engine lets a participant go with its signaling.
  await until('media is connected', isActive);
  const before = (await participant())?.sid;
  for (const socket of sockets) socket.destroy();
  await until('the client has resumed', () => resumed === 1);
  expect((await participant())?.sid).toBe(before);
  app.http.server.off('connection', keep);
  await client.disconnect();
});

test('after kill -9 of the engine people resume with the same token, and are told to wait until then', async () => {
  const room = await live(1);
  const token = await tokenOf(room, room.viewers[0]!);
  const signal = await mustComeIn(token);
  process.kill(Number(readFileSync(join(tested.home, 'livekit', 'livekit.pid'), 'utf8')), 'SIGKILL');
  await until('the connection ends', () => !signal.isOpen());
  expect((await whyNot(token)).status).toBe(503);
  await until('the engine is back', () => tested.engine.state() === 'ready');
  await app.quiesce();
  await room.join(room.viewers[0]!);
  await until('the viewer is in', async () => comeIn(token));
  expect(await inRoom(room)).toContain(`u:${room.viewers[0]!.id}`);
});
