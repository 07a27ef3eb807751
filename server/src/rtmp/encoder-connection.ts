import type { Socket } from 'node:net';
import { EarlyDescriptions } from './flv/early-descriptions.ts';
import { againWithinMs, handshakeWithinMs, idleMsMax, keyWithinMs, unreadAnswerBytesMax } from './limits.ts';
import type { EncoderFeed } from './media/encoder-feed.ts';
import { sentences } from './media/sentences.ts';
import { RtmpSession } from './protocol/rtmp-session.ts';

const sayWithinMs = 500;

export interface EncoderConnectionParts {
  readonly socket: Socket;
  /** Asks with the key; a string is the sentence of a refusal. */
  readonly publish: (key: string, connection: EncoderConnection) => Promise<EncoderFeed | string>;
  /** Its feed is over, its connection is not. */
  readonly unpublished: (connection: EncoderConnection) => void;
  readonly closed: (connection: EncoderConnection) => void;
}

/** One encoder's socket, from its first byte to its last, with the time it has for each step. */
export class EncoderConnection {
  readonly address: string;
  feed: EncoderFeed | undefined;
  /** It sent what is no stream, before any key. */
  isUnreadable = false;
  private readonly socket: Socket;
  private readonly parts: EncoderConnectionParts;
  private readonly session: RtmpSession;
  private readonly early = new EarlyDescriptions();
  private over = false;
  private holdTimer: NodeJS.Timeout | undefined;
  private keyTimer: NodeJS.Timeout;
  private readonly handshakeTimer: NodeJS.Timeout;

  constructor(parts: EncoderConnectionParts) {
    const { socket } = parts;
    this.parts = parts;
    this.socket = socket;
    this.address = socket.remoteAddress ?? '';
    this.session = new RtmpSession({
      send: (bytes) => this.send(bytes),
      publish: (key) => void this.publish(key).catch(() => this.cut(sentences.unreadable)),
      media: (message) => (this.feed ? this.feed.take(message) : this.early.keep(message)),
      unpublished: () => this.unpublish(),
      ended: () => this.end(),
    });
    this.handshakeTimer = setTimeout(() => this.session.handshakeDone || this.end(), handshakeWithinMs);
    this.keyTimer = setTimeout(() => this.feed ?? this.end(), keyWithinMs);
    socket.setNoDelay(true);
    socket.on('data', (bytes) => this.take(bytes));
    socket.on('error', () => this.end());
    socket.on('close', () => this.end());
  }

  /** Nothing came for too long: bytes alone do not count, an encoder may drip them without end. */
  endIfIdle(now: number): void {
    if (this.feed && now - this.feed.lastMediaAt > idleMsMax) this.cut(sentences.idle);
  }

  /** Takes nothing any more, and says why and ends later: the encoder would only be back. */
  hold(sentence: string, ms: number): void {
    if (this.over) return;
    this.feed = undefined;
    this.holdTimer = setTimeout(() => this.cut(sentence), ms);
  }

  /** Says why, and ends. */
  cut(sentence: string): void {
    if (this.over) return;
    this.session.refuse(sentence);
    this.end();
  }

  end(): void {
    if (this.over) return;
    this.over = true;
    clearTimeout(this.keyTimer);
    clearTimeout(this.handshakeTimer);
    clearTimeout(this.holdTimer);
    this.socket.end();
    const { socket } = this;
    setTimeout(() => socket.destroy(), sayWithinMs);
    this.parts.closed(this);
  }

  private take(bytes: Buffer): void {
    if (this.over || this.holdTimer !== undefined) return;
    try {
      this.session.take(bytes);
    } catch {
      // Whatever it was: nothing an encoder sends may end more than its own connection.
      if (this.feed) return this.cut(sentences.unreadable);
      this.isUnreadable = true;
      this.end();
    }
  }

  private unpublish(): void {
    this.feed = undefined;
    this.keyTimer = setTimeout(() => this.feed ?? this.end(), againWithinMs);
    this.parts.unpublished(this);
  }

  private async publish(key: string): Promise<void> {
    const taken = await this.parts.publish(key, this);
    if (typeof taken === 'string') return this.cut(taken);
    if (this.over) return void taken.close();
    this.feed = taken;
    clearTimeout(this.keyTimer);
    this.session.accept();
    for (const message of this.early.take()) taken.take(message);
  }

  private send(bytes: Buffer): void {
    if (this.over || !this.socket.writable) return;
    this.socket.write(bytes);
    if (this.socket.writableLength > unreadAnswerBytesMax) this.end();
  }
}
