import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { unassignedIpv6 } from '../../http/public-address.ts';
import type { Amf } from '../protocol/amf-bytes.ts';
import { readAmf0, writeAmf0, type Written } from '../protocol/amf0.ts';
import {
  ChunkReader,
  chunked,
  chunkedNumber,
  messageChunks,
  messageType,
  type RtmpMessage,
} from '../protocol/chunks.ts';

/** The same words as in core's `restreamProblems`. */
export type RestreamProblem = 'private' | 'unreachable' | 'certificate' | 'rejected' | 'timeout' | 'slow' | 'closed';

export interface RestreamAddress {
  /** `rtmp://` or `rtmps://`, with the application as its path. */
  readonly url: string;
  readonly key: string;
  /** Loopback may be a target: outside production. */
  readonly loopback: boolean;
}

interface PublisherEvents {
  readonly onLive: () => void;
  /** Called once. The connection is closed. */
  readonly onFailed: (problem: RestreamProblem) => void;
}

const version = 3;
const randomBytesLength = 1536;
const handshakeBytes = 1 + 2 * randomBytesLength;
const publishWithinMs = 15_000;
const closeWithinMs = 500;
const chunkBytes = 4_096;
/** More than this waits for a target that does not read: about five seconds at 6 Mbps. */
const unsentBytesMax = 4 * 1024 * 1024;
const defaultPorts = { 'rtmp:': 1935, 'rtmps:': 443 } as const;
const pingRequest = 6;
const pingAnswer = 7;
const connectId = 1;
const createStreamId = 4;
const publishId = 5;

/** Publishes a stream at another RTMP server, like an encoder. It is given up at the first problem. */
export class RtmpPublisher {
  private readonly socket: Socket;
  private readonly address: RestreamAddress;
  private readonly events: PublisherEvents;
  private readonly chunks = new ChunkReader();
  private readonly timer: NodeJS.Timeout;
  private handshake = Buffer.alloc(0);
  private state: 'connecting' | 'asking' | 'live' | 'over' = 'connecting';
  private isShaken = false;
  private streamId = 1;

  constructor(address: RestreamAddress, events: PublisherEvents) {
    this.address = address;
    this.events = events;
    this.timer = setTimeout(() => this.fail('timeout'), publishWithinMs);
    this.socket = connect(address);
    this.socket.setNoDelay(true);
    this.socket.once(this.isEncrypted ? 'secureConnect' : 'connect', () => this.greet());
    this.socket.on('data', (bytes) => this.onData(bytes));
    this.socket.on('error', (error) => this.fail(problemOf(error)));
    this.socket.on('close', () => this.fail(this.state === 'asking' ? 'rejected' : 'closed'));
  }

  /** Sends picture, sound or metadata. */
  send(message: Pick<RtmpMessage, 'type' | 'timestamp' | 'payload'>): void {
    if (this.state !== 'live') return;
    this.socket.write(messageChunks({ ...message, streamId: this.streamId }, chunkBytes));
    if (this.socket.writableLength > unsentBytesMax) this.fail('slow');
  }

  close(): void {
    if (this.state === 'live') {
      this.command('FCUnpublish', 0, null, this.address.key);
      this.command('deleteStream', 0, null, this.streamId);
    }
    this.end();
  }

  private get isEncrypted(): boolean {
    return this.address.url.startsWith('rtmps:');
  }

  private fail(problem: RestreamProblem): void {
    if (this.state === 'over') return;
    this.end();
    this.events.onFailed(problem);
  }

  private end(): void {
    this.state = 'over';
    clearTimeout(this.timer);
    this.socket.end();
    setTimeout(() => this.socket.destroy(), closeWithinMs).unref();
  }

  /** The plain handshake: a version, 1536 bytes of ours, and later the echo of theirs. */
  private greet(): void {
    this.socket.write(Buffer.concat([Buffer.from([version]), Buffer.alloc(8), randomBytes(randomBytesLength - 8)]));
  }

  private onData(bytes: Buffer): void {
    if (this.state === 'over') return;
    try {
      const rest = this.isShaken ? bytes : this.shake(bytes);
      if (rest) this.chunks.read(rest, (message) => this.onMessage(message));
    } catch {
      this.fail('rejected');
    }
  }

