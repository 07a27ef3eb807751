import { VideoReader, readVideoTag, type VideoTag } from '../flv/video.ts';
import { readAvcConfig } from '../h264/units.ts';
import { type VideoInfo, readSps } from '../h264/sps.ts';
import type { Recorder } from '../recording/recorder.ts';
import type { Ffmpeg } from './ffmpeg-child.ts';
import type { HealthMeter, StreamFrame } from './health.ts';
import { VideoSender, VideoTranscoder } from './video-sender.ts';
import { sentences } from './sentences.ts';

const longSideMax = 1920;
const shortSideMax = 1088;
const keyFrameEveryMsMax = 4_000;
/** Tolerance for frames that are slightly late. */
const keyFrameSlackMs = 250;
/** Key frames must be regular for this long before transcoding stops; the time doubles after each relapse. */
const regularForMs = 10_000;
const relapsesCountedMax = 5;
/** Browsers' decoders play up to this H.264 level (times ten). */
const levelMax = 52;
const transcoderRestMs = 2_000;

export interface VideoPipelineParts {
  readonly ffmpeg: Ffmpeg;
  readonly meter: HealthMeter;
  readonly send: (frame: Buffer, ms: number) => void;
  /** Gets the original video, or the transcoded one when key frames are too rare or browsers could not play it. */
  readonly recorder: Pick<Recorder, 'describeVideo' | 'onVideo'>;
  /** Whether a processor is left for transcoding this stream. */
  readonly mayTranscode: () => boolean;
  /** Ends a stream that we do not support; the sentence says why. */
  readonly refuse: (sentence: string) => void;
}

function isTooLarge({ width, height }: { width: number; height: number }): boolean {
  return Math.max(width, height) > longSideMax || Math.min(width, height) > shortSideMax;
}

/** Browsers, and hardware decoders in particular, only play 8-bit progressive 4:2:0. */
function whyUnplayable({ bitDepth, chroma, interlaced, level }: VideoInfo): string | undefined {
  if (bitDepth > 8) return sentences.unplayable(`${bitDepth}-bit video`, '8 bits (NV12) as the color format');
  if (chroma !== '4:2:0') return sentences.unplayable(`${chroma} color`, '4:2:0 (NV12) as the color format');
  if (interlaced) return sentences.unplayable('interlaced video', 'progressive video');
  if (level > levelMax) return sentences.unplayable(`H.264 level ${level / 10}`, 'level 4.2 or lower');
  return undefined;
}

/** Sends video to the engine unchanged, or transcoded when viewers could not play it well. */
export class VideoPipeline {
  /** Why the video is transcoded, as a sentence for the host; undefined when it passes through. */
  transcodingReason: string | undefined;
  readonly sender: VideoSender;
  private readonly reader = new VideoReader();
  private readonly parts: VideoPipelineParts;
  private config: Buffer | undefined;
  private avcC: Buffer | undefined;
  /** While key frames are too rare: the newest one, and the first of those that have been regular since. */
  private lastKeyMs: number | undefined;
  private regularFromMs: number | undefined;
  private returns = 0;
  private info: VideoInfo | undefined;
  private unplayable: string | undefined;
  private transcoder: VideoTranscoder | undefined;
  private restUntil = 0;
  private lastMs = -1;

  constructor(parts: VideoPipelineParts) {
    this.parts = parts;
    this.sender = new VideoSender(parts.send);
  }

  get isTranscoding(): boolean {
    return this.transcoder !== undefined;
  }

  onMessage(payload: Buffer, ms: number, now: number): void {
    for (const tag of this.reader.read(payload)) this.onTag(tag, ms, now);
  }

  private onTag(tag: VideoTag, ms: number, now: number): void {
    if (tag.kind === 'other_codec') this.parts.refuse(sentences.codec(tag.codec));
    else if (tag.kind === 'config') this.describe(tag.payload, tag.avcC);
    else if (tag.kind === 'frame' && this.config !== undefined) {
      // Engine and file need rising timestamps.
      const laterMs = Math.max(ms, this.lastMs + 1);
      this.lastMs = laterMs;
      this.parts.meter.onVideo(tag.payload.length, tag.key, laterMs, now);
      // Reordered frames keep their presentation time.
      const isReordered = tag.compositionMs !== 0 || (this.info?.reordered ?? 0) > 0;
      const compositionMs = tag.compositionMs - (isReordered ? laterMs - ms : 0);
      this.onFrame({ ...tag, compositionMs, ms: laterMs }, this.config, now);
    }
  }

  resendSinceKeyFrame(): void {
    this.sender.resendSinceKeyFrame();
  }

  close(): void {
    this.transcoder?.close();
  }

