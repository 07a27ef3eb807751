import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { AccessToken, RoomServiceClient, TrackSource } from 'livekit-server-sdk';
import type { Health } from '../../src/rtmp/media/health.ts';
import type { EmbeddedVideo } from '../../src/process/embedded/livekit-server.ts';

export interface FakeIngestApp {
  readonly url: string;
  readonly room: string;
  /** Health reports of the listener, newest last. */
  readonly healthReports: Health[];
  /** Requests: method and the headers that matter. */
  readonly asked: { readonly method: string; readonly replaces: string | undefined; readonly key: string }[];
  /** When set, the next requests are refused with this status and sentence. */
  refuse: { readonly status: number; readonly sentence: string } | undefined;
  /** Makes the app end the stream. */
  cut: boolean;
  /** The host wants a recording. */
  recording: boolean;
  /** Segments of the recording, in order of arrival. */
  readonly segments: RecordedSegment[];
  /** When the first of them came, by this process's clock. */
  firstSegmentAt: number | undefined;
  /** A viewer without H.264 needs a copy in VP8. */
  vp8: boolean;
  viewerToken(): Promise<string>;
  /** Into the room of the copy. */
  vp8ViewerToken(): Promise<string>;
  stop(): Promise<void>;
}

interface RecordedSegment {
  readonly part: string;
  readonly ordinal: number;
  readonly beginsMs: number;
  readonly lengthMs: number;
  readonly ageMs: number;
  readonly head: Buffer;
  readonly bytes: Buffer;
}

/** The app's ingest endpoints as the listener uses them, in front of the real engine and without the app. */
export async function startFakeIngestApp(engine: EmbeddedVideo): Promise<FakeIngestApp> {
  const room = 'feed';
  const rooms = new RoomServiceClient(engine.httpUrl, engine.apiKey, engine.apiSecret);
  const copyRoom = 'feed.vp8';
  const tokenOf = (identity: string, grant: object, into = room): Promise<string> => {
    const token = new AccessToken(engine.apiKey, engine.apiSecret, { identity });
    token.addGrant({ room: into, roomJoin: true, ...grant });
    return token.toJwt();
  };
  // One identity per key, as events have: two connections with one identity would disconnect each other.
  const publisher = (key: string, into = room) =>
    tokenOf(
      `ingest-${key}`,
      {
        canPublish: true,
        canPublishSources: [TrackSource.CAMERA, TrackSource.MICROPHONE],
        canSubscribe: false,
      },
      into,
    );
  const sessions = new Map<string, { readonly path: string; readonly key: string }>();
  let viewers = 0;
  const app: FakeIngestApp = {
    url: '',
    room,
    healthReports: [],
    asked: [],
    refuse: undefined,
    cut: false,
    recording: false,
    vp8: false,
    segments: [],
    firstSegmentAt: undefined,
    viewerToken: () => tokenOf(`viewer-${(viewers += 1)}`, { canPublish: false, canSubscribe: true }),
    vp8ViewerToken: () => tokenOf(`viewer-${(viewers += 1)}`, { canPublish: false, canSubscribe: true }, copyRoom),
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  };
  const copy = async (method: string, body: string, response: ServerResponse): Promise<void> => {
    app.asked.push({ method: `${method} vp8`, replaces: undefined, key: '' });
    await (method === 'DELETE' ? rooms.deleteRoom(copyRoom) : rooms.createRoom({ name: copyRoom, emptyTimeout: 600 }));
    if (method === 'DELETE') return void response.writeHead(200).end();
    const headers = { 'content-type': 'application/sdp', authorization: `Bearer ${await publisher('copy', copyRoom)}` };
    const answer = await fetch(`${engine.httpUrl}/whip/v1`, { method, headers, body });
    response.writeHead(answer.status).end(await answer.text());
  };
  const answerTo = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '' } = request;
    if (url.includes('/recording?')) {
      app.firstSegmentAt ??= performance.now();
      app.segments.push(pieceOf(url, await buffer(request)));
      response.writeHead(200).end('{}');
      return;
    }
    const body = await text(request);
    if (url.endsWith('/health')) {
      app.healthReports.push(JSON.parse(body) as Health);
      response
        .writeHead(app.cut ? 410 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ data: { recording: app.recording, replay: app.recording, vp8: app.vp8 } }));
      return;
    }
    if (url.endsWith('/vp8')) return copy(method, body, response);
    const { authorization = '' } = request.headers;
    const replaces = request.headers['x-ingest-replaces'];
    const session = sessions.get(url);
    const key = session?.key ?? authorization.replace('Bearer ', '');
    if (url !== '/whip/admission') app.asked.push({ method, replaces: replaces?.toString(), key });
    if (app.refuse) {
      const errors = [{ code: 'refused', message: app.refuse.sentence }];
      response.writeHead(app.refuse.status).end(JSON.stringify({ errors }));
      return;
    }
    if (url === '/whip/admission') return void response.writeHead(204).end();
    // An engine that was killed has forgotten it.
    await rooms.createRoom({ name: room, emptyTimeout: 600 }).catch(() => undefined);
    const target = method === 'DELETE' ? (session?.path ?? '/whip/v1/none') : '/whip/v1';
    const answer = await fetch(`${engine.httpUrl}${target}`, {
      method,
      headers: { 'content-type': 'application/sdp', authorization: `Bearer ${await publisher(key)}` },
      ...(method === 'POST' ? { body } : {}),
    }).catch(() => undefined);
    if (answer === undefined) return void response.writeHead(503).end();
    const location = `/whip/sessions/${sessions.size + 1}`;
    if (method === 'POST')
      sessions.set(location, { path: new URL(answer.headers.get('location') ?? '/', engine.httpUrl).pathname, key });
    response.writeHead(answer.status, { location }).end(await answer.text());
  };
  const server = createServer((request, response) => void answerTo(request, response));
  await rooms.createRoom({ name: room, emptyTimeout: 600 });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return Object.assign(app, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

function pieceOf(url: string, body: Buffer): RecordedSegment {
  const query = new URL(url, 'http://app').searchParams;
  const [ordinal, beginsMs, lengthMs, ageMs, headBytes] = (
    ['ordinal', 'beginsMs', 'lengthMs', 'ageMs', 'headBytes'] as const
  ).map((name) => Number(query.get(name))) as [number, number, number, number, number];
  const part = query.get('part') ?? '';
  return {
    part,
    ordinal,
    beginsMs,
    lengthMs,
    ageMs,
    head: body.subarray(0, headBytes),
    bytes: body.subarray(headBytes),
  };
}
