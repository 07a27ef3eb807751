import { cutText } from '@frontrow/core/kernel/text.ts';
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { FastifyInstance } from 'fastify';
import client from 'prom-client';
import { signalingPath, addressReader, isOwnPage } from '../http/addresses.ts';
import { networkOf } from '../http/network-address.ts';
import { errorBodyOf, jsonType, recordRefusal } from '../http/errors/answer-errors.ts';
import { callHeaders } from '../http/headers/security-headers.ts';
import type { Logger } from '../ports/log.ts';
import type { Config } from '../process/config.ts';
import { connectEngine, type EngineAnswer } from './connect-engine.ts';
import { engineHeaders, readSignalRequest, upgradeHeaders, validatePaths } from './engine-request.ts';
import { JoinedSockets } from './joined-sockets.ts';
import { createGate, type Gate, type GateParts } from './signaling-gate.ts';

/** Connections that wait for the database or the engine. */
const waitingMax = 2_000;
const validateWithinMs = seconds(5);
const validateCharsMax = 4 * 1024;
const closeAfterMs = seconds(1);
/** Clients say nothing before they are let in. */
const earlyBytesMax = 4 * 1024;

export interface Signaling {
  /** Answers a client that asks why it could not connect. */
  readonly routes: (app: FastifyInstance) => Promise<void>;
  readonly metrics: readonly client.Metric[];
  /** Takes connections at `/livekit/rtc` of this server. */
  attach(server: Server): void;
  /** Ends all connections; their clients resume through another process, and media goes on. */
  stop(): void;
}

/**
 * The only way from outside to the video engine: `/livekit` forwards signaling, and nothing else, for people who may be
 * in their room now. The engine's other interfaces (Twirp, WHIP, agents) take the same tokens, so they are reachable
 * from inside only.
 */
export function createSignaling(
  parts: Omit<GateParts, 'onRefused'> & { readonly config: Config; readonly log: Logger },
): Signaling {
  const { config, log, security } = parts;
  const joined = new JoinedSockets();
  const refused = new client.Counter({
    name: 'frontrow_signaling_refused_total',
    help: 'Connections to the video engine that were refused, by reason',
    labelNames: ['reason'],
    registers: [],
  });
  const open = new client.Gauge({
    name: 'frontrow_signaling_connections',
    help: 'Open signaling connections to the video engine',
    registers: [],
    collect() {
      this.set(joined.size);
    },
  });
  const gate = createGate({ ...parts, onRefused: (reason) => refused.inc({ reason }) });
  /** Of what the gate does not see. */
  const counted = (refusal: Refusal): Refusal => {
    refused.inc({ reason: refusal.code });
    return refusal;
  };
  const addressOf = addressReader(config);
  const securityHeaders = callHeaders(config);
  const waiting = new Set<Duplex>();
  let isStopped = false;

  const connect = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const asked = readSignalRequest(request.url ?? '', request.headers);
    if (asked?.purpose !== 'connect') throw refuse('not_found');
    if (isStopped || waiting.size > waitingMax) throw counted(refuse('temporarily_unavailable', {}, { retryAfter: 2 }));
    if (!isOwnPage(request, config.publicUrl)) throw counted(refuse('forbidden'));
    const address = addressOf(request);
    const early = readEarly(socket, head);
    const { engineUrl } = await gate({ ...asked, address });
    if (socket.destroyed) return;
    const call = connectEngine(new URL(asked.target, engineUrl), {
      ...engineHeaders(asked.token, request.headers, address),
      ...upgradeHeaders(request.headers),
    });
    socket.once('close', call.abandon);
    const answer = await call.answer.catch((error: Error) => {
      const refusal = refuse('video_down', {}, { retryAfter: 2 });
      if (socket.destroyed) throw refusal;
      log.warn({ error: error.message }, 'video engine took no signaling connection');
      throw counted(refusal);
    });
    socket.off('close', call.abandon);
    if ('status' in answer)
      return decline(socket, {
        status: answer.status,
        headers: { ...securityHeaders, ...plainText },
        body: answer.body,
      });
    if (socket.destroyed || isStopped) {
      answer.socket.on('error', () => undefined).destroy();
      return void socket.destroy();
    }
    acceptUpgrade(socket, answer);
    const first = early();
    if (first.length > 0) answer.socket.write(first);
    if (answer.head.length > 0) socket.write(answer.head);
    joined.join(socket, answer.socket);
  };
  const refuseUpgrade = (request: IncomingMessage, socket: Duplex, error: unknown): void => {
    if (!(error instanceof Refusal)) log.error({ error: String(error) }, 'signaling connection failed');
    const refusal = error instanceof Refusal ? error : refuse('temporarily_unavailable', {}, { retryAfter: 2 });
    recordRefusal(security, refusal, { account: undefined, network: networkOf(addressOf(request)) }, signalingPath);
    const headers = { ...securityHeaders, ...retryOf(refusal), 'content-type': jsonType };
    decline(socket, { status: refusal.status, headers, body: JSON.stringify(errorBodyOf(refusal)) });
  };

  return {
    routes: validateRoutes(gate, securityHeaders),
    metrics: [refused, open],
    attach: (server) =>
      void server.on('upgrade', (request, socket, head) => {
        if (!request.url?.startsWith(`${signalingPath}/`)) return;
        socket.on('error', () => socket.destroy());
        waiting.add(socket);
        void connect(request, socket, head)
          .catch((error: unknown) => refuseUpgrade(request, socket, error))
          .finally(() => waiting.delete(socket));
      }),
    stop() {
      isStopped = true;
      for (const socket of waiting) socket.destroy();
      joined.end();
    },
  };
}

