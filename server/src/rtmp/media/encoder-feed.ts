import type { RtmpMessage } from '../protocol/chunk-reader.ts';
import type { Door } from '../whip/door.ts';
import { EngineLink } from '../whip/engine-link.ts';
import type { Ffmpeg } from './ffmpeg-child.ts';
import { MediaPipeline } from './media-pipeline.ts';
import { sentences } from './sentences.ts';

const tellEveryMs = 1_000;
const patienceMs = 4_000;
const slowPictureMs = 2_000;

export interface FeedParts {
  readonly door: Door;
  readonly ffmpeg: Ffmpeg;
  readonly key: string;
  readonly mayReencode: () => boolean;
  /** The encoder sends what we do not carry, and the host was told. */
  readonly refuse: (sentence: string) => void;
  /** The encoder has to go; the sentence says why. */
  readonly cut: (sentence: string) => void;
}

/** One encoder's picture and sound on their way to the video engine, and what is told about them. */
export class EncoderFeed {
  /** Of the last picture or sound. */
  lastMediaAt = performance.now();
  readonly link: EngineLink;
  private readonly parts: FeedParts;
  private readonly openedAt = performance.now();
  private readonly media: MediaPipeline;
  private timer: NodeJS.Timeout | undefined;
  private refusal: string | undefined;
  private closing: Promise<void> | undefined;
  /** Reports are numbered: an answer that was overtaken by a newer one is out of date. */
  private reports = 0;
  private newestAnswer = 0;

  constructor(parts: FeedParts) {
    this.parts = parts;
    this.link = new EngineLink({
      door: parts.door,
      key: parts.key,
      onKeyFrameWanted: () => this.media.pictures.sendAgain(),
      cut: parts.cut,
    });
    this.media = new MediaPipeline({
      ffmpeg: parts.ffmpeg,
      mayReencode: parts.mayReencode,
      sendPicture: (frame, ms) => this.link.peer?.sendPicture(frame, ms),
      sendSound: (opus, ms, at) => this.link.peer?.sendSound(opus, ms, at),
      keep: (piece) => this.link.keep(piece),
      refuse: (sentence) => void this.refuse(sentence),
    });
  }

  /** Asks the door with the key. Throws `Refused`. */
  async open(replaces: string | undefined): Promise<void> {
    await this.link.open(replaces);
    this.timer = setInterval(() => void this.tell(), tellEveryMs);
  }

  get reencoding(): boolean {
    return this.media.pictures.reencoding;
  }

  /** It sent a picture that is carried, and nothing that is not. */
  get isGood(): boolean {
    return this.refusal === undefined && this.media.meter.form !== undefined;
  }

  take(message: RtmpMessage): void {
    if (this.refusal !== undefined || this.closing !== undefined) return;
    if (message.payload.length === 0) return;
    const now = performance.now();
    this.lastMediaAt = now;
    this.media.take(message, now);
  }

  close(): Promise<void> {
    clearInterval(this.timer);
    // The last pieces of a recording are stored under the session.
    this.closing ??= this.media.close().then(() => this.link.close());
    return this.closing;
  }

  /** The host hears of it before the encoder goes. */
  private async refuse(sentence: string): Promise<void> {
    if (this.refusal !== undefined) return;
    this.refusal = sentence;
    await this.tell();
    this.parts.refuse(sentence);
  }

  private async tell(): Promise<void> {
    const now = performance.now();
    const { meter, audio, pictures, recorder } = this.media;
    this.reports += 1;
    const report = this.reports;
    const health = meter.report(now, audio.takeLevel(), pictures.why !== undefined, this.problem(now));
    const refused = this.refusal === undefined ? {} : { refused: true };
    const wanted = await this.link.tell({ ...health, ...refused });
    // An app that did not answer changes nothing.
    if (wanted === undefined || this.closing !== undefined || report < this.newestAnswer) return;
    this.newestAnswer = report;
    recorder.recording = wanted.recording;
  }

  private problem(now: number): string | undefined {
    if (this.refusal !== undefined) return this.refusal;
    const { meter, audio, pictures, recorder } = this.media;
    const missing = (at: number | undefined): boolean => now - (at ?? this.openedAt) > patienceMs;
    const { lastPictureAt, lastSoundAt } = meter;
    if (missing(lastPictureAt)) return lastPictureAt === undefined ? sentences.noVideo : sentences.lowFrameRate;
    if (lastPictureAt !== undefined && now - lastPictureAt > slowPictureMs) return sentences.lowFrameRate;
    if (recorder.stuck) return sentences.notStored;
    return audio.problem ?? (missing(lastSoundAt) ? sentences.noAudio : pictures.why);
  }
}