  private describe(payload: Buffer, avcC: Buffer): void {
    if (this.config?.equals(payload)) return;
    const infos = readAvcConfig(avcC).sps.map((sps) => readSps(sps));
    const info = infos[0]!;
    const tooLarge = infos.map(({ coded }) => coded).find(isTooLarge);
    if (tooLarge) {
      this.parts.refuse(sentences.tooLarge(Math.max(tooLarge.width, info.width), tooLarge.height));
      return;
    }
    this.avcC = Buffer.from(avcC);
    this.config = Buffer.from(payload);
    this.info = info;
    this.parts.meter.videoInfo = info;
    this.transcoder?.close();
    this.transcoder = undefined;
    this.unplayable = infos.map(whyUnplayable).find((why) => why !== undefined);
    const isReordered = infos.some(({ reordered }) => (reordered ?? 0) > 0);
    this.transcodingReason = this.unplayable ?? (isReordered ? sentences.bFrames : undefined);
    this.sender.describe(avcC);
    if (!this.recordsTranscoded) this.parts.recorder.describeVideo(avcC);
  }

  /**
   * Original video with rare key frames, or that browsers cannot play, would make a recording that cannot be played.
   */
  private get recordsTranscoded(): boolean {
    return (
      this.transcodingReason !== undefined &&
      (this.transcodingReason === sentences.rareKeyFrames || this.transcodingReason === this.unplayable)
    );
  }

  private hasRegularKeyFrames(ms: number): boolean {
    const isLate = this.lastKeyMs === undefined || ms - this.lastKeyMs > keyFrameEveryMsMax + keyFrameSlackMs;
    this.lastKeyMs = ms;
    if (isLate) this.regularFromMs = ms;
    const neededMs = regularForMs * 2 ** Math.min(this.returns, relapsesCountedMax);
    return this.regularFromMs !== undefined && ms - this.regularFromMs >= neededMs;
  }

  private resumePassThrough(avcC: Buffer): void {
    this.returns += 1;
    this.transcoder?.close();
    this.transcoder = undefined;
    this.restUntil = 0;
    this.transcodingReason = undefined;
    this.lastKeyMs = undefined;
    this.sender.describe(avcC);
    this.parts.recorder.describeVideo(avcC);
  }

  private onFrame(frame: StreamFrame, config: Buffer, now: number): void {
    this.transcodingReason ??= this.whyTranscode(frame);
    const isRare = this.transcodingReason === sentences.rareKeyFrames;
    if (isRare && frame.key && this.avcC && this.hasRegularKeyFrames(frame.ms)) this.resumePassThrough(this.avcC);
    if (!this.recordsTranscoded) this.parts.recorder.onVideo(frame);
    if (this.transcodingReason === undefined) this.sender.sendFrame(frame);
    else this.transcode(frame, config, now);
  }

  private whyTranscode({ ms, compositionMs }: StreamFrame): string | undefined {
    if (this.info?.reordered === undefined && compositionMs !== 0) return sentences.bFrames;
    return this.parts.meter.sinceKeyMs(ms) > keyFrameEveryMsMax + keyFrameSlackMs ? sentences.rareKeyFrames : undefined;
  }

  private transcode(frame: StreamFrame, config: Buffer, now: number): void {
    if (this.transcoder === undefined && !this.parts.mayTranscode()) {
      this.parts.refuse(sentences.transcodingFull);
      return;
    }
    if (this.transcoder?.ended !== false) {
      // The first transcoder starts from the frames since the last key frame; a later one waits for a key frame.
      const before = this.transcoder === undefined ? this.sender.sinceKeyFrame.all() : [];
      if (now < this.restUntil || (before.length === 0 && !frame.key)) return;
      this.restUntil = now + transcoderRestMs;
      const onTranscoded: VideoTranscoder = new VideoTranscoder(
        this.parts.ffmpeg,
        config,
        this.sender.ms,
        (payload, ms) => {
          if (this.transcoder === onTranscoded) this.made(payload, ms);
        },
      );
      for (const one of before) onTranscoded.write(one);
      this.transcoder = onTranscoded;
    }
    this.transcoder.write(frame);
  }

  private made(payload: Buffer, ms: number): void {
    const tag = readVideoTag(payload);
    const recorder = this.recordsTranscoded ? this.parts.recorder : undefined;
    if (tag.kind === 'config') {
      this.sender.describe(tag.avcC);
      recorder?.describeVideo(tag.avcC);
    } else if (tag.kind === 'frame') {
      this.sender.sendFrame({ ...tag, payload: Buffer.from(payload), ms });
      recorder?.onVideo({ ...tag, ms });
    }
  }
}