const plainText = { 'content-type': 'text/plain; charset=utf-8' };

/** Clients ask at these paths why they could not connect. The engine says so in a text. */
const validateRoutes =
  (gate: Gate, securityHeaders: Readonly<Record<string, string>>): Signaling['routes'] =>
  async (app) => {
    for (const path of validatePaths)
      app.get(`${signalingPath}${path}`, { schema: { hide: true } }, async (request, reply) => {
        const asked = readSignalRequest(request.raw.url ?? '', request.headers);
        if (asked?.purpose !== 'validate') throw refuse('not_found');
        const { engineUrl } = await gate({ ...asked, address: request.ip });
        const said = await fetch(new URL(asked.target, engineUrl), {
          headers: engineHeaders(asked.token, request.headers, request.ip),
          signal: AbortSignal.timeout(validateWithinMs),
        })
          .then(async (answer) => ({ status: answer.status, text: await answer.text() }))
          .catch(() => undefined);
        if (!said) throw refuse('video_down', {}, { retryAfter: 2 });
        return reply
          .status(said.status)
          .headers({ ...securityHeaders, ...plainText })
          .send(cutText(said.text, validateCharsMax));
      });
  };

interface BareAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Says why not over the bare connection, and hangs up. */
function decline(socket: Duplex, { status, headers, body }: BareAnswer): void {
  const all = { ...headers, connection: 'close', 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
  setTimeout(() => socket.destroy(), closeAfterMs).unref();
}

const retryOf = ({ retryAfter }: Refusal): Record<string, string> =>
  retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };

/** Reads while the client waits, because only then a client that hangs up is noticed. Answers what came early. */
function readEarly(socket: Duplex, head: Buffer): () => Buffer {
  const parts = [head];
  let length = head.length;
  const onData = (part: Buffer): void => {
    parts.push(part);
    length += part.length;
    if (length > earlyBytesMax) socket.destroy();
  };
  const onEnd = (): void => void socket.destroy();
  socket.on('data', onData).on('end', onEnd);
  return () => {
    socket.off('data', onData).off('end', onEnd).pause();
    return Buffer.concat(parts);
  };
}

/** Hands the engine's agreement on, letter for letter where the handshake needs it. */
function acceptUpgrade(socket: Duplex, { response }: Extract<EngineAnswer, { socket: Duplex }>): void {
  const lines = (['sec-websocket-accept', 'sec-websocket-extensions', 'sec-websocket-protocol'] as const).flatMap(
    (name) => (response.headers[name] === undefined ? [] : [`${name}: ${response.headers[name]}\r\n`]),
  );
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: websocket\r\n${lines.join('')}\r\n`,
  );
}
