import {
  type AppClient,
  type HealthReport,
  type RecordingSegment,
  Refused,
  type Session,
  sessionId,
  type SessionOrders,
  type StoreResult,
} from './app-client.ts';
import { WebRtcSender } from './webrtc-sender.ts';

const watchEveryMs = 500;
/** The engine reports every second or two, while ICE takes half a minute to notice that it is gone. */
const silenceMsMax = 5_000;
const restMs = 1_000;
const firstViewersMs = 2_000;
const resendEveryMs = 150;

export interface EngineLinkParts {
  readonly app: AppClient;
  readonly key: string;
  /** The engine needs the latest key frame and the frames since. */
  readonly onKeyFrameRequested: () => void;
  readonly cut: (sentence: string) => void;
}

/** Keeps one encoder connected to the video engine, and opens a new session when the engine goes silent. */
export class EngineLink {
  /** The connection that media is sent on; undefined while there is none. */
  peer: WebRtcSender | undefined;
  private pendingPeer: WebRtcSender | undefined;
  private session: Session | undefined;
  private closed = false;
  private connecting: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private restUntil = 0;
  private readonly parts: EngineLinkParts;

  constructor(parts: EngineLinkParts) {
    this.parts = parts;
  }

  get sessionId(): string | undefined {
    return this.session && sessionId(this.session.path);
  }

  /** Resolves once the app has accepted the key; media connects later. Throws `Refused`. */
  async open(replaces: string | undefined): Promise<void> {
    const { peer, answer } = await this.openSession(replaces);
    this.connecting = this.connect(peer, answer).finally(() => (this.connecting = undefined));
    this.timer = setInterval(() => this.watch(), watchEveryMs);
  }

  /** Reports health for the host. The answer may end the stream, and carries the app's orders. */
  async reportHealth(health: HealthReport): Promise<SessionOrders> {
    const { session } = this;
    if (session === undefined || this.closed) return undefined;
    try {
      const orders = await this.parts.app.reportHealth(session, health);
      if (orders === undefined && !this.closed && session === this.session) this.parts.cut('The stream was ended.');
      return orders;
    } catch {
      // A running stream survives an app that does not answer.
      return undefined;
    }
  }

  /** Hands a segment of the recording to the app to store. */
  async storeSegment(segment: RecordingSegment): Promise<StoreResult> {
    return this.session === undefined ? 'retry' : this.parts.app.storeSegment(this.session, segment);
  }

  /** Opens the connection of a copy in VP8. Throws `Refused`, or the error of the request. */
  async openCopy(offer: string): Promise<string> {
    if (this.session === undefined || this.closed) throw new Error('there is no session');
    return this.parts.app.openCopy(this.session, offer);
  }

  async closeCopy(): Promise<void> {
    // The app itself closes a copy that no one asks for.
    if (this.session !== undefined && !this.closed) await this.parts.app.closeCopy(this.session).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.timer);
    this.pendingPeer?.close();
    await this.connecting;
    this.peer?.close();
    this.peer = undefined;
    if (this.session) await this.parts.app.close(this.session).catch(() => undefined);
  }

  private async openSession(replaces: string | undefined): Promise<{ peer: WebRtcSender; answer: string }> {
    const peer = new WebRtcSender();
    try {
      this.session = await this.parts.app.open(await peer.offer(), this.parts.key, replaces);
      return { peer, answer: this.session.answer };
    } catch (error) {
      peer.close();
      throw error;
    }
  }

  private async connect(peer: WebRtcSender, answer: string): Promise<void> {
    this.pendingPeer = peer;
    try {
      await peer.accept(answer);
      if (this.closed) return peer.close();
      this.peer = peer;
      this.answerFirstViewers(peer);
    } catch {
      peer.close();
    } finally {
      this.pendingPeer = undefined;
    }
  }

  /**
   * Viewers in the room subscribe a moment after the first frame and would otherwise wait for the encoder's next key
   * frame. Only at the start, because resending makes those who already watch see the last second twice.
   */
  private answerFirstViewers(peer: WebRtcSender): void {
    const openedAt = performance.now();
    let resentAt = openedAt;
    this.parts.onKeyFrameRequested();
    peer.onKeyFrameRequested = () => {
      const now = performance.now();
      if (now - openedAt > firstViewersMs || now - resentAt < resendEveryMs) return;
      resentAt = now;
      this.parts.onKeyFrameRequested();
    };
  }

  private watch(): void {
    const now = performance.now();
    if (this.connecting !== undefined || now < this.restUntil) return;
    if (this.peer !== undefined && now - this.peer.lastReportAt < silenceMsMax) return;
    this.restUntil = now + restMs;
    this.connecting = this.reconnect().finally(() => (this.connecting = undefined));
  }

  private async reconnect(): Promise<void> {
    this.peer?.close();
    this.peer = undefined;
    try {
      const { peer, answer } = await this.openSession(this.sessionId);
      await this.connect(peer, answer);
    } catch (error) {
      if (error instanceof Refused && !error.isRetryable && !this.closed) this.parts.cut(error.message);
    }
  }
}
