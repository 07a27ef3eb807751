import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { EncoderConnection } from './encoder-connection.ts';
import {
  connectionsWithoutKeyMax,
  connectionsWithoutKeyPerAddressMax,
  encodersMax,
  handshakeWithinMs,
  reencodingsMax,
  reportEveryMs,
  streamKeyForm,
} from './limits.ts';
import { EncoderFeed } from './media/encoder-feed.ts';
import type { Ffmpeg } from './media/ffmpeg-child.ts';
import { sentences } from './media/sentences.ts';
import { RefusedEncoders } from './refused-encoders.ts';
import { Door, type DoorSettings, Refused } from './whip/door.ts';
import { networkOf, WrongKeys } from './wrong-keys.ts';

export interface RtmpSettings extends DoorSettings {
  readonly host: string;
  readonly port: number;
  readonly tls?: { readonly port: number; readonly cert: string; readonly key: string };
  readonly ffmpeg: Ffmpeg;
}

const lookEveryMs = 1_000;
/** The first encoder lost its network and does not know: the second one is the same host, back again. */
const silentMs = 3_000;

const cannotAsk = 'The stream cannot be taken right now. Try again in a minute.';

interface Held {
  readonly feed: EncoderFeed;
  readonly connection: EncoderConnection;
  /** It is closing. */
  over?: Promise<void>;
}

/** Takes encoders by RTMP and RTMPS and passes what they send to the app's WHIP door. */
export class RtmpListener {
  private readonly servers: Server[] = [];
  private readonly connections = new Set<EncoderConnection>();
  /** By stream key; also while it closes. */
  private readonly feeds = new Map<string, Held>();
  private readonly wrongKeys = new WrongKeys();
  private readonly refusedEncoders = new RefusedEncoders();
  private readonly door: Door;
  private readonly settings: RtmpSettings;
  private timer: NodeJS.Timeout | undefined;
  private reportTimer: NodeJS.Timeout | undefined;
  private isOver: (() => void) | undefined;

  constructor(settings: RtmpSettings) {
    this.settings = settings;
    this.door = new Door(settings);
  }

  async listen(): Promise<void> {
    const { host, port, tls } = this.settings;
    await this.open(
      createServer((socket) => this.mayTry(socket) && this.take(socket)),
      port,
      host,
    );
    if (tls) {
      const encrypted = createTlsServer(
        { cert: tls.cert, key: tls.key, handshakeTimeout: handshakeWithinMs },
        (socket) => this.take(socket),
      );
      encrypted.on('tlsClientError', () => undefined);
      // A TLS handshake costs a hundred times what it costs to close a connection: the network is looked at first.
      const server = createServer((socket) => this.mayTry(socket) && encrypted.emit('connection', socket));
      server.maxConnections = connectionsWithoutKeyMax + encodersMax;
      await this.open(server, tls.port, host);
    }
    this.timer = setInterval(() => {
      const now = performance.now();
      for (const connection of this.connections) connection.endIfIdle(now);
    }, lookEveryMs);
    this.reportTimer = setInterval(() => this.report(), reportEveryMs);
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
    clearInterval(this.reportTimer);
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

  /** A report that gets lost only makes a number of the security log too small. */
  private report(): void {
    const refused = this.wrongKeys.takeReports();
    if (refused.length > 0) this.door.report(refused).catch(() => undefined);
  }

  private mayTry(socket: Socket): boolean {
    if (this.wrongKeys.mayTry(socket.remoteAddress ?? '', performance.now())) return true;
    socket.destroy();
    return false;
  }

  private take(socket: Socket): void {
    const connection = new EncoderConnection({
      socket,
      publish: (key, of) => this.publish(key, of),
      unpublished: (of) => this.endFeedOf(of),
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
    const replaces = await this.endSilent(this.feeds.get(key), connection);
    if (this.feeds.size >= encodersMax) return sentences.full;
    try {
      await this.admit(key, replaces, connection);
      // Gone while the door was asked.
      if (!this.connections.has(connection)) return cannotAsk;
      return await this.openFeed(key, replaces, connection);
    } catch (error) {
      return error instanceof Refused ? error.message : cannotAsk;
    }
  }

  /** Throws `Refused`. Nothing native is built before the app has said yes: strangers try keys by the thousand. */
  private async admit(key: string, replaces: string | undefined, { address }: EncoderConnection): Promise<void> {
    try {
      if (!streamKeyForm.test(key)) {
        this.wrongKeys.report(address);
        throw new Refused(sentences.wrongKey, 401);
      }
      await this.door.admit({ key, replaces, network: networkOf(address) });
    } catch (error) {
      if (error instanceof Refused && error.isWrongKey) this.wrongKeys.count(address, performance.now());
      throw error;
    }
  }

  private async openFeed(
    key: string,
    replaces: string | undefined,
    connection: EncoderConnection,
  ): Promise<EncoderFeed> {
    const feed = new EncoderFeed({
      door: this.door,
      ffmpeg: this.settings.ffmpeg,
      key,
      mayReencode: () => this.reencodings() < reencodingsMax,
      refuse: (sentence) => this.refuse(key, sentence, connection),
      cut: (sentence) => connection.cut(sentence),
    });
    try {
      await feed.open(replaces);
    } catch (error) {
      void feed.close();
      throw error;
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

  /** The encoder sends what we do not carry. The feed is over at once, so that a better one is let in. */
  private refuse(key: string, sentence: string, connection: EncoderConnection): void {
    const ms = this.refusedEncoders.refused(key, sentence, performance.now());
    if (ms === 0) return connection.cut(sentence);
    connection.hold(sentence, ms);
    this.endFeedOf(connection);
  }

  private readonly reencodings = (): number =>
    [...this.feeds.values()].filter(({ feed, over }) => over === undefined && feed.reencoding).length;

  /** The session that the next one replaces, where its encoder fell silent. */
  private async endSilent(before: Held | undefined, by: EncoderConnection): Promise<string | undefined> {
    if (before === undefined) return undefined;
    if (before.over === undefined && performance.now() - before.feed.lastMediaAt < silentMs) return undefined;
    const { sessionId } = before.feed.link;
    if (before.connection !== by) before.connection.end();
    await before.over;
    return sessionId;
  }

  private closed(connection: EncoderConnection): void {
    this.connections.delete(connection);
    if (connection.isUnreadable) {
      this.wrongKeys.count(connection.address, performance.now());
      this.wrongKeys.report(connection.address);
    }
    this.endFeedOf(connection);
    this.tellIfOver();
  }

  private endFeedOf(connection: EncoderConnection): void {
    for (const [key, held] of this.feeds) {
      if (held.connection !== connection || held.over) continue;
      if (held.feed.isGood) this.refusedEncoders.forget(key);
      held.over = held.feed.close().finally(() => {
        if (this.feeds.get(key) === held) this.feeds.delete(key);
        this.tellIfOver();
      });
    }
  }

  private tellIfOver(): void {
    if (this.connections.size === 0 && this.feeds.size === 0) this.isOver?.();
  }
}