  private shake(bytes: Buffer): Buffer | undefined {
    const before = this.handshake.length;
    this.handshake = Buffer.concat([this.handshake, bytes]);
    const theirs = 1 + randomBytesLength;
    if (before < theirs && this.handshake.length >= theirs) this.socket.write(this.handshake.subarray(1, theirs));
    if (this.handshake.length < handshakeBytes) return undefined;
    const rest = this.handshake.subarray(handshakeBytes);
    this.isShaken = true;
    this.handshake = Buffer.alloc(0);
    this.state = 'asking';
    const { app, tcUrl } = placeOf(this.address.url);
    const described = { app, type: 'nonprivate', flashVer: 'FMLE/3.0 (compatible; Frontrow)', tcUrl };
    this.socket.write(chunkedNumber(messageType.setChunkSize, chunkBytes));
    this.command('connect', connectId, described);
    return rest;
  }

  private onMessage({ type, payload }: RtmpMessage): void {
    if (type === messageType.userControl && payload.length >= 6 && payload.readUInt16BE() === pingRequest) {
      const answer = Buffer.from(payload.subarray(0, 6));
      answer.writeUInt16BE(pingAnswer);
      this.socket.write(chunked(messageType.userControl, 0, answer));
    }
    if (type === messageType.command) this.onCommand(readAmf0(payload));
  }

  private onCommand([name, id, ...words]: readonly Amf[]): void {
    if (name === '_error' && (id === connectId || id === createStreamId || id === publishId))
      return this.fail('rejected');
    if (name === '_result' && id === connectId) return this.createStream();
    if (name === '_result' && id === createStreamId) return this.publish(words[1]);
    if (name !== 'onStatus') return;
    const described = words[1];
    const [level, code] = ['level', 'code'].map((one) => (described instanceof Map ? described.get(one) : undefined));
    if (level === 'error') return this.fail('rejected');
    if (code !== 'NetStream.Publish.Start' || this.state !== 'asking') return;
    this.state = 'live';
    clearTimeout(this.timer);
    this.events.onLive();
  }

  /** Some servers take a stream only from encoders that release it and announce it first. */
  private createStream(): void {
    this.command('releaseStream', 2, null, this.address.key);
    this.command('FCPublish', 3, null, this.address.key);
    this.command('createStream', createStreamId, null);
  }

  private publish(given: Amf): void {
    if (typeof given === 'number') this.streamId = given;
    this.command('publish', publishId, null, this.address.key, 'live');
  }

  private command(name: string, id: number, ...values: readonly Written[]): void {
    const isOfStream = name === 'publish';
    const payload = writeAmf0(name, id, ...values);
    const message = { type: messageType.command, timestamp: 0, streamId: isOfStream ? this.streamId : 0, payload };
    this.socket.write(messageChunks(message, chunkBytes));
  }
}

/** The agents that webhooks use: they look at each address that a name resolves to when they connect. */
function connect({ url, loopback }: RestreamAddress): Socket {
  const { protocol, hostname, port } = new URL(url);
  const options = {
    denyIPAddressList: unassignedIpv6,
    ...(loopback && { allowIPAddressList: ['127.0.0.1', '::1'] }),
  };
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const place = { host, port: Number(port) || defaultPorts[protocol as keyof typeof defaultPorts] };
  const socket =
    protocol === 'rtmps:'
      ? new RequestFilteringHttpsAgent(options).createConnection({ ...place, servername: host } as never)
      : new RequestFilteringHttpAgent(options).createConnection(place);
  return socket as Socket;
}

/** The application is the whole path, as encoders take it from the address. */
function placeOf(url: string): { readonly app: string; readonly tcUrl: string } {
  const { pathname, search } = new URL(url);
  return { app: `${pathname.replaceAll(/^\/+|\/+$/g, '')}${search}`, tcUrl: url };
}

function problemOf(error: Error): RestreamProblem {
  const { code, message } = error as NodeJS.ErrnoException;
  if (message.includes('is not allowed')) return 'private';
  return code !== undefined && /^(?:ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/.test(code)
    ? 'certificate'
    : 'unreachable';
}
