/** Measurements of a stream, by our RTMP listener or by the host's browser in the preview. Unknown is undefined. */
export interface StreamHealth {
  readonly codec?: string | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly fps?: number | undefined;
  readonly bitrateKbps?: number | undefined;
  readonly keyFrameIntervalS?: number | undefined;
  /** Frames lost in the last ten seconds. */
  readonly droppedFrames?: number | undefined;
  /** Unknown when the host's browser measures. */
  readonly droppedBy?: 'network' | 'encoder' | undefined;
  readonly reencoding?: boolean | undefined;
  /** Null: the stream has no audio. */
  readonly audioCodec?: string | null | undefined;
  /** The loudest sample of the last second, from 0 to 1. */
  readonly audioLevel?: number | undefined;
}

export interface Advice {
  readonly code: string;
  /** The audience sees or hears a problem; a hint would make the stream better. */
  readonly level: 'problem' | 'hint';
  readonly text: string;
}

/** The bitrate that suits each video height; a height between two counts as the larger one. */
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

/** Sentences of advice about a stream, problems first. An empty list means that the stream is fine. */
export function healthAdvice(health: StreamHealth): readonly Advice[] {
  const all = [...videoAdvice(health), ...audioAdvice(health)];
  return [...all.filter((one) => one.level === 'problem'), ...all.filter((one) => one.level === 'hint')];
}

const problem = (code: string, text: string): Advice => ({ code, level: 'problem', text });
const hint = (code: string, text: string): Advice => ({ code, level: 'hint', text });

function* videoAdvice(health: StreamHealth): Generator<Advice> {
  const { codec, fps, droppedFrames = 0, keyFrameIntervalS: interval, reencoding = false } = health;
  if (codec !== undefined && !/^(h\.?264|avc|vp8)$/i.test(codec))
    yield problem('codec', `Your encoder is sending ${codec}. Choose H.264 (x264, or your graphics card’s H.264).`);
  if (interval !== undefined && interval > keyFrameHintS) {
    const every = `Your encoder sends a keyframe every ${Math.round(interval)} seconds.`;
    const advice = 'Set the keyframe interval to 2 seconds, because new viewers see no video before the next one.';
    yield interval > keyFrameProblemS
      ? problem('key_frames', `${every} ${advice}`)
      : hint('key_frames', `${every} ${advice}`);
  }
  if (reencoding && !(interval !== undefined && interval > keyFrameProblemS))
    yield hint(
      'b_frames',
      'We are transcoding your video. 8-bit 4:2:0 H.264 without B-frames (tune “zerolatency”) passes through unchanged.',
    );
  if (fps !== undefined && droppedFrames > fps * 10 * droppedShareMax)
    yield problem('dropped', `${droppedFrames} frames were dropped in the last ten seconds. ${dropAdvice(health)}`);
  if (fps !== undefined && fps < smoothFps)
    yield hint('fps', `Your video runs at ${Math.round(fps)} frames per second. 30 looks smooth.`);
  yield* bitrateAdvice(health);
}

function dropAdvice({ droppedBy }: StreamHealth): string {
  return droppedBy === 'encoder'
    ? 'Your computer is too slow for these settings. Choose a faster preset, a smaller size or a lower frame rate.'
    : 'Your network is too slow. Lower the bitrate or use a wired connection.';
}

function* bitrateAdvice({ width, height, bitrateKbps }: StreamHealth): Generator<Advice> {
  if (width === undefined || height === undefined) return;
  // Portrait video counts by its short side, too.
  const lines = Math.min(width, height);
  const size = bitrates.find((one) => lines <= one.height);
  if (!size) {
    yield problem('size', `Your video is ${width} × ${height}. Send 1920 × 1080 or smaller.`);
    return;
  }
  if (bitrateKbps === undefined || bitrateKbps === 0) return;
  const advice = `${size.kbps / 1000} Mbps is right for ${size.height}p.`;
  if (bitrateKbps > size.kbps * tooHigh)
    yield hint(
      'bitrate_high',
      `Your bitrate is ${(bitrateKbps / 1000).toFixed(1)} Mbps. ${advice} A higher one causes buffering for some viewers.`,
    );
  if (bitrateKbps < size.kbps * tooLow)
    yield hint('bitrate_low', `Your bitrate is only ${(bitrateKbps / 1000).toFixed(1)} Mbps. ${advice}`);
}

function* audioAdvice({ audioCodec, audioLevel }: StreamHealth): Generator<Advice> {
  if (audioCodec === null) yield problem('no_sound', 'Your stream has no audio. Add an audio source in your encoder.');
  else if (audioLevel !== undefined && audioLevel < silentLevel)
    yield hint('silent', 'Your audio is silent. Check the microphone and its level in your encoder.');
  else if (audioLevel !== undefined && audioLevel >= clippingLevel)
    yield problem('clipping', 'Your audio is too loud and distorts. Lower its level in your encoder.');
}
