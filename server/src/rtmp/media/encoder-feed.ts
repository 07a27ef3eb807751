import { readAudioTag } from '../flv/audio-tag.ts';
import { messageType } from '../protocol/message-types.ts';
import type { RtmpMessage } from '../protocol/chunk-reader.ts';
import type { Door } from '../whip/door.ts';
import { Recorder } from '../recording/recorder.ts';
import { EngineLink } from '../whip/engine-link.ts';
import type { Ffmpeg } from './ffmpeg-child.ts';
import { HealthMeter } from './health.ts';
import { MediaClock } from './media-clock.ts';
import { PicturePath } from './picture-path.ts';
import { sentences } from './sentences.ts';
import { SoundToOpus } from './sound-to-opus.ts';

const tellEveryMs = 1_000;
const patienceMs = 4_000;
const slowPictureMs = 2_000;

export interface FeedParts {
  readonly door: Door;
  readonly ffmpeg: Ffmpeg;
  readonly key: string;
  readonly mayReencode: () => boolean;
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
  private readonly clock = new MediaClock();
  private readonly meter = new HealthMeter();
  private readonly pictures: PicturePath;
  private readonly sound: SoundToOpus;
  private readonly recorder: Recorder;
  private timer: NodeJS.Timeout | undefined;
  private refusal: string | undefined;
  private soundProblem: string | undefined;
  private closing: Promise<void> | undefined;

  constructor(parts: FeedParts) {
    this.parts = parts;
    this.link = new EngineLink({
      door: parts.door,
      key: parts.key,
      onKeyFrameWanted: () => this.pictures.sendAgain(),
      cut: parts.cut,
    });
    this.recorder = new Recorder((piece) => this.link.keep(piece));
    this.pictures = new PicturePath({
      ffmpeg: parts.ffmpeg,
      recorder: this.recorder,
      meter: this.meter,
      mayReencode: parts.mayReencode,
      send: (frame, ms) => this.link.peer?.sendPicture(frame, ms),
      refuse: (sentence) => void this.refuse(sentence),
    });
    this.sound = new SoundToOpus(parts.ffmpeg, (opus, ms, at) => this.link.peer?.sendSound(opus, ms, at));
  }

  /** Asks the door with the key. Throws `Refused`. */
  async open(replaces: string | undefined): Promise<void> {
    await this.link.open(replaces);
    this.timer = setInterval(() => void this.tell(), tellEveryMs);
  }

  get reencoding(): boolean {
    return this.pictures.reencoding;
  }

  take({ type, timestamp, payload }: RtmpMessage): void {
    if (this.refusal !== undefined || this.closing !== undefined) return;
    if (payload.length === 0) return;
    const now = performance.now();
    this.lastMediaAt = now;
    const ms = this.clock.at(timestamp, now);
    if (type === messageType.video) this.pictures.video(payload, ms, now);
    else this.hear(payload, ms, now);
  }

  close(): Promise<void> {
    clearInterval(this.timer);
    this.pictures.close();
    this.sound.close();
    // The last pieces of a recording are stored under the session.
    this.closing ??= this.recorder.close().then(() => this.link.close());
    return this.closing;
  }

  private hear(payload: Buffer, ms: number, now: number): void {
    const tag = readAudioTag(payload);
    if (tag.kind === 'nothing') return;
    this.meter.sound(payload.length, now);
    this.meter.soundCodec = tag.kind === 'aac' ? 'AAC' : tag.codec;
    this.soundProblem = tag.kind === 'aac' ? undefined : sentences.soundCodec(tag.codec);
    if (tag.kind !== 'aac') return;
    const bytes = payload.subarray(2);
    if (tag.config) {
      this.sound.describe(payload);
      this.recorder.describeSound(bytes);
    } else {
      this.sound.sound(payload, ms, now);
      this.recorder.frameOfSound(bytes, ms);
    }
  }

  /** The host hears of it before the encoder goes. */
  private async refuse(sentence: string): Promise<void> {
    if (this.refusal !== undefined) return;
    this.refusal = sentence;
    await this.tell();
    this.parts.cut(sentence);
  }

  private async tell(): Promise<void> {
    const now = performance.now();
    const reencoding = this.pictures.why !== undefined;
    const wanted = await this.link.tell(this.meter.report(now, this.sound.level.take(), reencoding, this.problem(now)));
    // An app that did not answer changes nothing.
    if (wanted && this.closing === undefined) this.recorder.recording = wanted.recording;
  }

  private problem(now: number): string | undefined {
    if (this.refusal !== undefined) return this.refusal;
    const missing = (at: number | undefined): boolean => now - (at ?? this.openedAt) > patienceMs;
    const { lastPictureAt, lastSoundAt } = this.meter;
    if (missing(lastPictureAt)) return lastPictureAt === undefined ? sentences.noPicture : sentences.fewPictures;
    if (lastPictureAt !== undefined && now - lastPictureAt > slowPictureMs) return sentences.fewPictures;
    if (this.recorder.stuck) return sentences.notKept;
    return this.soundProblem ?? (missing(lastSoundAt) ? sentences.noSound : this.pictures.why);
  }
}
