import type { Socket } from 'node:net';
import { EarlyDescriptions } from './flv/flv.ts';
import { nextStreamWithinMs, handshakeWithinMs, idleMsMax, keyWithinMs, unreadAnswerBytesMax } from './limits.ts';
import type { EncoderFeed } from './media/encoder-feed.ts';
import { sentences } from './media/sentences.ts';
import { RtmpSession } from './protocol/rtmp-session.ts';

const closeWithinMs = 500;

export interface EncoderConnectionParts {
  readonly socket: Socket;
  /** Opens a feed for the stream key; a string is the sentence of a refusal. */
  readonly publish: (key: string, connection: EncoderConnection) => Promise<EncoderFeed | string>;
  /** The feed has ended, the connection has not. */
  readonly unpublished: (connection: EncoderConnection) => void;
  readonly closed: (connection: EncoderConnection) => void;
}

/** One encoder's connection from first to last byte, with a time limit for each step. */
export class EncoderConnection {
  readonly address: string;
  feed: EncoderFeed | undefined;
  /** It sent bytes that are not RTMP, before any key. */
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
      media: (message) => (this.feed ? this.feed.onMessage(message) : this.early.keep(message)),
      unpublished: () => this.unpublish(),
      ended: () => this.end(),
    });
    this.handshakeTimer = setTimeout(() => this.session.isHandshakeDone || this.end(), handshakeWithinMs);
    this.keyTimer = setTimeout(() => this.feed ?? this.end(), keyWithinMs);
    socket.setNoDelay(true);
    socket.on('data', (bytes) => this.onData(bytes));
    socket.on('error', () => this.end());
    socket.on('close', () => this.end());
  }

  /** Ends a connection without media for too long; bytes alone do not count, because a client can drip them forever. */
  endIfIdle(now: number): void {
    if (this.feed && now - this.feed.lastMediaAt > idleMsMax) this.cut(sentences.idle);
  }

  /** Ignores further data and ends later, because an encoder that is cut immediately reconnects immediately. */
  hold(sentence: string, ms: number): void {
    if (this.over) return;
    this.feed = undefined;
    this.holdTimer = setTimeout(() => this.cut(sentence), ms);
  }

  /** Sends the reason, then ends. */
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
    setTimeout(() => socket.destroy(), closeWithinMs);
    this.parts.closed(this);
  }

  private onData(bytes: Buffer): void {
    if (this.over || this.holdTimer !== undefined) return;
    try {
      this.session.onData(bytes);
    } catch {
      // No input may end more than its own connection.
      if (this.feed) return this.cut(sentences.unreadable);
      this.isUnreadable = true;
      this.end();
    }
  }

  private unpublish(): void {
    this.feed = undefined;
    this.keyTimer = setTimeout(() => this.feed ?? this.end(), nextStreamWithinMs);
    this.parts.unpublished(this);
  }

  private async publish(key: string): Promise<void> {
    const result = await this.parts.publish(key, this);
    if (typeof result === 'string') return this.cut(result);
    if (this.over) return void result.close();
    this.feed = result;
    clearTimeout(this.keyTimer);
    this.session.accept();
    for (const message of this.early.take()) result.onMessage(message);
  }

  private send(bytes: Buffer): void {
    if (this.over || !this.socket.writable) return;
    this.socket.write(bytes);
    if (this.socket.writableLength > unreadAnswerBytesMax) this.end();
  }
}
