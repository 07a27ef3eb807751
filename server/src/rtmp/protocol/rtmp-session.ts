import type { Amf } from './amf-bytes.ts';
import { ChunkReader, chunked, chunkedNumber, messageType, type RtmpMessage } from './chunks.ts';
import { acknowledgeEveryBytesMin, messageBytesBeforeKeyMax, messageBytesMax } from '../limits.ts';
import { sentences } from '../media/sentences.ts';
import { readAmf0, writeAmf0, type Written } from './amf0.ts';
import { BadStream } from './bad-stream.ts';
import { Handshake } from './handshake.ts';

/** Segments of an address that are no key: our application, and what Flash Media Encoder adds for "no instance". */
const noKeys: ReadonlySet<string> = new Set(['live', '_definst_']);
const queryNames: readonly string[] = ['key', 'stream_key', 'streamkey'];

const segments = (text: string): string[] => text.split('?')[0]!.split('/');
const queryOf = (text: string): string => text.split('?').slice(1).join('&');

/**
 * The stream key, wherever an encoder puts it: as the name of the stream, with or without parameters; at the end of the
 * address, where there is one field for both; or as a parameter. Empty where there is none.
 */
function streamKeyFrom(name: string, app: string, tcUrl: string): string {
  const path = tcUrl.replace(/^\w+:\/\/[^/]*/, '');
  for (const place of [name, app, path]) {
    const key = segments(place)
      // Flash encoders name the container, too.
      .map((segment) => segment.trim().replace(/^(mp4|flv):/, ''))
      .findLast((segment) => segment !== '' && !noKeys.has(segment));
    if (key !== undefined) return key;
  }
  for (const place of [name, app, tcUrl]) {
    const query = new URLSearchParams(queryOf(place));
    const key = queryNames.map((one) => query.get(one)?.trim() ?? '').find((one) => one !== '');
    if (key !== undefined) return key;
  }
  return '';
}

const headBytes = 11;
const backPointerBytes = 4;

/**
 * The messages that an aggregate (type 22) holds, as FLV tags. Their timestamps count from the first one's, which
 * happened at the aggregate's own. What is cut off at the end is left out.
 */
function messagesOf({ payload, timestamp, streamId }: RtmpMessage): RtmpMessage[] {
  const messages: RtmpMessage[] = [];
  let first: number | undefined;
  for (let at = 0; at + headBytes <= payload.length;) {
    const length = payload.readUIntBE(at + 1, 3);
    const begin = at + headBytes;
    if (begin + length > payload.length) break;
    const time = ((payload[at + 7]! << 24) | payload.readUIntBE(at + 4, 3)) >>> 0;
    first ??= time;
    messages.push({
      type: payload[at]!,
      timestamp: (timestamp + time - first) >>> 0,
      streamId,
      payload: payload.subarray(begin, begin + length),
    });
    at = begin + length + backPointerBytes;
  }
  return messages;
}

const windowBytes = 2_500_000;
const dynamicLimit = 2;
const ourStream = 1;
const pingRequest = 6;
const pingAnswer = 7;

export interface RtmpSessionParts {
  readonly send: (bytes: Buffer) => void;
  /** Asks for the right to publish: `accept` or `refuse` follows. */
  readonly publish: (key: string) => void;
  /** Picture or sound, from `connect` on: encoders that do not wait for the answer to `publish` send at once. */
  readonly media: (message: RtmpMessage) => void;
  /** The encoder ends its stream, and may publish again on the same connection. */
  readonly unpublished: () => void;
  /** Nothing will come of this connection. */
  readonly ended: () => void;
}

/** RTMP as a server that takes streams and plays none: bytes in, media out. Throws `BadStream`. */
export class RtmpSession {
  isHandshakeDone = false;
  private readonly handshake: Handshake;
  private readonly chunks = new ChunkReader();
  private readonly parts: RtmpSessionParts;
  private state: 'new' | 'connected' | 'asking' | 'publishing' = 'new';
  private app = '';
  private tcUrl = '';
  private key = '';
  private read = 0;
  private acknowledged = 0;
  private acknowledgeEveryBytes = windowBytes;

  constructor(parts: RtmpSessionParts) {
    this.parts = parts;
    this.handshake = new Handshake(parts.send);
    this.chunks.messageBytesMax = messageBytesBeforeKeyMax;
  }

  onData(bytes: Buffer): void {
    const rest = this.isHandshakeDone ? bytes : this.handshake.read(bytes);
    if (rest === undefined) return;
    this.isHandshakeDone = true;
    this.chunks.read(rest, (message) => this.message(message));
    this.read += rest.length;
    if (this.read - this.acknowledged < this.acknowledgeEveryBytes) return;
    this.acknowledged = this.read;
    this.parts.send(chunkedNumber(messageType.acknowledgement, this.read));
  }

  accept(): void {
    this.state = 'publishing';
    this.chunks.messageBytesMax = messageBytesMax;
    this.publishStarted();
  }

  refuse(sentence: string): void {
    this.status('error', 'NetStream.Publish.Denied', sentence);
  }

