import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { whipOffers } from '../../../../test/ingest/whip-offers.ts';
import { dueRoom } from '../../../../test/rooms.ts';
import { systemClock } from '../../../adapters/clock/system-clock.ts';
import { createLivekitVideo } from '../../../adapters/video/livekit/livekit-video.ts';
import { silentLog } from '../../../ports/log.ts';
import { readOffer } from './sdp/read-offer.ts';

interface Asked {
  readonly call: string;
  readonly type: string | undefined;
  readonly ifMatch: string | undefined;
  readonly body: string;
}

let app: TestApp;
/** What reached the engine’s WHIP since the test began. */
let asked: Asked[] = [];
/** An engine that writes down what reaches its port, and takes every encoder. */
const engine = createServer((request, response) => {
  void text(request).then((body) => {
    const path = request.url ?? '';
    if (path.startsWith('/twirp/')) return response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    asked.push(askedOf(request, body));
    if (request.method !== 'POST') return response.writeHead(request.method === 'PATCH' ? 204 : 200).end();
    return response
      .writeHead(201, { 'content-type': 'application/sdp', location: '/whip/v1/PA_1', etag: 'TheEnginesUfrag' })
      .end('v=0\r\na=rtpmap:111 opus/48000/2\r\na=fmtp:111 minptime=10;useinbandfec=1\r\n');
  });
});
const askedOf = ({ method, url, headers }: IncomingMessage, body: string): Asked => ({
  call: `${method} ${url}`,
  type: headers['content-type'],
  ifMatch: headers['if-match'],
  body,
});

beforeAll(async () => {
  await new Promise<void>((done) => engine.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(engine.address() as AddressInfo).port}`;
  const video = createLivekitVideo({
    engine: {
      state: () => 'ready',
      url: url.replace('http', 'ws'),
      httpUrl: url,
      apiKey: 'key',
      apiSecret: 'secret-of-at-least-32-characters-long',
      onReady: () => undefined,
    },
    clock: systemClock,
    log: silentLog,
  });
  app = await testApp({ overrides: { video } });
});
afterAll(async () => {
  await app.close();
  engine.close();
});
beforeEach(() => {
  asked = [];
});

const sdp = { 'content-type': 'application/sdp' };
const fragmentType = { 'content-type': 'application/trickle-ice-sdpfrag' };
const send = (
  method: 'POST' | 'DELETE' | 'PATCH' | 'OPTIONS' | 'GET' | 'PUT' | 'HEAD',
  url: string,
  headers: object = {},
  payload?: string,
) => app.http.inject({ method, url, headers: { ...headers }, ...(payload !== undefined && { payload }) });
const keyOfNewRoom = async (): Promise<string> => {
  const { host, event } = await dueRoom(app, 0, { kind: 'broadcast' });
  return (await app.call('GET /events/:uuid/ingest', { as: host.token, params: { uuid: event.id } })).data.stream_key;
};

test('the engine gets the offer, candidates and the end as we write them, and nothing else', async () => {
  const key = await keyOfNewRoom();
  const authorization = `Bearer ${key}`;
  const found = 'a=candidate:1 1 udp 2113937151 192.0.2.9 60017 typ host generation 0 network-cost 10';
  const credentials = 'a=ice-ufrag:hew2\r\na=ice-pwd:YcHgAElU8hWz+LkfG6It5fP9\r\n';
  const fragment = `${credentials}a=x:y\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=mid:0\r\n${found}\r\n`;

  for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'] as const)
    for (const path of ['/whip', '/whip/', `/whip/${key}`, '/whip/v1', `/whip/v1/PA_1`, '/whip/sessions/PA_1'])
      await send(
        method,
        path,
        { ...sdp, authorization, 'if-match': '*' },
        ['GET', 'HEAD'].includes(method) ? undefined : fragment,
      );
  for (const type of ['application/json', 'text/plain', 'application/trickle-ice-sdpfrag', 'application/octet-stream'])
    await send('POST', '/whip', { 'content-type': type, authorization }, whipOffers.chrome);
  for (const body of ['', 'v=0', 'hello', whipOffers.chrome.replaceAll('a=sendonly', 'a=recvonly')])
    expect((await send('POST', '/whip', { ...sdp, authorization }, body)).statusCode).toBe(400);
  expect((await send('POST', '/whip', { ...sdp, authorization: 'Bearer wrong' }, whipOffers.chrome)).statusCode).toBe(
    401,
  );
  expect(asked, 'before an offer was taken').toEqual([]);

  const extra = { 'x-livekit-clientinfo': '{}', 'x-livekit-ingress': '1', cookie: 'a=b', 'x-odd': 'header' };
  const taken = await send('POST', '/whip', { ...sdp, authorization, ...extra }, whipOffers.chrome);
  expect([taken.statusCode, taken.headers['etag']]).toEqual([201, '"TheEnginesUfrag"']);
  const path = String(taken.headers['location']);
  const right = { ...fragmentType, 'if-match': '"TheEnginesUfrag"' };
  for (const [headers, body] of [
    [{ ...right, 'if-match': '"stale"' }, fragment],
    [{ ...right, 'if-match': '*' }, fragment],
    [fragmentType, fragment],
    [{ ...right, ...sdp }, fragment],
    [right, 'hello'],
    [right, fragment.replace('hew2', 'new2')],
    [right, credentials],
    [right, fragment.replace('a=candidate', 'a=candy')],
  ] as const)
    expect((await send('PATCH', path, headers, body)).statusCode).toBeLessThan(500);
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'POST'] as const) await send(method, path, right);
  expect((await send('PATCH', path, right, fragment)).statusCode).toBe(204);
  expect((await send('DELETE', path, right)).statusCode).toBe(200);
  expect((await send('DELETE', path, right)).statusCode).toBe(200);

  expect(asked).toEqual([
    { call: 'POST /whip/v1', type: 'application/sdp', ifMatch: undefined, body: readOffer(whipOffers.chrome).sdp },
    {
      call: 'PATCH /whip/v1/PA_1',
      type: 'application/trickle-ice-sdpfrag',
      ifMatch: 'TheEnginesUfrag',
      body: [
        'm=audio 9 UDP/TLS/RTP/SAVPF 0',
        'a=mid:0',
        'a=ice-ufrag:hew2',
        'a=ice-pwd:YcHgAElU8hWz+LkfG6It5fP9',
        'a=candidate:1 1 udp 2113937151 192.0.2.9 60017 typ host',
        '',
      ].join('\r\n'),
    },
    { call: 'DELETE /whip/v1/PA_1', type: undefined, ifMatch: undefined, body: '' },
  ]);
});

test.each([
  ['obs', 'a=fmtp:111 minptime=10;useinbandfec=1;stereo=1'],
  ['gstreamer', 'a=fmtp:111 minptime=10;useinbandfec=1;stereo=1'],
  ['chrome', 'a=fmtp:111 minptime=10;useinbandfec=1'],
] as const)('an offer of %s is answered with stereo if it offers stereo', async (name, parameters) => {
  const authorization = `Bearer ${await keyOfNewRoom()}`;
  const { body } = await send('POST', '/whip', { ...sdp, authorization }, whipOffers[name]);
  expect(body.split('\r\n')).toContain(parameters);
});
