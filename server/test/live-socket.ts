import type { AddressInfo } from 'node:net';
import type { SocketHandshake } from '@frontrow/contract/rooms/live-updates.ts';
import { io, type Socket } from 'socket.io-client';
import type { TestActor } from './actors.ts';
import type { TestApp } from './harness.ts';

export interface Heard {
  readonly name: string;
  readonly asksForOk: boolean;
  readonly update: { event_uuid: string; seq: number; since?: number; [key: string]: unknown };
}

/** A browser's socket that remembers what it heard, and answers each update with 'Ok'. */
export interface LiveSocket {
  readonly socket: Socket;
  readonly heard: Heard[];
  /** The last number without a gap before it, as a client keeps it; undefined before anything was heard. */
  lastSeq(): number | undefined;
  /** Updates that did not follow on what was heard before. */
  gaps(): number;
  close(): void;
}

/** The address of the app, listening on a free port. */
export async function listening(app: TestApp): Promise<string> {
  if (!app.http.server.listening) await app.http.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;
}

/** Connects; rejects with the refusal's code when the handshake is refused. */
export async function connectSocket(
  url: string,
  who: TestActor,
  eventUuid: string,
  more: Partial<SocketHandshake> = {},
  headers: Record<string, string> = {},
): Promise<LiveSocket> {
  const heard: Heard[] = [];
  let last: number | undefined = more.last_seq;
  let gaps = 0;
  const auth: SocketHandshake = { token: who.token, event_uuid: eventUuid, ...more };
  const socket = io(url, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth,
    extraHeaders: headers,
  });
  socket.onAny((name: string, update: Heard['update'], ack?: (ok: 'Ok') => void) => {
    heard.push({ name, update, asksForOk: ack !== undefined });
    ack?.('Ok');
    if (update.seq === undefined) return;
    if (name !== 'snapshot' && last !== undefined && (update.since ?? update.seq - 1) > last) gaps += 1;
    last = Math.max(last ?? 0, update.seq);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', (error: Error & { data?: { code: string } }) =>
      reject(new Error(error.data?.code ?? error.message)),
    );
  });
  return { socket, heard, lastSeq: () => last, gaps: () => gaps, close: () => void socket.close() };
}
