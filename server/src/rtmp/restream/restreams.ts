import { readAudioTag } from '../flv/audio.ts';
import { readVideoTag } from '../flv/video.ts';
import { writeAmf0 } from '../protocol/amf0.ts';
import { messageType, type RtmpMessage } from '../protocol/chunks.ts';
import { type RestreamAddress, type RestreamProblem, RtmpPublisher } from './rtmp-publisher.ts';

/** A target that the app wants the stream to be copied to. */
export interface RestreamOrder extends RestreamAddress {
  readonly id: string;
}

/** What the host reads about a target. */
export interface RestreamReport {
  readonly id: string;
  readonly state: 'connecting' | 'live' | 'failed';
  readonly problem?: RestreamProblem;
}

/** A target that took the stream for this long has its next failure counted as the first one. */
const steadyMs = 60_000;
const timestampMax = 2 ** 32;
const firstRetryMs = 2_000;
const retryMsMax = 60_000;

/** Copies one encoder's messages to other RTMP servers. None of them can delay or end the broadcast. */
export class Restreams {
  private readonly targets = new Map<string, Target>();
  /** The descriptions of picture and sound, which encoders send once. */
  private readonly descriptions = new Map<number, Buffer>();

  /** Follows the app's orders: what is no longer among them ends. */
  follow(orders: readonly RestreamOrder[]): void {
    const wanted = new Map(orders.map((order) => [order.id, order]));
    for (const [id, target] of this.targets) {
      const order = wanted.get(id);
      if (order?.url === target.order.url && order.key === target.order.key) continue;
      target.close();
      this.targets.delete(id);
    }
    for (const order of wanted.values())
      if (!this.targets.has(order.id)) this.targets.set(order.id, new Target(order, this.descriptions));
  }

  onMessage(message: RtmpMessage): void {
    const isDescription = describes(message);
    if (isDescription) this.descriptions.set(message.type, message.payload);
    if (this.targets.size === 0) return;
    const isKey = message.type === messageType.video && !isDescription && startsPicture(message.payload);
    for (const target of this.targets.values()) target.onMessage(message, { isDescription, isKey });
  }

  reports(): RestreamReport[] {
    return [...this.targets].map(([id, { state, problem }]) => ({ id, state, ...(problem && { problem }) }));
  }

  close(): void {
    this.follow([]);
  }
}

class Target {
  state: RestreamReport['state'] = 'connecting';
  problem: RestreamProblem | undefined;
  readonly order: RestreamOrder;
  private readonly descriptions: ReadonlyMap<number, Buffer>;
  private publisher: RtmpPublisher | undefined;
  private retry: NodeJS.Timeout | undefined;
  private failures = 0;
  private liveAt = 0;
  /** The encoder's time of the first picture that this connection sends; undefined before it. */
  private firstMs: number | undefined;

  constructor(order: RestreamOrder, descriptions: ReadonlyMap<number, Buffer>) {
    this.order = order;
    this.descriptions = descriptions;
    this.connect();
  }

  /** A connection begins with the descriptions and a key frame, at time 0. */
  onMessage({ type, timestamp, payload }: RtmpMessage, is: { isDescription: boolean; isKey: boolean }): void {
    const { publisher } = this;
    if (this.state !== 'live' || !publisher) return;
    if (this.firstMs === undefined) {
      if (!is.isKey) return;
      this.firstMs = timestamp;
      publisher.send({ type: messageType.metadata, timestamp: 0, payload: metadata });
      for (const [kind, description] of this.descriptions)
        publisher.send({ type: kind, timestamp: 0, payload: description });
    }
    const ms = (timestamp - this.firstMs + timestampMax) % timestampMax;
    // Sound from just before the first picture.
    if (ms < timestampMax / 2) publisher.send({ type, timestamp: ms, payload });
  }

  close(): void {
    clearTimeout(this.retry);
    this.publisher?.close();
    this.publisher = undefined;
  }

  private connect(): void {
    if (this.state !== 'failed') this.state = 'connecting';
    const publisher: RtmpPublisher = new RtmpPublisher(this.order, {
      onLive: () => {
        this.state = 'live';
        this.problem = undefined;
        this.liveAt = performance.now();
        this.firstMs = undefined;
      },
      onFailed: (problem) => this.publisher === publisher && this.fail(problem),
    });
    this.publisher = publisher;
  }

  /** It stays failed for the host until it is live again. */
  private fail(problem: RestreamProblem): void {
    if (this.state === 'live' && performance.now() - this.liveAt > steadyMs) this.failures = 0;
    this.state = 'failed';
    this.problem = problem;
    this.publisher = undefined;
    this.failures += 1;
    this.retry = setTimeout(() => this.connect(), Math.min(retryMsMax, firstRetryMs * 2 ** (this.failures - 1)));
  }
}

const metadata = writeAmf0('@setDataFrame', 'onMetaData', { encoder: 'Frontrow', videocodecid: 7, audiocodecid: 10 });

function describes({ type, payload }: RtmpMessage): boolean {
  if (type === messageType.video) return readVideoTag(payload).kind === 'config';
  const tag = readAudioTag(payload);
  return tag.kind === 'aac' && tag.config;
}

function startsPicture(payload: Buffer): boolean {
  const tag = readVideoTag(payload);
  return tag.kind === 'frame' && tag.key;
}
