import { flvHead, flvTag } from '../flv/flv.ts';
import { BadStream } from '../protocol/bad-stream.ts';
import { FfmpegChild, type Ffmpeg } from './ffmpeg-child.ts';
import type { StreamFrame } from './health.ts';

const fileHeadBytes = 32;
const frameHeadBytes = 12;
const frameBytesMax = 2 * 1024 * 1024;

/** Frames out of an IVF file as it is written. Their times are in milliseconds. */
export class IvfReader {
  private rest = Buffer.alloc(0);
  private msPerTick: number | undefined;

  read(bytes: Buffer, onFrame: (frame: Buffer, ms: number) => void): void {
    let left = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes]);
    if (this.msPerTick === undefined && left.length >= fileHeadBytes) {
      if (left.toString('latin1', 0, 4) !== 'DKIF') throw new BadStream('the output is not IVF');
      this.msPerTick = (1000 * left.readUInt32LE(20)) / left.readUInt32LE(16);
      left = left.subarray(fileHeadBytes);
    }
    while (this.msPerTick !== undefined && left.length >= frameHeadBytes) {
      const length = left.readUInt32LE(0);
      if (length > frameBytesMax) throw new BadStream(`a frame of ${length} bytes`);
      if (left.length < frameHeadBytes + length) break;
      const ms = Math.round(Number(left.readBigUInt64LE(4)) * this.msPerTick);
      onFrame(Buffer.from(left.subarray(frameHeadBytes, frameHeadBytes + length)), ms);
      left = left.subarray(frameHeadBytes + length);
    }
    this.rest = Buffer.from(left);
  }
}

const longSideMax = 1280;
const shortSideMax = 720;
const keyFrameEverySeconds = 2;
/** A little shorter than a frame of 30 per second, because timestamps are whole milliseconds. */
const frameSecondsMin = 0.03;
const bitrate = '1800k';
const bitrateMax = '2500k';
const behindMsMax = 4_000;
/** At the start it catches up with the frames since the last key frame. */
const startMs = 5_000;

const smaller = `min(1\\,min(${longSideMax}/max(iw\\,ih)\\,${shortSideMax}/min(iw\\,ih)))`;
const even = (side: string): string => `trunc(${side}*${smaller}/2)*2`;

/** The times of the input are kept, and frames that would be more than 30 a second are left out. */
export const vp8Filters = (afterMs: number): string =>
  [
    `select=gt(t\\,${(afterMs / 1000).toFixed(3)})*(isnan(prev_selected_t)+gte(t-prev_selected_t\\,${frameSecondsMin}))`,
    `scale=${even('iw')}:${even('ih')}:flags=fast_bilinear`,
  ].join(',');

/**
 * One thread each: with more, libvpx waits for its threads in busy loops, which takes ten times as much where
 * processors are few (findings/libvpx-threads-spin.sh). A key frame every two seconds, because none can be asked for
 * through a pipe.
 */
const argsFor = (afterMs: number): readonly string[] =>
  [
    '-probesize 32 -analyzeduration 0 -threads 1 -f flv -i pipe:0',
    `-copyts -map 0:v -vf ${vp8Filters(afterMs)} -vsync vfr -enc_time_base 1:1000`,
    '-pix_fmt yuv420p -c:v libvpx -deadline realtime -cpu-used 8 -threads 1 -lag-in-frames 0 -error-resilient 1',
    `-b:v ${bitrate} -maxrate ${bitrateMax} -bufsize ${bitrateMax} -g 600`,
    `-force_key_frames expr:if(isnan(prev_forced_t),1,gte(t,prev_forced_t+${keyFrameEverySeconds}))`,
    '-flush_packets 1 -f ivf pipe:1',
  ].flatMap((part) => part.split(' '));

/** Encodes H.264 in VP8: at most 720p, 30 frames per second and 2.5 Mbps. */
export class Vp8Encoder {
  private readonly child: FfmpegChild;
  private readonly startedAt = performance.now();
  private writtenMs: number;
  private readMs: number;

  /** Frames up to `afterMs` are only decoded. */
  constructor(ffmpeg: Ffmpeg, avcC: Buffer, afterMs: number, onFrame: (frame: Buffer, ms: number) => void) {
    const ivf = new IvfReader();
    this.writtenMs = afterMs;
    this.readMs = afterMs;
    const output = (bytes: Buffer): void =>
      ivf.read(bytes, (frame, ms) => {
        this.readMs = ms;
        onFrame(frame, ms);
      });
    this.child = new FfmpegChild(ffmpeg, argsFor(afterMs), [output], 'background');
    this.child.write(flvHead('video'));
    this.child.write(flvTag('video', 0, Buffer.concat([Buffer.from([0x17, 0, 0, 0, 0]), avcC])));
  }

  get ended(): boolean {
    return this.child.ended;
  }

  write({ units, key, ms }: StreamFrame): void {
    this.writtenMs = ms;
    this.child.write(flvTag('video', ms, Buffer.concat([Buffer.from([key ? 0x17 : 0x27, 1, 0, 0, 0]), units])));
    const isStarting = performance.now() - this.startedAt < startMs;
    // Late video is worse than none.
    if (!isStarting && this.writtenMs - this.readMs > behindMsMax) this.close();
  }

  close(): void {
    this.child.close();
  }
}
