import { messageBytesBeforeKeyMax, messageBytesMax } from '../limits.ts';
import { sentences } from '../media/sentences.ts';
import { type Amf0, readAmf0 } from './amf0-reader.ts';
import { type Written, writeAmf0 } from './amf0-writer.ts';
import { BadStream } from './bad-stream.ts';
import { ChunkReader, type RtmpMessage } from './chunk-reader.ts';
import { chunked, chunkedNumber } from './chunk-writer.ts';
import { Handshake } from './handshake.ts';
import { messageType } from './message-types.ts';

const acknowledgeEveryBytes = 2_500_000;
const dynamicLimit = 2;
const ourStream = 1;
const pingRequest = 6;
const pingAnswer = 7;

export interface RtmpSessionParts {
  readonly send: (bytes: Buffer) => void;
  /** Asks for the right to publish: `accept` or `refuse` follows. */
  readonly publish: (key: string) => void;
  readonly media: (message: RtmpMessage) => void;
  /** The encoder ends its stream. */
  readonly ended: () => void;
}

/** RTMP as a server that takes streams and plays none: bytes in, media out. Throws `BadStream`. */
export class RtmpSession {
  handshakeDone = false;
  private readonly handshake: Handshake;
  private readonly chunks = new ChunkReader();
  private readonly parts: RtmpSessionParts;
  private state: 'new' | 'connected' | 'asking' | 'publishing' = 'new';
  private app = '';
  private read = 0;
  private acknowledged = 0;

  constructor(parts: RtmpSessionParts) {
    this.parts = parts;
    this.handshake = new Handshake(parts.send);
    this.chunks.messageBytesMax = messageBytesBeforeKeyMax;
  }

  take(bytes: Buffer): void {
    const rest = this.handshakeDone ? bytes : this.handshake.read(bytes);
    if (rest === undefined) return;
    this.handshakeDone = true;
    this.chunks.read(rest, (message) => this.message(message));
    this.read += rest.length;
    if (this.read - this.acknowledged < acknowledgeEveryBytes) return;
    this.acknowledged = this.read;
    this.parts.send(chunkedNumber(messageType.acknowledgement, this.read));
  }

  accept(): void {
    this.state = 'publishing';
    this.chunks.messageBytesMax = messageBytesMax;
    this.status('status', 'NetStream.Publish.Start', 'The stream is taken.');
  }

  refuse(sentence: string): void {
    this.status('error', 'NetStream.Publish.Denied', sentence);
  }

  private message(message: RtmpMessage): void {
    if (message.type === messageType.command) this.command(readAmf0(message.payload));
    else if (message.type === messageType.userControl) this.control(message.payload);
    else if (message.type === messageType.aggregate) throw new BadStream('aggregates are not taken');
    else if (message.type === messageType.audio || message.type === messageType.video) {
      // An encoder that does not wait for the answer: nothing is kept of it.
      if (this.state === 'publishing') this.parts.media(message);
    }
  }

  private control(payload: Buffer): void {
    if (payload.length < 6 || payload.readUInt16BE() !== pingRequest) return;
    const answer = Buffer.from(payload.subarray(0, 6));
    answer.writeUInt16BE(pingAnswer);
    this.parts.send(chunked(messageType.userControl, 0, answer));
  }

  private command([name, id, ...words]: readonly Amf0[]): void {
    const number = typeof id === 'number' ? id : 0;
    if (name === 'connect') this.connect(number, words[0]);
    else if (name === 'createStream') this.result(number, null, ourStream);
    else if (name === 'publish') this.publish(words[1]);
    else if (name === 'play' || name === 'play2') this.deny(sentences.publishOnly);
    else if (name === 'deleteStream' || name === 'closeStream' || name === 'FCUnpublish') {
      if (this.state === 'publishing') this.parts.ended();
    }
  }

  private connect(number: number, described: Amf0): void {
    if (this.state !== 'new') throw new BadStream('it connects twice');
    this.state = 'connected';
    const app = described instanceof Map ? described.get('app') : undefined;
    this.app = typeof app === 'string' ? app : '';
    this.parts.send(
      Buffer.concat([
        chunkedNumber(messageType.windowSize, acknowledgeEveryBytes),
        chunkedNumber(messageType.peerBandwidth, acknowledgeEveryBytes, dynamicLimit),
      ]),
    );
    this.result(
      number,
      { fmsVer: 'FMS/3,0,1,123', capabilities: 31 },
      { level: 'status', code: 'NetConnection.Connect.Success', description: 'Connected.', objectEncoding: 0 },
    );
  }

  private publish(name: Amf0): void {
    if (this.state !== 'connected') throw new BadStream('it publishes at the wrong moment');
    // Encoders with one field for the whole address put the key into the address.
    const given = typeof name === 'string' && name !== '' ? name : this.app.split('/').slice(1).join('/');
    const key = given.split('?')[0]!;
    if (key === '') return this.deny(sentences.noKey);
    this.state = 'asking';
    this.parts.publish(key);
  }

  private deny(sentence: string): void {
    this.refuse(sentence);
    this.parts.ended();
  }

  private result(number: number, ...values: readonly Written[]): void {
    this.parts.send(chunked(messageType.command, 0, writeAmf0('_result', number, ...values)));
  }

  private status(level: string, code: string, description: string): void {
    const said = writeAmf0('onStatus', 0, null, { level, code, description });
    this.parts.send(chunked(messageType.command, ourStream, said));
  }
}
