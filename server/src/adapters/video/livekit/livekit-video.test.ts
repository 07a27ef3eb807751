import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt } from 'jose';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import type { Grants } from '@frontrow/core/rooms/grants.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../../../test/harness.ts';
import { signalIn, startEngine, type TestEngine } from '../../../../test/live-engine.ts';
import { realOffer } from '../../../../test/ingest/real-offer.ts';
import { silentLog } from '../../../ports/log.ts';
import type { VideoEngine } from '../../../ports/video-engine.ts';
import type { VideoState } from '../../../ports/video.ts';
import { systemClock } from '../../clock/system-clock.ts';
import { videoSuite } from '../video.suite.ts';
import { createLivekitVideo } from './livekit-video.ts';
import { withPlainCandidatesFirst, withStereo } from './livekit-whip.ts';

videoSuite('LiveKit', async () => {
  const { engine, stop } = await startEngine();
  const video = createLivekitVideo({ engine, clock: systemClock, log: silentLog });
  const open: { close(): void }[] = [];
  return {
    video,
    async connect(token) {
      const connection = await signalIn(engine.url, token);
      if (connection) open.push(connection);
      return connection !== false;
    },
    offer: realOffer,
    async stop() {
      for (const connection of open) connection.close();
      await stop();
    },
  };
});

const opus = 'a=rtpmap:111 opus/48000/2';
test.each([
  ['stereo', 'minptime=10;stereo=1', 'useinbandfec=1', 'useinbandfec=1;stereo=1'],
  ['stereo of what it sends', 'sprop-stereo=1;minptime=10', 'useinbandfec=1', 'useinbandfec=1;stereo=1'],
  ['stereo that is answered already', 'stereo=1', 'stereo=1;useinbandfec=1', 'stereo=1;useinbandfec=1'],
  ['stereo that is answered with mono', 'stereo=1', 'minptime=10;stereo=0', 'minptime=10;stereo=1'],
  ['mono', 'stereo=0', 'useinbandfec=1', 'useinbandfec=1'],
  ['nothing of it', 'minptime=10', 'useinbandfec=1', 'useinbandfec=1'],
])('an offer of %s is answered in kind', (_what, offered, answered, kept) => {
  const answer = `${opus}\r\na=fmtp:111 ${answered}\r\na=rtpmap:96 H264/90000\r\n`;
  expect(withStereo(answer, `${opus}\r\na=fmtp:111 ${offered}\r\n`)).toBe(answer.replace(answered, kept));
});

test('an answer without any parameters of Opus gets them', () => {
  expect(withStereo(`${opus}\r\na=mid:0\r\n`, 'a=fmtp:111 stereo=1')).toBe(
    `${opus}\r\na=fmtp:111 stereo=1\r\na=mid:0\r\n`,
  );
});

test('candidates that every encoder can use come first in an answer, and nothing else moves', () => {
  const [tcp, six, four, relay] = [
    'a=candidate:1 1 tcp 1671430143 192.0.2.1 7881 typ host tcptype passive',
    'a=candidate:2 1 udp 2130706431 2001:db8::2 41968 typ host',
    'a=candidate:3 1 udp 2130706431 192.0.2.1 41543 typ host',
    'a=candidate:4 1 UDP 16777215 192.0.2.7 3478 typ relay raddr 192.0.2.1 rport 41543',
  ];
  const of = (candidates: readonly string[]) =>
    ['v=0', 'm=audio 9 UDP/TLS/RTP/SAVPF 111', ...candidates, 'a=end-of-candidates', 'm=video 9 x 106', ''].join(
      '\r\n',
    );
  expect(withPlainCandidatesFirst(of([tcp, six, four, relay]))).toBe(of([four, relay, six, tcp]));
  expect(withPlainCandidatesFirst(of([]))).toBe(of([]));
});

