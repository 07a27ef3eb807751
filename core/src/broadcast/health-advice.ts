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
  readonly code:
    | 'codec'
    | 'key_frames'
    | 'b_frames'
    | 'dropped_by_encoder'
    | 'dropped_by_network'
    | 'fps'
    | 'size'
    | 'bitrate_high'
    | 'bitrate_low'
    | 'no_sound'
    | 'silent'
    | 'clipping';
  /** The audience sees or hears a problem; a hint would make the stream better. */
  readonly level: 'problem' | 'hint';
  /** For its sentence: seconds between keyframes, frames, frames per second, pixels, or megabits per second. */
  readonly values: Readonly<Record<string, string | number>>;
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

/** Advice about a stream, problems first. An empty list means that the stream is fine. */
export function healthAdvice(health: StreamHealth): readonly Advice[] {
  const all = [...videoAdvice(health), ...audioAdvice(health)];
  return [...all.filter((one) => one.level === 'problem'), ...all.filter((one) => one.level === 'hint')];
}

const problem = (code: Advice['code'], values: Advice['values'] = {}): Advice => ({ code, level: 'problem', values });
const hint = (code: Advice['code'], values: Advice['values'] = {}): Advice => ({ code, level: 'hint', values });

function* videoAdvice(health: StreamHealth): Generator<Advice> {
  const { codec, fps, droppedFrames = 0, droppedBy, keyFrameIntervalS: interval, reencoding = false } = health;
  if (codec !== undefined && !/^(h\.?264|avc|vp8)$/i.test(codec)) yield problem('codec', { codec });
  if (interval !== undefined && interval > keyFrameHintS)
    yield (interval > keyFrameProblemS ? problem : hint)('key_frames', { seconds: Math.round(interval) });
  if (reencoding && !(interval !== undefined && interval > keyFrameProblemS)) yield hint('b_frames');
  if (fps !== undefined && droppedFrames > fps * 10 * droppedShareMax)
    yield problem(droppedBy === 'encoder' ? 'dropped_by_encoder' : 'dropped_by_network', { count: droppedFrames });
  if (fps !== undefined && fps < smoothFps) yield hint('fps', { fps: Math.round(fps) });
  yield* bitrateAdvice(health);
}

function* bitrateAdvice({ width, height, bitrateKbps }: StreamHealth): Generator<Advice> {
  if (width === undefined || height === undefined) return;
  // Portrait video counts by its short side, too.
  const lines = Math.min(width, height);
  const size = bitrates.find((one) => lines <= one.height);
  if (!size) {
    yield problem('size', { width, height });
    return;
  }
  if (bitrateKbps === undefined || bitrateKbps === 0) return;
  const values = { mbps: Math.round(bitrateKbps / 100) / 10, right: size.kbps / 1000, height: size.height };
  if (bitrateKbps > size.kbps * tooHigh) yield hint('bitrate_high', values);
  if (bitrateKbps < size.kbps * tooLow) yield hint('bitrate_low', values);
}

function* audioAdvice({ audioCodec, audioLevel }: StreamHealth): Generator<Advice> {
  if (audioCodec === null) yield problem('no_sound');
  else if (audioLevel !== undefined && audioLevel < silentLevel) yield hint('silent');
  else if (audioLevel !== undefined && audioLevel >= clippingLevel) yield problem('clipping');
}
