import { readAacConfig, type AacInfo } from '../recording/aac-config.ts';
import { AacReader, readAudioTag, type AacMessage } from '../flv/audio.ts';
import type { Recorder } from '../recording/recorder.ts';
import type { Ffmpeg } from './ffmpeg-child.ts';
import type { HealthMeter } from './health.ts';
import { sentences } from './sentences.ts';
import { AacToOpusTranscoder } from './aac-to-opus.ts';

/** A frame this much later than the end of the previous one follows a gap. */
const gapMsMin = 40;
const forwardShare = 1 / 2;
/** Some encoders give a group of frames one timestamp or step back, so early timestamps only correct slow drift. */
const backShare = 1 / 2_048;

/**
 * Places AAC frames one after the other. Frames have a fixed length and timestamps in whole milliseconds at best. A
 * timestamp that steps back never makes a frame begin before the previous one.
 */
class AudioTimeline {
  private lastMs: number | undefined;

  place(ms: number, form: Pick<AacInfo, 'frameSamples' | 'sampleRate'> | undefined): number {
    const frameMs = form === undefined ? 0 : (form.frameSamples * 1000) / form.sampleRate;
    this.lastMs = this.lastMs === undefined ? ms : this.next(ms, this.lastMs, frameMs);
    return this.lastMs;
  }

  private next(ms: number, lastMs: number, frameMs: number): number {
    const expected = lastMs + frameMs;
    const late = ms - expected;
    if (late > gapMsMin) return ms;
    return expected + (late > 0 ? late * forwardShare : Math.max(late * backShare, -frameMs / 2));
  }
}

export interface AudioPipelineParts {
  readonly ffmpeg: Ffmpeg;
  readonly meter: HealthMeter;
  readonly recorder: Pick<Recorder, 'describeAudio' | 'onAudio'>;
  /** `at`: when the audio of this timestamp arrived from the encoder. */
  readonly send: (opus: Buffer, ms: number, at: number) => void;
}

/** Sends audio to the engine as Opus and to the recording unchanged. */
export class AudioPipeline {
  /** A sentence for the host about a problem with the audio. */
  problem: string | undefined;
  private readonly parts: AudioPipelineParts;
  private readonly opus: AacToOpusTranscoder;
  private readonly timeline = new AudioTimeline();
  private readonly aac = new AacReader();
  private info: AacInfo | undefined;

  constructor(parts: AudioPipelineParts) {
    this.parts = parts;
    this.opus = new AacToOpusTranscoder(parts.ffmpeg, parts.send);
  }

  /** Peak level since the last call, from 0 to 1; null when there was no audio. */
  takeLevel(): number | null {
    return this.opus.level.take();
  }

  onMessage(payload: Buffer, clockMs: number, now: number): void {
    const tag = readAudioTag(payload);
    if (tag.kind === 'nothing') return;
    const { meter } = this.parts;
    meter.onAudio(payload.length, now);
    meter.audioCodec = tag.kind === 'aac' ? 'AAC' : tag.codec;
    if (tag.kind === 'aac') for (const part of this.aac.read(tag)) this.onAac(part, clockMs, now);
    this.problem = tag.kind === 'aac' ? this.aacProblem(now) : sentences.audioCodec(tag.codec);
  }

  private onAac({ isConfig, data, payload }: AacMessage, clockMs: number, now: number): void {
    const { recorder } = this.parts;
    if (isConfig) {
      this.info = readAacConfig(data);
      this.opus.describe(payload);
      recorder.describeAudio(data);
    } else {
      const ms = this.timeline.place(clockMs, this.info);
      this.opus.write(payload, ms, now);
      recorder.onAudio(data, ms);
    }
  }

  private aacProblem(now: number): string | undefined {
    if (this.aac.isUndescribed) return sentences.audioNotDescribed;
    return this.opus.isSilent(now) ? sentences.noOpus : undefined;
  }

  close(): void {
    this.opus.close();
  }
}
