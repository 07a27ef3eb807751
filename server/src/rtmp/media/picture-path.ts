import { VideoReader } from '../flv/video-reader.ts';
import { readVideoTag, type VideoTag } from '../flv/video-tag.ts';
import { readAvcConfig } from '../h264/avc-config.ts';
import { type PictureForm, readSps } from '../h264/sps.ts';
import type { Recorder } from '../recording/recorder.ts';
import type { Ffmpeg } from './ffmpeg-child.ts';
import type { HealthMeter } from './health.ts';
import type { Picture } from './last-pictures.ts';
import { PictureSender } from './picture-sender.ts';
import { PictureReencoder } from './reencode-picture.ts';
import { sentences } from './sentences.ts';

const longSideMax = 1920;
const shortSideMax = 1088;
const keyFrameEveryMsMax = 4_000;
/** Frames come a little late. */
const keyFrameSlackMs = 250;
/** So long key frames must be regular before the picture passes through again; twice as long after each relapse. */
const regularForMs = 10_000;
const relapsesCountedMax = 5;
/** What every decoder in a browser plays. */
const levelMax = 52;
const reencoderRestMs = 2_000;

export interface PicturePathParts {
  readonly ffmpeg: Ffmpeg;
  readonly meter: HealthMeter;
  readonly send: (frame: Buffer, ms: number) => void;
  /** Gets the picture as it is sent, but where key frames are too rare to begin to play at. */
  readonly recorder: Pick<Recorder, 'describePicture' | 'picture'>;
  /** Encoding again costs a processor: whether there is one left for this picture. */
  readonly mayReencode: () => boolean;
  /** The encoder sends what we do not carry. */
  readonly refuse: (sentence: string) => void;
}

function isTooLarge({ width, height }: { width: number; height: number }): boolean {
  return Math.max(width, height) > longSideMax || Math.min(width, height) > shortSideMax;
}

/** Browsers take 8 bits, 4:2:0 and whole frames for granted; hardware decoders show nothing else. */
function whyUnplayable({ bitDepth, chroma, interlaced, level }: PictureForm): string | undefined {
  if (bitDepth > 8) return sentences.unplayable(`${bitDepth}-bit video`, '8 bits (NV12) as the color format');
  if (chroma !== '4:2:0') return sentences.unplayable(`${chroma} color`, '4:2:0 (NV12) as the color format');
  if (interlaced) return sentences.unplayable('interlaced video', 'progressive video');
  if (level > levelMax) return sentences.unplayable(`H.264 level ${level / 10}`, 'level 4.2 or lower');
  return undefined;
}

/** From a video message to the engine: as it is, or encoded again where viewers would suffer from it. */
export class PicturePath {
  /** Why the picture is encoded again. */
  why: string | undefined;
  private readonly sender: PictureSender;
  private readonly reader = new VideoReader();
  private readonly parts: PicturePathParts;
  private config: Buffer | undefined;
  private avcC: Buffer | undefined;
  /** While key frames were too rare: the newest one, and since which one they have been regular. */
  private lastKeyMs: number | undefined;
  private regularFromMs: number | undefined;
  private returns = 0;
  private form: PictureForm | undefined;
  private unplayable: string | undefined;
  private reencoder: PictureReencoder | undefined;
  private restUntil = 0;
  private lastMs = -1;

  constructor(parts: PicturePathParts) {
    this.parts = parts;
    this.sender = new PictureSender(parts.send);
  }

  get reencoding(): boolean {
    return this.reencoder !== undefined;
  }

  video(payload: Buffer, ms: number, now: number): void {
    for (const tag of this.reader.read(payload)) this.take(tag, ms, now);
  }

  private take(tag: VideoTag, ms: number, now: number): void {
    if (tag.kind === 'other_codec') this.parts.refuse(sentences.codec(tag.codec));
    else if (tag.kind === 'config') this.describe(tag.payload, tag.avcC);
    else if (tag.kind === 'frame' && this.config !== undefined) {
      // Neither an engine nor a file takes a picture from before the last one.
      const laterMs = Math.max(ms, this.lastMs + 1);
      this.lastMs = laterMs;
      this.parts.meter.picture(tag.payload.length, tag.key, laterMs, now);
      // Reordered pictures keep the time at which they are shown.
      const isReordered = tag.compositionMs !== 0 || (this.form?.reordered ?? 0) > 0;
      const compositionMs = tag.compositionMs - (isReordered ? laterMs - ms : 0);
      this.picture({ ...tag, compositionMs, ms: laterMs }, this.config, now);
    }
  }