/** An engine that is not there. */
const nowhere = (state: VideoState = 'ready'): VideoEngine => ({
  state: () => state,
  url: 'ws://127.0.0.1:9',
  httpUrl: 'http://127.0.0.1:9',
  apiKey: 'key',
  apiSecret: 'secret-of-at-least-32-characters-long',
  onReady: () => undefined,
});
const videoOf = (engine: VideoEngine) => createLivekitVideo({ engine, clock: systemClock, log: silentLog });

test.each<[Grants, object]>([
  ['none', { canSubscribe: false, canPublish: false, canPublishSources: [] }],
  ['sub', { canSubscribe: true, canPublish: false, canPublishSources: [] }],
  ['sub,mic', { canSubscribe: true, canPublish: true, canPublishSources: ['microphone'] }],
  ['sub,mic,cam', { canSubscribe: true, canPublish: true, canPublishSources: ['microphone', 'camera'] }],
  [
    'sub,mic,cam,screen',
    { canSubscribe: true, canPublish: true, canPublishSources: ['microphone', 'camera', 'screen_share'] },
  ],
])('a token with %s names every right', async (grants, rights) => {
  const token = await videoOf(nowhere()).mintToken({ room: 'room', identity: 'u:1', displayName: 'ann', grants });
  expect(decodeJwt<{ video: object }>(token).video).toEqual({
    room: 'room',
    roomJoin: true,
    hidden: false,
    canPublishData: false,
    canUpdateOwnMetadata: false,
    canSubscribeMetrics: false,
    ...rights,
  });
});

describe('an engine that does not answer', () => {
  test('an engine that does not answer is reported in one sentence, skipped after three failures, and tried again later', async () => {
    let asked = 0;
    let now = 0;
    const refusing = createServer((request) => {
      asked += 1;
      request.socket.destroy();
    });
    await new Promise<void>((done) => refusing.listen(0, '127.0.0.1', done));
    const httpUrl = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`;
    const video = createLivekitVideo({ engine: { ...nowhere(), httpUrl }, clock: { now: () => now }, log: silentLog });
    const ask = async (): Promise<number> => {
      const before = asked;
      await expect(video.rooms()).rejects.toMatchObject({ code: 'video_down' });
      return asked - before;
    };
    for (let i = 0; i < 3; i++) expect(await ask()).toBeGreaterThan(0);
    expect(video.state()).toBe('down');
    expect(await ask()).toBe(0);
    now += seconds(2);
    expect(video.state()).toBe('ready');
    expect(await ask()).toBeGreaterThan(0);
    expect(video.state()).toBe('down');
    refusing.close();
  });

  test('an engine that does not answer is asked for patience while it is being prepared', async () => {
    const video = videoOf(nowhere('preparing'));
    await expect(video.openRoom('room', 1)).rejects.toMatchObject({ code: 'video_preparing', retryAfter: 3 });
    await expect(
      video.mintToken({ room: 'r', identity: 'u:1', displayName: 'a', grants: 'sub' }),
    ).rejects.toMatchObject({ code: 'video_preparing' });
    expect(videoOf(nowhere('down')).clientUrl()).toBe('');
  });
});

describe('the engine’s webhooks', () => {
  let tested: TestEngine;
  const received: { body: string; authorization: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      received.push({ body, authorization: request.headers.authorization ?? '' });
      response.end();
    });
  });
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    tested = await startEngine(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  afterAll(async () => {
    await tested?.stop();
    server.close();
  });

  test('the engine’s webhooks are read with their room when signed, and not with one byte changed', async () => {
    const video = videoOf(tested.engine);
    await video.openRoom('hooked', 5);
    const hook = await until('a webhook', () => received.find((one) => one.body.includes('hooked')));
    expect(await video.readWebhook(hook.body, hook.authorization)).toEqual({ room: 'hooked', kind: 'room_started' });
    expect(await video.readWebhook(hook.body.replace('hooked', 'hookeD'), hook.authorization)).toBeUndefined();
  });
});