  private message(message: RtmpMessage): void {
    const { type, payload } = message;
    if (type === messageType.command || type === messageType.commandAmf3) this.command(readAmf0(withoutForm(payload)));
    else if (type === messageType.userControl) this.control(payload);
    else if (type === messageType.windowSize) this.window(payload);
    else if (type === messageType.aggregate) for (const one of messagesOf(message)) this.media(one);
    else this.media(message);
  }

  private media(message: RtmpMessage): void {
    if (message.type !== messageType.audio && message.type !== messageType.video) return;
    if (this.state !== 'new') this.parts.media(message);
  }

  private control(payload: Buffer): void {
    if (payload.length < 6 || payload.readUInt16BE() !== pingRequest) return;
    const answer = Buffer.from(payload.subarray(0, 6));
    answer.writeUInt16BE(pingAnswer);
    this.parts.send(chunked(messageType.userControl, 0, answer));
  }

  /** An encoder with a small window stops sending until this much is acknowledged. */
  private window(payload: Buffer): void {
    if (payload.length < 4) return;
    this.acknowledgeEveryBytes = Math.min(windowBytes, Math.max(acknowledgeEveryBytesMin, payload.readUInt32BE()));
  }

  private command([name, id, ...words]: readonly Amf[]): void {
    const number = typeof id === 'number' ? id : 0;
    switch (name) {
      case 'connect':
        return this.connect(number, words[0]);
      case 'createStream':
        return this.result(number, null, ourStream);
      case 'publish':
        return this.publish(words[1]);
      case 'play':
      case 'play2':
        // Some encoders look whether their stream is there, and publish after that.
        return this.status('error', 'NetStream.Play.StreamNotFound', sentences.publishOnly);
      case 'FCPublish':
        this.result(number, null, undefined);
        return this.send('onFCPublish', 0, null, published);
      case 'FCUnpublish':
      case 'closeStream':
      case 'deleteStream':
        return this.unpublish(name, number);
      case 'getStreamLength':
        return this.result(number, null, 0);
      case '_result':
      case '_error':
      case 'onStatus':
        return undefined;
      default:
        // releaseStream, _checkbw and what only one make of encoders asks: some wait for an answer.
        if (typeof name === 'string' && number !== 0) this.result(number, null, undefined);
    }
  }

  private connect(number: number, described: Amf): void {
    if (this.state !== 'new') throw new BadStream('it connects twice');
    this.state = 'connected';
    const textIn = (member: string): string => {
      const text = described instanceof Map ? described.get(member) : undefined;
      return typeof text === 'string' ? text : '';
    };
    this.app = textIn('app');
    this.tcUrl = textIn('tcUrl');
    this.parts.send(
      Buffer.concat([
        chunkedNumber(messageType.windowSize, windowBytes),
        chunkedNumber(messageType.peerBandwidth, windowBytes, dynamicLimit),
      ]),
    );
    this.result(
      number,
      { fmsVer: 'FMS/3,0,1,123', capabilities: 31 },
      { level: 'status', code: 'NetConnection.Connect.Success', description: 'Connected.', objectEncoding: 0 },
    );
  }

  private publish(name: Amf): void {
    if (this.state === 'new') throw new BadStream('it publishes before it connects');
    const key = streamKeyFrom(typeof name === 'string' ? name : '', this.app, this.tcUrl);
    if (this.state !== 'connected') return this.publishAgain(key);
    if (key === '') return this.deny(sentences.noKey);
    this.key = key;
    this.state = 'asking';
    this.parts.publish(key);
  }

  private publishAgain(key: string): void {
    if (key !== this.key) throw new BadStream('it publishes a second stream');
    if (this.state === 'publishing') this.publishStarted();
  }

  private unpublish(name: string, number: number): void {
    if (name !== 'closeStream' && number !== 0) this.result(number, null, undefined);
    if (name === 'FCUnpublish') this.send('onFCUnpublish', 0, null, unpublished);
    if (this.state === 'asking') return this.parts.ended();
    if (this.state !== 'publishing') return;
    this.state = 'connected';
    this.chunks.messageBytesMax = messageBytesBeforeKeyMax;
    this.parts.unpublished();
  }

  private deny(sentence: string): void {
    this.refuse(sentence);
    this.parts.ended();
  }

  private publishStarted(): void {
    this.status('status', published.code, published.description);
  }

  private result(number: number, ...values: readonly Written[]): void {
    this.send('_result', number, ...values);
  }

  private send(name: string, number: number, ...values: readonly Written[]): void {
    this.parts.send(chunked(messageType.command, 0, writeAmf0(name, number, ...values)));
  }

  private status(level: string, code: string, description: string): void {
    const said = writeAmf0('onStatus', 0, null, { level, code, description });
    this.parts.send(chunked(messageType.command, ourStream, said));
  }
}

const published = { code: 'NetStream.Publish.Start', description: 'The stream is taken.' };
const unpublished = { code: 'NetStream.Unpublish.Success', description: 'The stream has ended.' };

/** Commands in AMF3 begin with a zero and go on in AMF0; a few encoders write the zero into the old form, too. */
const withoutForm = (payload: Buffer): Buffer => (payload[0] === 0 ? payload.subarray(1) : payload);