  sendAgain(): void {
    this.sender.sendAgain();
  }

  close(): void {
    this.reencoder?.close();
  }

  private describe(payload: Buffer, avcC: Buffer): void {
    if (this.config?.equals(payload)) return;
    const forms = readAvcConfig(avcC).sps.map((sps) => readSps(sps));
    const form = forms[0]!;
    const tooLarge = forms.map(({ coded }) => coded).find(isTooLarge);
    if (tooLarge) {
      this.parts.refuse(sentences.tooLarge(Math.max(tooLarge.width, form.width), tooLarge.height));
      return;
    }
    this.avcC = Buffer.from(avcC);
    this.config = Buffer.from(payload);
    this.form = form;
    this.parts.meter.form = form;
    this.reencoder?.close();
    this.reencoder = undefined;
    this.unplayable = forms.map(whyUnplayable).find((why) => why !== undefined);
    const isReordered = forms.some(({ reordered }) => (reordered ?? 0) > 0);
    this.why = this.unplayable ?? (isReordered ? sentences.bFrames : undefined);
    this.sender.describe(avcC);
    if (!this.recordsEncoded) this.parts.recorder.describePicture(avcC);
  }

  /** The recording gets what viewers get: it could not be played from where they join, or not at all. */
  private get recordsEncoded(): boolean {
    return this.why !== undefined && (this.why === sentences.rareKeyFrames || this.why === this.unplayable);
  }

  private isRegularAgain(ms: number): boolean {
    const isLate = this.lastKeyMs === undefined || ms - this.lastKeyMs > keyFrameEveryMsMax + keyFrameSlackMs;
    this.lastKeyMs = ms;
    if (isLate) this.regularFromMs = ms;
    const neededMs = regularForMs * 2 ** Math.min(this.returns, relapsesCountedMax);
    return this.regularFromMs !== undefined && ms - this.regularFromMs >= neededMs;
  }

  private passThroughAgain(avcC: Buffer): void {
    this.returns += 1;
    this.reencoder?.close();
    this.reencoder = undefined;
    this.restUntil = 0;
    this.why = undefined;
    this.lastKeyMs = undefined;
    this.sender.describe(avcC);
    this.parts.recorder.describePicture(avcC);
  }

  private picture(picture: Picture, config: Buffer, now: number): void {
    this.why ??= this.whyReencode(picture);
    const isRare = this.why === sentences.rareKeyFrames;
    if (isRare && picture.key && this.avcC && this.isRegularAgain(picture.ms)) this.passThroughAgain(this.avcC);
    if (!this.recordsEncoded) this.parts.recorder.picture(picture);
    if (this.why === undefined) this.sender.picture(picture);
    else this.reencode(picture, config, now);
  }

  private whyReencode({ ms, compositionMs }: Picture): string | undefined {
    if (this.form?.reordered === undefined && compositionMs !== 0) return sentences.bFrames;
    return this.parts.meter.sinceKeyMs(ms) > keyFrameEveryMsMax + keyFrameSlackMs ? sentences.rareKeyFrames : undefined;
  }

  private reencode(picture: Picture, config: Buffer, now: number): void {
    if (this.reencoder === undefined && !this.parts.mayReencode()) {
      this.parts.refuse(sentences.transcodingFull);
      return;
    }
    if (this.reencoder?.ended !== false) {
      // The first time, the pictures since the last key frame are there to begin with; later, a key frame begins.
      const before = this.reencoder === undefined ? this.sender.last.all() : [];
      if (now < this.restUntil || (before.length === 0 && !picture.key)) return;
      this.restUntil = now + reencoderRestMs;
      const made: PictureReencoder = new PictureReencoder(this.parts.ffmpeg, config, this.sender.ms, (payload, ms) => {
        if (this.reencoder === made) this.made(payload, ms);
      });
      for (const one of before) made.picture(one);
      this.reencoder = made;
    }
    this.reencoder.picture(picture);
  }

  private made(payload: Buffer, ms: number): void {
    const tag = readVideoTag(payload);
    const recorder = this.recordsEncoded ? this.parts.recorder : undefined;
    if (tag.kind === 'config') {
      this.sender.describe(tag.avcC);
      recorder?.describePicture(tag.avcC);
    } else if (tag.kind === 'frame') {
      this.sender.picture({ ...tag, payload: Buffer.from(payload), ms });
      recorder?.picture({ ...tag, ms });
    }
  }
}
