import { annexB, readAvcConfig, type AvcConfig } from '../h264/units.ts';
import { FramesSinceKeyFrame, type StreamFrame } from './health.ts';
import { FlvReader, flvHead, flvTag } from '../flv/flv.ts';
import { FfmpegChild, type Ffmpeg } from './ffmpeg-child.ts';

/** Sends frames with rising timestamps, and resends those since the last key frame to a new engine connection. */
export class VideoSender {
  readonly sinceKeyFrame = new FramesSinceKeyFrame();
  /** Timestamp of the last frame sent. */
  ms = -1;
  /** Describes the frames since the last key frame. */
  avcC: Buffer | undefined;
  /** Called with each frame once, however often it is sent again. */
  onSent: (frame: StreamFrame) => void = () => undefined;
  private config: AvcConfig | undefined;
  private readonly send: (frame: Buffer, ms: number) => void;

  constructor(send: (frame: Buffer, ms: number) => void) {
    this.send = send;
  }

  describe(avcC: Buffer): void {
    this.avcC = Buffer.from(avcC);
    this.config = readAvcConfig(avcC);
    this.sinceKeyFrame.clear();
  }

  sendFrame(frame: StreamFrame): void {
    if (this.config === undefined) return;
    this.ms = Math.max(this.ms + 1, frame.ms);
    const sent = { ...frame, ms: this.ms };
    this.sinceKeyFrame.add(sent);
    this.send(annexB(frame.units, this.config, frame.key), this.ms);
    this.onSent(sent);
  }

  /** Uses new timestamps, because receivers discard frames from the past. */
  resendSinceKeyFrame(): void {
    if (this.config === undefined) return;
    for (const { units, key } of this.sinceKeyFrame.all()) {
      this.ms += 1;
      this.send(annexB(units, this.config, key), this.ms);
    }
  }
}

const keyFrameEverySeconds = 2;
const framesPerSecondMax = 30;
const bitrateMax = '6M';

/** Deinterlaces, and crops odd sizes by one line because 4:2:0 needs even ones. */
const filters = (afterMs: number): string =>
  [`select=gt(t\\,${(afterMs / 1000).toFixed(3)})`, 'yadif=deint=interlaced', 'crop=trunc(iw/2)*2:trunc(ih/2)*2'].join(
    ',',
  );

/** No B-frames, a key frame every two seconds, at most 30 frames per second and 6 Mbps; the size is unchanged. */
const argsFor = (afterMs: number): readonly string[] =>
  [
    // The decoder configuration comes first, so probing for longer would only delay the first seconds.
    '-probesize 32 -analyzeduration 0 -f flv -i pipe:0',
    // Frames that viewers have already seen are decoded but not encoded.
    `-copyts -map 0:v -vf ${filters(afterMs)} -vsync vfr -fpsmax ${framesPerSecondMax}`,
    '-pix_fmt yuv420p -c:v libx264 -preset superfast -tune zerolatency -profile:v high',
    `-crf 23 -maxrate ${bitrateMax} -bufsize ${bitrateMax} -g 600 -sc_threshold 0`,
    `-force_key_frames expr:if(isnan(prev_forced_t),1,gte(t,prev_forced_t+${keyFrameEverySeconds}))`,
    '-flush_packets 1 -flvflags no_duration_filesize -f flv pipe:1',
  ].flatMap((part) => part.split(' '));

/** Transcodes video that browsers cannot show in time (B-frames) or that new viewers would have to wait for. */
export class VideoTranscoder {
  private readonly child: FfmpegChild;

  /** Frames up to `afterMs` have been shown. The output is FLV video messages. */
  constructor(ffmpeg: Ffmpeg, config: Buffer, afterMs: number, onVideo: (payload: Buffer, ms: number) => void) {
    const flv = new FlvReader();
    this.child = new FfmpegChild(ffmpeg, argsFor(afterMs), [(bytes) => flv.read(bytes, onVideo)]);
    this.child.write(flvHead('video'));
    this.child.write(flvTag('video', 0, config));
  }

  get ended(): boolean {
    return this.child.ended;
  }

  write({ payload, ms }: StreamFrame): void {
    this.child.write(flvTag('video', ms, payload));
  }

  close(): void {
    this.child.close();
  }
}
