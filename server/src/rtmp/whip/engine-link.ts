import type { Health } from '../media/health.ts';
import { type Door, type KeptPiece, Refused, type Session, sessionId, type Wanted } from './door.ts';
import { WhipPeer } from './peer.ts';

const watchEveryMs = 500;
/** The engine reports every second or two; ICE would take half a minute to notice that it is gone. */
const silenceMsMax = 5_000;
const restMs = 1_000;
const firstViewersMs = 2_000;
const askedEveryMs = 150;

export interface EngineLinkParts {
  readonly door: Door;
  readonly key: string;
  /** The engine needs a key frame, and the pictures since. */
  readonly onKeyFrameWanted: () => void;
  readonly cut: (sentence: string) => void;
}

/** Keeps one encoder connected to the video engine: asks the door again when the engine fell silent. */
export class EngineLink {
  /** Where media goes; undefined while there is no connection. */
  peer: WhipPeer | undefined;
  private coming: WhipPeer | undefined;
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

  /** Resolves when the door has taken the key; the connection comes up after it. Throws `Refused`. */
  async open(replaces: string | undefined): Promise<void> {
    const { peer, answer } = await this.ask(replaces);
    this.connecting = this.connect(peer, answer).finally(() => (this.connecting = undefined));
    this.timer = setInterval(() => this.watch(), watchEveryMs);
  }

  /** Health for the host; the answer may end the stream, and says what else the app wants. */
  async tell(health: Health): Promise<Wanted> {
    const { session } = this;
    if (session === undefined || this.closed) return undefined;
    try {
      const wanted = await this.parts.door.tell(session, health);
      if (wanted === undefined && !this.closed && session === this.session) this.parts.cut('The stream was ended.');
      return wanted;
    } catch {
      // A door that does not answer is no reason to end a stream that runs.
      return undefined;
    }
  }

  /** A piece of the recording, for the app to store. */
  async keep(piece: KeptPiece): Promise<'kept' | 'refused' | 'later'> {
    return this.session === undefined ? 'later' : this.parts.door.keep(this.session, piece);
  }

  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.timer);
    this.coming?.close();
    await this.connecting;
    this.peer?.close();
    this.peer = undefined;
    if (this.session) await this.parts.door.close(this.session).catch(() => undefined);
  }

  private async ask(replaces: string | undefined): Promise<{ peer: WhipPeer; answer: string }> {
    const peer = new WhipPeer();
    try {
      this.session = await this.parts.door.open(await peer.offer(), this.parts.key, replaces);
      return { peer, answer: this.session.answer };
    } catch (error) {
      peer.close();
      throw error;
    }
  }

  private async connect(peer: WhipPeer, answer: string): Promise<void> {
    this.coming = peer;
    try {
      await peer.accept(answer);
      if (this.closed) return peer.close();
      this.peer = peer;
      this.answerFirstViewers(peer);
    } catch {
      peer.close();
    } finally {
      this.coming = undefined;
    }
  }

  /**
   * Viewers in the room subscribe a moment after the first picture and would wait for the encoder's next key frame.
   * Only at the beginning: whoever looks already sees the last second once more.
   */
  private answerFirstViewers(peer: WhipPeer): void {
    const openedAt = performance.now();
    let askedAt = openedAt;
    this.parts.onKeyFrameWanted();
    peer.onKeyFrameAsked = () => {
      const now = performance.now();
      if (now - openedAt > firstViewersMs || now - askedAt < askedEveryMs) return;
      askedAt = now;
      this.parts.onKeyFrameWanted();
    };
  }

  private watch(): void {
    const now = performance.now();
    if (this.connecting !== undefined || now < this.restUntil) return;
    if (this.peer !== undefined && now - this.peer.lastReportAt < silenceMsMax) return;
    this.restUntil = now + restMs;
    this.connecting = this.connectAgain().finally(() => (this.connecting = undefined));
  }

  private async connectAgain(): Promise<void> {
    this.peer?.close();
    this.peer = undefined;
    try {
      const { peer, answer } = await this.ask(this.sessionId);
      await this.connect(peer, answer);
    } catch (error) {
      if (error instanceof Refused && !error.later && !this.closed) this.parts.cut(error.message);
    }
  }
}
