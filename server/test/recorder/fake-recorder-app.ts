import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AccessToken, RoomServiceClient } from 'livekit-server-sdk';
import type { RoomOrder, TrackPiece } from '../../src/recorder/recorder-client.ts';
import type { TestEngine } from '../live-engine.ts';

/** What a recorder handed over of one file. */
export interface TakenFile extends Pick<TrackPiece, 'file' | 'kind' | 'identity' | 'mimeType' | 'beganAt'> {
  readonly head: Buffer;
  readonly pieces: { readonly ordinal: number; readonly beginsMs: number; readonly lengthMs: number; bytes: Buffer }[];
}

export interface FakeRecorderApp {
  readonly url: string;
  rooms: RoomOrder[];
  /** Answers 503 to everything, as an app that starts. */
  isDown: boolean;
  readonly files: Map<string, TakenFile>;
  stop(): void;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** The app as a recorder sees it. */
export async function startFakeRecorderApp({ engine }: TestEngine): Promise<FakeRecorderApp> {
  const files = new Map<string, TakenFile>();
  /** Several may record one room. */
  const identity = `recorder-${randomUUID()}`;
  const take = (query: URLSearchParams, body: Buffer): void => {
    const text = (name: string): string => query.get(name) ?? '';
    const headBytes = Number(text('headBytes'));
    const known = files.get(text('file'));
    const file: TakenFile = known ?? {
      file: text('file'),
      kind: text('kind') as TrackPiece['kind'],
      identity: text('identity'),
      mimeType: text('mimeType'),
      beganAt: Number(text('beganAt')),
      head: body.subarray(0, headBytes),
      pieces: [],
    };
    files.set(file.file, file);
    file.pieces.push({
      ordinal: Number(text('ordinal')),
      beginsMs: Number(text('beginsMs')),
      lengthMs: Number(text('lengthMs')),
      bytes: body.subarray(headBytes),
    });
  };
  const app: FakeRecorderApp = { url: '', rooms: [], isDown: false, files, stop: () => void server.close() };
  const server = createServer((request, response) => {
    void bodyOf(request).then(async (body) => {
      const url = new URL(request.url ?? '', 'http://app');
      const [, , , room = '', what] = url.pathname.split('/');
      response.statusCode = app.isDown ? 503 : 200;
      if (app.isDown) return response.end();
      if (what === 'pieces') take(url.searchParams, body);
      const answer = what === undefined ? { now: Date.now(), rooms: app.rooms } : {};
      if (what === 'token')
        Object.assign(answer, { url: engine.httpUrl, token: await recorderToken(engine, room, identity) });
      return response.end(JSON.stringify({ data: answer }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  Object.assign(app, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  return app;
}

type Keys = Pick<TestEngine['engine'], 'apiKey' | 'apiSecret'>;

function recorderToken(engine: Keys, room: string, identity: string): Promise<string> {
  const token = new AccessToken(engine.apiKey, engine.apiSecret, { identity });
  token.addGrant({ roomJoin: true, room, hidden: true, recorder: true, canPublish: false, canSubscribe: true });
  return token.toJwt();
}

export async function openRoom({ httpUrl, apiKey, apiSecret }: TestEngine['engine'], room: string): Promise<void> {
  await new RoomServiceClient(httpUrl, apiKey, apiSecret, { failover: false }).createRoom({ name: room });
}

export function publisherToken(engine: Keys, room: string, identity: string): Promise<string> {
  const token = new AccessToken(engine.apiKey, engine.apiSecret, { identity });
  token.addGrant({ roomJoin: true, room, canPublish: true, canSubscribe: false });
  return token.toJwt();
}
