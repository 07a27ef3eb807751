import type { RtmpMessage } from '../protocol/chunks.ts';
import { Restreams } from '../restream/restreams.ts';
import type { AppClient } from '../webrtc/app-client.ts';
import { EngineLink } from '../webrtc/engine-link.ts';
import type { Ffmpeg } from './ffmpeg-child.ts';
import { MediaPipeline } from './media-pipeline.ts';
import { sentences } from './sentences.ts';
import { Vp8Copy } from './vp8-copy.ts';

const reportEveryMs = 1_000;
const missingAfterMs = 4_000;
const slowFrameMs = 2_000;

export interface FeedParts {
  readonly app: AppClient;
  readonly ffmpeg: Ffmpeg;
  readonly key: string;
  readonly mayTranscode: () => boolean;
  /** Whether a processor is left for a copy in VP8, counted without this one. */
  readonly mayCopy: () => boolean;
  /** Called after the host has seen why the stream is not supported. */
  readonly refuse: (sentence: string) => void;
  /** Ends the encoder's connection; the sentence says why. */
  readonly cut: (sentence: string) => void;
}

/** One encoder's stream on its way to the video engine, with its health reports. */
export class EncoderFeed {
  /** When the last audio or video message arrived. */
  lastMediaAt = performance.now();
  readonly link: EngineLink;
  private readonly parts: FeedParts;
  private readonly openedAt = performance.now();
  private readonly media: MediaPipeline;
  private readonly restreams = new Restreams();
  private readonly copy: Vp8Copy;
  private timer: NodeJS.Timeout | undefined;
  private refusal: string | undefined;
  private closing: Promise<void> | undefined;
  /** Reports are numbered, so that an answer overtaken by a newer one is ignored. */
  private reports = 0;
  private newestAnswer = 0;

  constructor(parts: FeedParts) {
    this.parts = parts;
    this.link = new EngineLink({
      app: parts.app,
      key: parts.key,
      onKeyFrameRequested: () => this.media.video.resendSinceKeyFrame(),
      cut: parts.cut,
    });
    this.media = new MediaPipeline({
      ffmpeg: parts.ffmpeg,
      mayTranscode: parts.mayTranscode,
      sendVideo: (frame, ms) => this.link.peer?.sendVideo(frame, ms),
      sendAudio: (opus, ms, at) => {
        this.link.peer?.sendAudio(opus, ms, at);
        this.copy.onAudio(opus, ms, at);
      },
      storeSegment: (piece) => this.link.storeSegment(piece),
      refuse: (sentence) => void this.refuse(sentence),
    });
    const { sender } = this.media.video;
    this.copy = new Vp8Copy({
      ffmpeg: parts.ffmpeg,
      source: sender,
      mayEncode: parts.mayCopy,
      open: (offer) => this.link.openCopy(offer),
      close: () => this.link.closeCopy(),
    });
    sender.onSent = (frame) => this.copy.onVideo(frame);
  }

  /** Opens the session with the stream key. Throws `Refused`. */
  async open(replaces: string | undefined): Promise<void> {
    await this.link.open(replaces);
    this.timer = setInterval(() => void this.reportHealth(), reportEveryMs);
  }

  get isTranscoding(): boolean {
    return this.media.video.isTranscoding;
  }

  get isCopying(): boolean {
    return this.copy.isEncoding;
  }

  /** It has sent supported video, and nothing that is unsupported. */
  get isGood(): boolean {
    return this.refusal === undefined && this.media.meter.videoInfo !== undefined;
  }

  onMessage(message: RtmpMessage): void {
    if (this.refusal !== undefined || this.closing !== undefined) return;
    if (message.payload.length === 0) return;
    const now = performance.now();
    this.lastMediaAt = now;
    this.media.onMessage(message, now);
    this.restreams.onMessage(message);
  }

  close(): Promise<void> {
    clearInterval(this.timer);
    this.restreams.close();
    // The session stays open until the last segments of the recording are stored.
    this.closing ??= Promise.all([this.copy.close(), this.media.close()]).then(() => this.link.close());
    return this.closing;
  }

  /** The host sees the reason before the encoder is disconnected. */
  private async refuse(sentence: string): Promise<void> {
    if (this.refusal !== undefined) return;
    this.refusal = sentence;
    await this.reportHealth();
    this.parts.refuse(sentence);
  }

  private async reportHealth(): Promise<void> {
    const now = performance.now();
    const { copy } = this;
    const { meter, audio, video, recorder } = this.media;
    this.reports += 1;
    const report = this.reports;
    const health = meter.report(now, audio.takeLevel(), video.transcodingReason !== undefined, this.problem(now));
    const refused = this.refusal === undefined ? {} : { refused: true };
    const vp8 = copy.state === undefined ? {} : { vp8: copy.state };
    const restreams = this.restreams.reports();
    const orders = await this.link.reportHealth({ ...health, ...vp8, ...refused, restreams });
    // Without an answer everything stays as it is.
    if (orders === undefined || this.closing !== undefined || report < this.newestAnswer) return;
    this.newestAnswer = report;
    recorder.follow(orders);
    this.restreams.follow(this.refusal === undefined ? orders.restreams : []);
    copy.follow(orders.vp8, performance.now());
  }

  private problem(now: number): string | undefined {
    if (this.refusal !== undefined) return this.refusal;
    const { meter, audio, video, recorder } = this.media;
    const missing = (at: number | undefined): boolean => now - (at ?? this.openedAt) > missingAfterMs;
    const { lastVideoAt: lastPictureAt, lastAudioAt: lastSoundAt } = meter;
    if (missing(lastPictureAt)) return lastPictureAt === undefined ? sentences.noVideo : sentences.lowFrameRate;
    if (lastPictureAt !== undefined && now - lastPictureAt > slowFrameMs) return sentences.lowFrameRate;
    if (recorder.stuck) return sentences.notStored;
    return audio.problem ?? (missing(lastSoundAt) ? sentences.noAudio : video.transcodingReason);
  }
}
