import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';
import { socketFrameBytesMax, strangersPerAddressMax } from '@frontrow/core/rooms/limits.ts';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import type { Config } from '../process/config.ts';
import { addressReader, isLoopback, networkOf } from '../http/addresses/network-address.ts';
import { dataHeaders } from '../http/headers/security-headers.ts';
import { Strangers } from './strangers.ts';

/** How fast a browser that vanished without a word is noticed. */
const pingEveryMs = seconds(10);
const pongWithinMs = seconds(8);
const handshakeWithinMs = seconds(10);
/** Clients only listen; what they say on their own is counted and dropped. */
const wordsMax = 1000;
const wordsWindowMs = seconds(10);

type Connection = Socket['conn'];

/** What is pushed is typed where it is made (`LiveUpdates`), so that one encoded update serves with and without an 'Ok'. */
export type Sockets<Data> = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Data>;
export type LiveSocket<Data> = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Data>;

/**
 * Socket.IO on the product's own HTTP server: websocket first, no per-message deflate, small frames, and only pages of ours
 * (or programs, which send no Origin) may connect. Replay is ours: the library's own recovery stays off, so every
 * connection passes the handshake (reliability 1.52). Connections that have not shown a token are few per address (reliability 1.59).
 */
export function createSocketServer<Data>(http: HttpServer, config: Config): Sockets<Data> {
  const addressOf = addressReader(config);
  const strangers = new Strangers(strangersPerAddressMax);
  /** Undefined where limits by address do not apply: on this machine, outside production. */
  const networkBehind = (request: IncomingMessage): string | undefined => {
    const address = addressOf(request);
    return !config.production && isLoopback(address) ? undefined : networkOf(address);
  };
  const io: Sockets<Data> = new Server(http, {
    path: '/socket.io',
    serveClient: false,
    transports: ['websocket', 'polling'],
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: socketFrameBytesMax,
    pingInterval: pingEveryMs,
    pingTimeout: pongWithinMs,
    connectTimeout: handshakeWithinMs,
    allowRequest: (request, answer) => {
      if (!isOwnPage(request, config.publicUrl)) return answer('This page may not connect.', false);
      if (strangers.areMany(networkBehind(request))) return answer('Too many connections from this address.', false);
      answer(null, true);
    },
  });
  const headers = Object.entries(dataHeaders(config));
  io.engine.use((_request: IncomingMessage, response: ServerResponse, next: () => void) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  });
  io.engine.on('connection', (connection: Connection) => {
    const forget = strangers.add(networkBehind(connection.request), connection);
    connection.once('close', forget);
  });
  // Our client opens another connection for another try; who asks again and again on one would have the database asked without end.
  const asked = new WeakSet<Connection>();
  io.use(({ conn }, next) => {
    if (asked.has(conn)) return void conn.close();
    asked.add(conn);
    next();
  });
  io.on('connection', (socket) => {
    strangers.greet(socket.conn);
    let words = 0;
    const timer = setInterval(() => (words = 0), wordsWindowMs);
    socket.onAny(() => {
      words += 1;
      if (words > wordsMax) socket.disconnect(true);
    });
    socket.on('disconnect', () => clearInterval(timer));
  });
  return io;
}

function isOwnPage(request: IncomingMessage, publicUrl: string): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  return origin === new URL(publicUrl).origin || new URL(origin).host === host;
}
