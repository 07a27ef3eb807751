import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { EncoderConnection } from './encoder-connection.ts';
import {
  connectionsWithoutKeyMax,
  connectionsWithoutKeyPerAddressMax,
  encodersMax,
  handshakeWithinMs,
  reencodingsMax,
} from './limits.ts';
import { EncoderFeed } from './media/encoder-feed.ts';
import type { Ffmpeg } from './media/ffmpeg-child.ts';
import { sentences } from './media/sentences.ts';
import { Door, type DoorSettings, Refused } from './whip/door.ts';

export interface RtmpSettings extends DoorSettings {
  readonly host: string;
  readonly port: number;
  readonly tls?: { readonly port: number; readonly cert: string; readonly key: string };
  readonly ffmpeg: Ffmpeg;
}

const lookEveryMs = 1_000;
/** The first encoder lost its network and does not know: the second one is the same host, back again. */
const silentMs = 3_000;

/** Takes encoders by RTMP and RTMPS and passes what they send to the app's WHIP door. */
export class RtmpListener {
  private readonly servers: Server[] = [];
  private readonly connections = new Set<EncoderConnection>();
  /** By stream key; also while it closes. */
  private readonly feeds = new Map<
    string,
    { feed: EncoderFeed; connection: EncoderConnection; over?: Promise<void> }
  >();
  private readonly door: Door;
  private readonly settings: RtmpSettings;
  private timer: NodeJS.Timeout | undefined;
  private isOver: (() => void) | undefined;

  constructor(settings: RtmpSettings) {
    this.settings = settings;
    this.door = new Door(settings);
  }

  async listen(): Promise<void> {
    const { host, port, tls } = this.settings;
    await this.open(
      createServer((socket) => this.take(socket)),
      port,
      host,
    );
    if (tls) {
      const server = createTlsServer({ cert: tls.cert, key: tls.key, handshakeTimeout: handshakeWithinMs }, (socket) =>
        this.take(socket),
      );
      server.on('tlsClientError', () => undefined);
      server.maxConnections = connectionsWithoutKeyMax + encodersMax;
      await this.open(server, tls.port, host);
    }
    this.timer = setInterval(() => {
      const now = performance.now();
      for (const connection of this.connections) connection.endIfIdle(now);
    }, lookEveryMs);
  }

  /** Takes no new encoder and keeps those that send. Its ports are free at once; resolves when the last has ended. */
  retire(): Promise<void> {
    for (const server of this.servers.splice(0)) server.close();
    for (const connection of this.connections) if (connection.feed === undefined) connection.end();
    return new Promise((resolve) => {
      this.isOver = resolve;
      this.tellIfOver();
    });
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    for (const server of this.servers) server.close();
    for (const connection of this.connections) connection.end();
    await Promise.all([...this.feeds.values()].map(async ({ over }) => over));
  }

  private open(server: Server, port: number, host: string): Promise<void> {
    this.servers.push(server);
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, () => {
        server.off('error', reject);
        server.on('error', () => undefined);
        resolve();
      });
    });
  }

  private take(socket: Socket): void {
    const connection = new EncoderConnection({
      socket,
      publish: (key, of) => this.publish(key, of),
      closed: (of) => this.closed(of),
    });
    this.connections.add(connection);
    this.makeRoom(connection.address);
  }

  /** Who has waited longest without a key goes first. */
  private makeRoom(address: string): void {
    const waiting = [...this.connections].filter(({ feed }) => feed === undefined);
    const here = waiting.filter((one) => one.address === address);
    if (here.length > connectionsWithoutKeyPerAddressMax) here[0]?.end();
    else if (waiting.length > connectionsWithoutKeyMax) waiting[0]?.end();
  }

  private async publish(key: string, connection: EncoderConnection): Promise<EncoderFeed | string> {
    const before = this.feeds.get(key);
    const replaces = await this.endSilent(before);
    if (this.feeds.size >= encodersMax) return sentences.full;
    const feed = new EncoderFeed({
      door: this.door,
      ffmpeg: this.settings.ffmpeg,
      key,
      mayReencode: () => this.reencodings() < reencodingsMax,
      cut: (sentence) => connection.cut(sentence),
    });
    try {
      await feed.open(replaces);
    } catch (error) {
      void feed.close();
      return error instanceof Refused ? error.message : 'The stream cannot be taken right now. Try again in a minute.';
    }
    // Gone while the door was asked.
    if (!this.connections.has(connection)) void feed.close();
    else {
      // The door took this one: the other of its key would run on, and nobody would end it.
      this.feeds.get(key)?.connection.end();
      this.feeds.set(key, { feed, connection });
    }
    return feed;
  }

  private readonly reencodings = (): number =>
    [...this.feeds.values()].filter(({ feed, over }) => over === undefined && feed.reencoding).length;

  /** The session that the next one replaces, where its encoder fell silent. */
  private async endSilent(
    before: { feed: EncoderFeed; connection: EncoderConnection; over?: Promise<void> } | undefined,
  ) {
    if (before === undefined) return undefined;
    if (before.over === undefined && performance.now() - before.feed.lastMediaAt < silentMs) return undefined;
    const { sessionId } = before.feed.link;
    before.connection.end();
    await before.over;
    return sessionId;
  }

  private closed(connection: EncoderConnection): void {
    this.connections.delete(connection);
    for (const [key, held] of this.feeds) {
      if (held.connection !== connection || held.over) continue;
      held.over = held.feed.close().finally(() => {
        if (this.feeds.get(key) === held) this.feeds.delete(key);
        this.tellIfOver();
      });
    }
    this.tellIfOver();
  }

  private tellIfOver(): void {
    if (this.connections.size === 0 && this.feeds.size === 0) this.isOver?.();
  }
}
