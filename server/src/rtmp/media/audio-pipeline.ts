import { type AacPart, AacSound } from '../flv/aac-sound.ts';
import { readAudioTag } from '../flv/audio-tag.ts';
import { type AacForm, readAacConfig } from '../recording/aac-config.ts';
import type { Recorder } from '../recording/recorder.ts';
import { AudioTimeline } from './audio-timeline.ts';
import type { Ffmpeg } from './ffmpeg-child.ts';
import type { HealthMeter } from './health.ts';
import { sentences } from './sentences.ts';
import { SoundToOpus } from './sound-to-opus.ts';

export interface AudioPipelineParts {
  readonly ffmpeg: Ffmpeg;
  readonly meter: HealthMeter;
  readonly recorder: Pick<Recorder, 'describeSound' | 'frameOfSound'>;
  /** `at`: when the sound of this moment came from the encoder. */
  readonly send: (opus: Buffer, ms: number, at: number) => void;
}

/** From an audio message to the engine, as Opus, and to the recording, as it is. */
export class AudioPipeline {
  /** What the host must know about the sound. */
  problem: string | undefined;
  private readonly parts: AudioPipelineParts;
  private readonly opus: SoundToOpus;
  private readonly timeline = new AudioTimeline();
  private readonly aac = new AacSound();
  private form: AacForm | undefined;

  constructor(parts: AudioPipelineParts) {
    this.parts = parts;
    this.opus = new SoundToOpus(parts.ffmpeg, parts.send);
  }

  /** The loudest sample since it was last asked for, from 0 to 1. */
  takeLevel(): number | null {
    return this.opus.level.take();
  }

  audio(payload: Buffer, clockMs: number, now: number): void {
    const tag = readAudioTag(payload);
    if (tag.kind === 'nothing') return;
    const { meter } = this.parts;
    meter.sound(payload.length, now);
    meter.soundCodec = tag.kind === 'aac' ? 'AAC' : tag.codec;
    if (tag.kind === 'aac') for (const part of this.aac.read(tag)) this.take(part, clockMs, now);
    this.problem = tag.kind === 'aac' ? this.aacProblem(now) : sentences.audioCodec(tag.codec);
  }

  private take({ isConfig, data, payload }: AacPart, clockMs: number, now: number): void {
    const { recorder } = this.parts;
    if (isConfig) {
      this.form = readAacConfig(data);
      this.opus.describe(payload);
      recorder.describeSound(data);
    } else {
      const ms = this.timeline.place(clockMs, this.form);
      this.opus.sound(payload, ms, now);
      recorder.frameOfSound(data, ms);
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
