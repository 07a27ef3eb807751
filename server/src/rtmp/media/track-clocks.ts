export type Track = 'video' | 'audio';

/** Where the first timestamp of a stream is placed: the other track may begin a little earlier. */
const originMs = 2_000;
/** Encoders correct their clocks by a few milliseconds; more than this is another clock. */
const backMsMax = 250;
/** A longer gap between two timestamps, without as much time between their arrivals, is a clock that jumped. */
const aheadMsMax = 1_000;
/** Tracks further apart than this do not share a clock: what arrives together belongs together. */
const apartMsMax = 1_000;
const apartForMs = 1_000;
/** A track that sent nothing for this long says nothing about the other one. */
const silentMs = 2_000;

interface TrackState {
  readonly beganAt: number;
  readonly beganMs: number;
  /** Of the newest message: its timestamp as it was sent, its place on our timeline, and when it arrived. */
  raw: number;
  ms: number;
  at: number;
  stepMs: number;
  /** Since when this track has been behind the other one. */
  behind: { readonly ms: number; readonly at: number } | undefined;
}

/** Signed: the shorter way around 2^32. */
const difference = (timestamp: number, from: number): number => (timestamp - from) | 0;
const near = (ms: number, other: number): boolean => Math.abs(ms - other) <= apartMsMax;

/**
 * Places the timestamps of an encoder's two tracks on one timeline. Tracks that share a clock keep the distance that
 * their timestamps say; tracks with clocks of their own are placed by arrival. Wraps at 2^32, jumps and restarts
 * continue where the stream was, and both tracks stay together.
 */
export class TrackClocks {
  private readonly tracks: { video?: TrackState; audio?: TrackState } = {};

  /** `now` is the time of arrival on a clock that never jumps. */
  at(track: Track, timestamp: number, now: number): number {
    const own = this.tracks[track];
    const other = this.tracks[track === 'video' ? 'audio' : 'video'];
    if (own === undefined) {
      const ms = other === undefined ? originMs : begins(other, timestamp, now);
      this.tracks[track] = { beganAt: now, beganMs: ms, raw: timestamp, ms, at: now, stepMs: 0, behind: undefined };
      return ms;
    }
    const position = other && now - other.at < silentMs ? other.ms + now - other.at : undefined;
    let ms = proceeds(own, other, position, timestamp, now);
    if (position !== undefined && isLeftBehind(own, ms, position, now)) ms = position;
    const stepMs = ms - own.ms;
    if (stepMs > 0 && stepMs <= aheadMsMax) own.stepMs = stepMs;
    Object.assign(own, { raw: timestamp, ms, at: now });
    return ms;
  }
}

function begins(other: TrackState, timestamp: number, now: number): number {
  const position = other.ms + now - other.at;
  const shared = other.ms + difference(timestamp, other.raw);
  // What was sent faster than it plays is a burst, and the beginning of the second track may follow it.
  const burstMs = Math.max(0, other.ms - other.beganMs - (now - other.beganAt));
  const isShared = shared <= position + apartMsMax && shared >= position - apartMsMax - burstMs;
  return isShared ? Math.max(0, shared) : position;
}

function proceeds(
  own: TrackState,
  other: TrackState | undefined,
  position: number | undefined,
  timestamp: number,
  now: number,
): number {
  const step = difference(timestamp, own.raw);
  const elapsed = now - own.at;
  const kept = own.ms + step;
  if (step >= -backMsMax && step <= elapsed + aheadMsMax) return kept;
  if (other !== undefined && position !== undefined) {
    // The other track went through the same time: pictures were left out, and the clock did not jump.
    if (step > 0 && near(kept, position)) return kept;
    // Both tracks got a new clock, and the other one was first.
    const shared = other.ms + difference(timestamp, other.raw);
    if (near(shared, position) && shared >= own.ms - backMsMax) return shared;
  }
  return own.ms + Math.max(elapsed, own.stepMs);
}

/** Whether the track stays behind the other one: its clock stood still or runs slower. A late bundle catches up. */
function isLeftBehind(own: TrackState, ms: number, position: number, now: number): boolean {
  if (position - ms <= apartMsMax) {
    own.behind = undefined;
    return false;
  }
  own.behind ??= { ms, at: now };
  if (ms - own.behind.ms < apartForMs || now - own.behind.at < apartForMs) return false;
  own.behind = undefined;
  return true;
}
