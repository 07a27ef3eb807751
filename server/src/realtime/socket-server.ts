import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http';
import { socketFrameBytesMax, unidentifiedPerAddressMax } from '@frontrow/core/rooms/limits.ts';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import { type DefaultEventsMap, type Namespace, Server, type Socket } from 'socket.io';
import type { SecurityActor, SecurityLog } from '../ports/log.ts';
import type { Config } from '../process/config.ts';
import { addressReader, isOwnPage } from '../http/addresses.ts';
import { isLoopback, networkOf } from '../http/network-address.ts';
import { dataHeaders } from '../http/headers/security-headers.ts';
import { UnidentifiedConnections } from './unidentified-connections.ts';

/** How soon a connection that broke without being closed is noticed. */
const pingEveryMs = seconds(10);
const pongWithinMs = seconds(8);
const handshakeWithinMs = seconds(10);
/** Clients only listen. What they send is dropped, and a client that sends more than this is disconnected. */
const messagesMax = 1000;
const messagesWindowMs = seconds(10);

type Connection = Socket['conn'];

/** Updates are typed where they are made (`LiveUpdates`), so that the same call sends them with and without an 'Ok'. */
export type Sockets<Data> = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Data>;
export type LiveSocket<Data> = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Data>;

/**
 * Socket.IO on the product's own HTTP server: websocket first, no per-message deflate, small frames. Only pages of this
 * product may connect, and programs, which send no `Origin`. The library's own recovery is off, so that every
 * connection passes the handshake; updates are replayed by `RoomFeed`. Each network address has few connections that
 * have not shown a token.
 */
export function createSocketServer<Data>(http: HttpServer, config: Config, security: SecurityLog): Sockets<Data> {
  const addressOf = addressReader(config);
  const senderOf = (request: IncomingMessage): SecurityActor => ({
    account: undefined,
    network: networkOf(addressOf(request)),
  });
  const unidentified = new UnidentifiedConnections(unidentifiedPerAddressMax);
  /** Undefined where limits by address do not apply: for loopback connections outside production. */
  const networkBehind = (request: IncomingMessage): string | undefined => {
    const address = addressOf(request);
    return !config.production && isLoopback(address) ? undefined : networkOf(address);
  };
  const io: Sockets<Data> = new Server(http, {
    path: '/socket.io',
    serveClient: false,
    // Other paths are upgraded by others, who may take longer than its patience.
    destroyUpgrade: false,
    // The requests of one polling client would come to several processes, of which one knows it.
    transports: config.processes === 1 ? ['websocket', 'polling'] : ['websocket'],
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: socketFrameBytesMax,
    pingInterval: pingEveryMs,
    pingTimeout: pongWithinMs,
    connectTimeout: handshakeWithinMs,
    allowRequest: (request, answer) => {
      if (!isOwnPage(request, config.publicUrl)) {
        security.accessRefused(senderOf(request), { reason: 'other_origin', route: '/socket.io' });
        return answer('This page may not connect.', false);
      }
      if (unidentified.isFull(networkBehind(request))) {
        security.limitExhausted(senderOf(request), 'connections_without_token');
        return answer('Too many connections from this address.', false);
      }
      answer(null, true);
    },
  });
  const headers = Object.entries(dataHeaders(config));
  io.engine.use((_request: IncomingMessage, response: ServerResponse, next: () => void) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  });
  io.engine.on('connection', (connection: Connection) => {
    const forget = unidentified.add(networkBehind(connection.request), connection);
    connection.once('close', forget);
  });
  guardNamespaces(io, unidentified, (request) => security.limitExhausted(senderOf(request), 'socket_messages'));
  return io;
}

/** What holds for all namespaces: one handshake a connection, and clients that only listen. */
function guardNamespaces<Data>(
  io: Sockets<Data>,
  unidentified: UnidentifiedConnections,
  onFlood: (request: IncomingMessage) => void,
): void {
  // Our client opens a new connection for each attempt. A second handshake on the same one would only load the
  // database.
  const asked = new WeakSet<Connection>();
  const guard = (namespace: Namespace<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Data>): void => {
    namespace.use(({ conn }, next) => {
      if (asked.has(conn)) return void conn.close();
      asked.add(conn);
      next();
    });
    namespace.on('connection', (socket) => {
      unidentified.identify(socket.conn);
      let messages = 0;
      const timer = setInterval(() => (messages = 0), messagesWindowMs);
      socket.onAny(() => {
        messages += 1;
        if (messages <= messagesMax) return;
        onFlood(socket.request);
        socket.disconnect(true);
      });
      socket.on('disconnect', () => clearInterval(timer));
    });
  };
  guard(io.of('/'));
  io.on('new_namespace', guard);
}
