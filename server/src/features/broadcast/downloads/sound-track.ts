import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { FfmpegProgram } from '../../../ports/rtmp-ingest.ts';
import { type RunningFfmpeg, startFfmpeg } from './run-ffmpeg.ts';
import { soundForm } from './scene-args.ts';

const silenceBytesMax = 1024 * 1024;
const bytesOf = (samples: number): number => samples * soundForm.channels * soundForm.sampleBytes;

/**
 * The sound of a whole video in one file, encoded without a break while its scenes are made: an encoder that began
 * again with each scene would be heard there.
 */
export class SoundTrack {
  private readonly encoder: RunningFfmpeg;
  private readonly signal: AbortSignal;

  constructor(ffmpeg: FfmpegProgram, into: string, signal: AbortSignal) {
    const { rate, channels } = soundForm;
    const input = ['-f', 's16le', '-ar', String(rate), '-ac', String(channels), '-i', 'pipe:0'];
    this.signal = signal;
    this.encoder = startFfmpeg(ffmpeg, [...input, '-c:a', 'aac', '-b:a', '128k', '-f', 'mp4', into], signal);
    this.encoder.output.resume();
  }

  /** Takes so many samples of a scene; what is missing of them becomes silence. */
  async take(sound: Readable, samples: number): Promise<void> {
    let left = bytesOf(samples);
    // Read to its end, or its program would wait.
    for await (const bytes of sound as AsyncIterable<Buffer>) {
      const taken = bytes.subarray(0, left);
      left -= taken.length;
      await this.write(taken);
    }
    await this.fill(left);
  }

  silence(samples: number): Promise<void> {
    return this.fill(bytesOf(samples));
  }

  /** Resolves when the file is complete. */
  async end(): Promise<void> {
    this.encoder.input.end();
    await this.encoder.ended;
  }

  private async fill(bytes: number): Promise<void> {
    for (let left = bytes; left > 0; left -= silenceBytesMax)
      await this.write(Buffer.alloc(Math.min(left, silenceBytesMax)));
  }

  private async write(bytes: Buffer): Promise<void> {
    const { input, ended } = this.encoder;
    if (bytes.length === 0 || input.write(bytes)) return;
    // An encoder that has ended says why, and takes no more.
    await Promise.race([once(input, 'drain', { signal: this.signal }), ended.then(() => Promise.reject(gone))]);
  }
}

const gone = new Error('the encoder of the sound ended before the sound did');
