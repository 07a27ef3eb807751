import { FlvReader } from '../flv/flv-reader.ts';
import { flvHead, flvTag } from '../flv/flv-writer.ts';
import { FfmpegChild, type Ffmpeg } from './ffmpeg-child.ts';
import type { Picture } from './last-pictures.ts';

const keyFrameEverySeconds = 2;
const framesPerSecondMax = 30;
const bitrateMax = '6M';

/** Fields become whole frames, and a size of odd numbers loses a line: 4:2:0 has none of them. */
const filters = (afterMs: number): string =>
  [`select=gt(t\\,${(afterMs / 1000).toFixed(3)})`, 'yadif=deint=interlaced', 'crop=trunc(iw/2)*2:trunc(ih/2)*2'].join(
    ',',
  );

/** Without B-frames, a key frame every two seconds, at most 1080p30 and 6 Mbps; the size stays. */
const words = (afterMs: number): readonly string[] =>
  [
    // The description says what is needed: a longer look would hold back the first seconds of a small picture.
    '-probesize 32 -analyzeduration 0 -f flv -i pipe:0',
    // What was shown already is decoded, not encoded again.
    `-copyts -map 0:v -vf ${filters(afterMs)} -vsync vfr -fpsmax ${framesPerSecondMax}`,
    '-pix_fmt yuv420p -c:v libx264 -preset superfast -tune zerolatency -profile:v high',
    `-crf 23 -maxrate ${bitrateMax} -bufsize ${bitrateMax} -g 600 -sc_threshold 0`,
    `-force_key_frames expr:if(isnan(prev_forced_t),1,gte(t,prev_forced_t+${keyFrameEverySeconds}))`,
    '-flush_packets 1 -flvflags no_duration_filesize -f flv pipe:1',
  ].flatMap((part) => part.split(' '));

/** A picture that browsers cannot show in time (B-frames), or that late viewers would wait for, transcoded. */
export class PictureReencoder {
  private readonly child: FfmpegChild;

  /** Pictures up to `afterMs` have been shown. What comes out is a video message again. */
  constructor(ffmpeg: Ffmpeg, config: Buffer, afterMs: number, onVideo: (payload: Buffer, ms: number) => void) {
    const flv = new FlvReader();
    this.child = new FfmpegChild(ffmpeg, words(afterMs), [(bytes) => flv.read(bytes, onVideo)]);
    this.child.write(flvHead('video'));
    this.child.write(flvTag('video', 0, config));
  }

  get ended(): boolean {
    return this.child.ended;
  }

  picture({ payload, ms }: Picture): void {
    this.child.write(flvTag('video', ms, payload));
  }

  close(): void {
    this.child.close();
  }
}
