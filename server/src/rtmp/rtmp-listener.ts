import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { networkOf } from '../http/network-address.ts';
import { EncoderConnection } from './encoder-connection.ts';
import {
  connectionsWithoutKeyMax,
  connectionsWithoutKeyPerAddressMax,
  encodersMax,
  handshakeWithinMs,
  transcodingsMax,
  reportEveryMs,
  streamKeyForm,
} from './limits.ts';
import { EncoderFeed } from './media/encoder-feed.ts';
import type { Ffmpeg } from './media/ffmpeg-child.ts';
import { sentences } from './media/sentences.ts';
import { RefusedEncoders, WrongKeys } from './refused-encoders.ts';
import { AppClient, type AppClientSettings, Refused } from './webrtc/app-client.ts';

export interface RtmpSettings extends AppClientSettings {
  readonly host: string;
  readonly port: number;
  readonly tls?: { readonly port: number; readonly cert: string; readonly key: string };
  readonly ffmpeg: Ffmpeg;
}

const idleCheckEveryMs = 1_000;
/** After this silence a second encoder with the same key is the host reconnecting after losing the network. */
const silentMs = 3_000;

const cannotAsk = 'We can’t accept the stream right now. Try again in a minute.';

interface OpenFeed {
  readonly feed: EncoderFeed;
  readonly connection: EncoderConnection;
  /** Set while it closes. */
  over?: Promise<void>;
}

/** Accepts encoders over RTMP and RTMPS and forwards their streams to the video engine by WHIP. */
export class RtmpListener {
  private readonly servers: Server[] = [];
  private readonly connections = new Set<EncoderConnection>();
  /** By stream key, including feeds that are closing. */
  private readonly feeds = new Map<string, OpenFeed>();
  private readonly wrongKeys = new WrongKeys();
  private readonly refusedEncoders = new RefusedEncoders();
  private readonly app: AppClient;
  private readonly settings: RtmpSettings;
  private timer: NodeJS.Timeout | undefined;
  private reportTimer: NodeJS.Timeout | undefined;
  private isOver: (() => void) | undefined;

  constructor(settings: RtmpSettings) {
    this.settings = settings;
    this.app = new AppClient(settings);
  }

  async listen(): Promise<void> {
    const { host, port, tls } = this.settings;
    await this.open(
      createServer((socket) => this.mayTry(socket) && this.onConnection(socket)),
      port,
      host,
    );
    if (tls) {
      const encrypted = createTlsServer(
        { cert: tls.cert, key: tls.key, handshakeTimeout: handshakeWithinMs },
        (socket) => this.onConnection(socket),
      );
      encrypted.on('tlsClientError', () => undefined);
      // A TLS handshake costs a hundred times more than closing a connection, so the network is checked first.
      const server = createServer((socket) => this.mayTry(socket) && encrypted.emit('connection', socket));
      server.maxConnections = connectionsWithoutKeyMax + encodersMax;
      await this.open(server, tls.port, host);
    }
    this.timer = setInterval(() => {
      const now = performance.now();
      for (const connection of this.connections) connection.endIfIdle(now);
    }, idleCheckEveryMs);
    this.reportTimer = setInterval(() => this.report(), reportEveryMs);
  }

  /** Frees the ports and accepts no new encoder; resolves when the last connected one has ended. */
  retire(): Promise<void> {
    for (const server of this.servers.splice(0)) server.close();
    for (const connection of this.connections) if (connection.feed === undefined) connection.end();
    return new Promise((resolve) => {
      this.isOver = resolve;
      this.resolveRetirement();
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

  /** A lost report only makes a count in the security log too small. */
  private report(): void {
    const refused = this.wrongKeys.takeReports();
    if (refused.length > 0) this.app.reportRefusals(refused).catch(() => undefined);
  }

  private mayTry(socket: Socket): boolean {
    if (this.wrongKeys.mayTry(socket.remoteAddress ?? '', performance.now())) return true;
    socket.destroy();
    return false;
  }

  private onConnection(socket: Socket): void {
    const connection = new EncoderConnection({
      socket,
      publish: (key, of) => this.publish(key, of),
      unpublished: (of) => this.endFeedOf(of),
      closed: (of) => this.closed(of),
    });
    this.connections.add(connection);
    this.endLongestWaiting(connection.address);
  }

  /** Ends the connection that has waited longest without a key. */
  private endLongestWaiting(address: string): void {
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
      // The connection closed while the app was asked.
      if (!this.connections.has(connection)) return cannotAsk;
      return await this.openFeed(key, replaces, connection);
    } catch (error) {
      return error instanceof Refused ? error.message : cannotAsk;
    }
  }

  /** Throws `Refused`. No native object is created before the app accepts the key, because strangers try thousands. */
  private async admit(key: string, replaces: string | undefined, { address }: EncoderConnection): Promise<void> {
    try {
      if (!streamKeyForm.test(key)) {
        this.wrongKeys.report(address);
        throw new Refused(sentences.wrongKey, 401);
      }
      await this.app.admit({ key, replaces, network: networkOf(address) });
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
    const feed: EncoderFeed = new EncoderFeed({
      app: this.app,
      ffmpeg: this.settings.ffmpeg,
      key,
      mayTranscode: () => this.transcodings() < transcodingsMax,
      mayCopy: () => this.transcodings() + this.copies(feed) < transcodingsMax,
      refuse: (sentence) => this.refuse(key, sentence, connection),
      cut: (sentence) => connection.cut(sentence),
    });
    try {
      await feed.open(replaces);
    } catch (error) {
      void feed.close();
      throw error;
    }
    // The connection closed while the app was asked.
    if (!this.connections.has(connection)) void feed.close();
    else {
      // The app accepted this one, so nothing else would end the earlier feed with the same key.
      this.feeds.get(key)?.connection.end();
      this.feeds.set(key, { feed, connection });
    }
    return feed;
  }

  /** Ends the feed immediately, so that the host can reconnect with better settings while this connection is held. */
  private refuse(key: string, sentence: string, connection: EncoderConnection): void {
    const ms = this.refusedEncoders.refused(key, sentence, performance.now());
    if (ms === 0) return connection.cut(sentence);
    connection.hold(sentence, ms);
    this.endFeedOf(connection);
  }

  private readonly transcodings = (): number =>
    [...this.feeds.values()].filter(({ feed, over }) => over === undefined && feed.isTranscoding).length;

  /** Copies in VP8 of other feeds than this one. */
  private readonly copies = (but: EncoderFeed): number =>
    [...this.feeds.values()].filter(({ feed, over }) => over === undefined && feed !== but && feed.isCopying).length;

  /** Ends the previous feed if its encoder has gone silent; resolves to the session that the new one replaces. */
  private async endSilent(before: OpenFeed | undefined, by: EncoderConnection): Promise<string | undefined> {
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
    this.resolveRetirement();
  }

  private endFeedOf(connection: EncoderConnection): void {
    for (const [key, held] of this.feeds) {
      if (held.connection !== connection || held.over) continue;
      if (held.feed.isGood) this.refusedEncoders.forget(key);
      held.over = held.feed.close().finally(() => {
        if (this.feeds.get(key) === held) this.feeds.delete(key);
        this.resolveRetirement();
      });
    }
  }

  private resolveRetirement(): void {
    if (this.connections.size === 0 && this.feeds.size === 0) this.isOver?.();
  }
}
