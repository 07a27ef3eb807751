/** What is measured of a stream: by our listener, or by the host's browser in the preview. Unknown is undefined. */
export interface StreamHealth {
  readonly codec?: string | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly fps?: number | undefined;
  readonly bitrateKbps?: number | undefined;
  readonly keyFrameIntervalS?: number | undefined;
  /** Frames lost in the last ten seconds. */
  readonly droppedFrames?: number | undefined;
  /** Unknown where the host's browser measures. */
  readonly droppedBy?: 'network' | 'encoder' | undefined;
  readonly reencoding?: boolean | undefined;
  /** Null: the stream has no sound. */
  readonly audioCodec?: string | null | undefined;
  /** The loudest sample of the last second, from 0 to 1. */
  readonly audioLevel?: number | undefined;
}

export interface Advice {
  readonly code: string;
  /** A problem is seen or heard by the audience; a hint makes the stream better. */
  readonly level: 'problem' | 'hint';
  readonly text: string;
}

/** What a size needs. Between the sizes the next larger one counts. */
const bitrates = [
  { height: 360, kbps: 800 },
  { height: 480, kbps: 1200 },
  { height: 720, kbps: 2500 },
  { height: 1080, kbps: 6000 },
] as const;
const keyFrameHintS = 2.5;
const keyFrameProblemS = 4;
const droppedShareMax = 0.01;
const smoothFps = 20;
const silentLevel = 0.001;
const clippingLevel = 0.99;
const tooLow = 0.4;
const tooHigh = 1.6;

/** Plain sentences about a stream, the worst first. Nothing to say means that it is fine. */
export function healthAdvice(health: StreamHealth): readonly Advice[] {
  const all = [...pictureAdvice(health), ...soundAdvice(health)];
  return [...all.filter((one) => one.level === 'problem'), ...all.filter((one) => one.level === 'hint')];
}

const problem = (code: string, text: string): Advice => ({ code, level: 'problem', text });
const hint = (code: string, text: string): Advice => ({ code, level: 'hint', text });

function* pictureAdvice(health: StreamHealth): Generator<Advice> {
  const { codec, fps, droppedFrames = 0, keyFrameIntervalS: interval, reencoding = false } = health;
  if (codec !== undefined && !/^(h\.?264|avc|vp8)$/i.test(codec))
    yield problem('codec', `The encoder sends ${codec}. Choose H.264 (x264, or your graphics card’s H.264).`);
  if (interval !== undefined && interval > keyFrameHintS) {
    const every = `A key frame comes every ${Math.round(interval)} seconds.`;
    const wish = 'Set the key frame interval to 2 seconds: whoever joins sees the picture only then.';
    yield interval > keyFrameProblemS
      ? problem('key_frames', `${every} ${wish}`)
      : hint('key_frames', `${every} ${wish}`);
  }
  if (reencoding && !(interval !== undefined && interval > keyFrameProblemS))
    yield hint(
      'b_frames',
      'We are transcoding your video. H.264 with 8 bits, 4:2:0 and no B-frames (tune “zerolatency”) passes through as it is.',
    );
  if (fps !== undefined && droppedFrames > fps * 10 * droppedShareMax)
    yield problem('dropped', `${droppedFrames} frames were lost in the last ten seconds. ${dropAdvice(health)}`);
  if (fps !== undefined && fps < smoothFps)
    yield hint('fps', `The picture has ${Math.round(fps)} frames a second. 30 look smooth.`);
  yield* bitrateAdvice(health);
}

function dropAdvice({ droppedBy }: StreamHealth): string {
  return droppedBy === 'encoder'
    ? 'The sending computer is too slow for these settings. Choose a faster preset, a smaller size or fewer frames a second.'
    : 'The network is too slow. Lower the bitrate, or use a cable.';
}

function* bitrateAdvice({ width, height, bitrateKbps }: StreamHealth): Generator<Advice> {
  if (width === undefined || height === undefined) return;
  // A picture that stands upright counts by its short side, too.
  const lines = Math.min(width, height);
  const size = bitrates.find((one) => lines <= one.height);
  if (!size) {
    yield problem('size', `The picture is ${width} × ${height}. Send 1920 × 1080 or smaller.`);
    return;
  }
  if (bitrateKbps === undefined || bitrateKbps === 0) return;
  const wish = `${size.kbps / 1000} Mbps suit ${size.height}p.`;
  if (bitrateKbps > size.kbps * tooHigh)
    yield hint(
      'bitrate_high',
      `The stream has ${(bitrateKbps / 1000).toFixed(1)} Mbps. ${wish} More makes some viewers wait.`,
    );
  if (bitrateKbps < size.kbps * tooLow)
    yield hint('bitrate_low', `The stream has only ${(bitrateKbps / 1000).toFixed(1)} Mbps. ${wish}`);
}

function* soundAdvice({ audioCodec, audioLevel }: StreamHealth): Generator<Advice> {
  if (audioCodec === null) yield problem('no_sound', 'The stream has no sound. Add an audio source in the encoder.');
  else if (audioLevel !== undefined && audioLevel < silentLevel)
    yield hint('silent', 'The sound is silent. Check the microphone and its level in the encoder.');
  else if (audioLevel !== undefined && audioLevel >= clippingLevel)
    yield problem('clipping', 'The sound is too loud and distorts. Lower its level in the encoder.');
}
