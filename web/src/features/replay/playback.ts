import { afterSkip, nextRecorded, spanOf } from '@frontrow/core/broadcast/replay-composition.ts';
import type { Recorded, Track } from './recorded.ts';

/** A media element, as far as the clock needs it. */
export type Element = Pick<
  HTMLMediaElement,
  'currentTime' | 'playbackRate' | 'readyState' | 'paused' | 'ended' | 'error' | 'seeking' | 'play' | 'pause'
>;

/** An element that is further away is moved; one that is nearer catches up unnoticed. */
const movedMs = 250;
const noticedMs = 40;
const catchUp = 0.04;
/** Enough to play the next frame. */
const haveFutureData = 3;
/** A file that does not load is left behind after this. */
const waitMsMax = 8_000;

export interface Playback {
  /** The moment of the event that is shown. */
  readonly at: number;
  readonly playing: boolean;
  readonly waiting: boolean;
  add(track: Track, element: Element): void;
  remove(track: Track): void;
  setPlaying(playing: boolean): void;
  seek(at: number): void;
  /** How fast it plays: 1 as it was. */
  setRate(rate: number): void;
  /** Called several times a second with a monotonic clock in milliseconds. */
  tick(now: number): void;
}

/** One clock for all tracks of a replay. It waits for whatever is still loading, and moves elements that stray. */
export function createPlayback(recorded: Pick<Recorded, 'tracks' | 'skips'>): Playback {
  const { begins, ends } = spanOf(recorded.tracks);
  const elements = new Map<Track, Element>();
  let at = begins;
  let playing = false;
  let rate = 1;
  let waitingSince: number | undefined;
  let before: number | undefined;

  const isDue = (track: Track): boolean => track.beginsAt <= at && at < track.endsAt;
  const isLoading = (element: Element): boolean =>
    element.error === null && !element.ended && (element.seeking || element.readyState < haveFutureData);
  const follow = (track: Track, element: Element, moves: boolean): void => {
    if (!isDue(track)) {
      if (!element.paused) element.pause();
      return;
    }
    const inFileMs = at - track.fileBeginsAt;
    const offMs = inFileMs - element.currentTime * 1000;
    if (Math.abs(offMs) > movedMs && !element.seeking) element.currentTime = inFileMs / 1000;
    element.playbackRate = Math.abs(offMs) < noticedMs ? rate : rate * (1 + Math.sign(offMs) * catchUp);
    if (moves && element.paused && !element.ended) void element.play().catch(() => undefined);
    if (!moves && !element.paused) element.pause();
  };
  return {
    get at() {
      return at;
    },
    get playing() {
      return playing;
    },
    get waiting() {
      return waitingSince !== undefined;
    },
    add: (track, element) => void elements.set(track, element),
    remove: (track) => void elements.delete(track),
    setPlaying(wanted) {
      if (wanted && at >= ends) at = begins;
      playing = wanted;
      before = undefined;
      // Within the tap, or browsers keep the sound off.
      for (const [track, element] of elements) follow(track, element, playing);
    },
    seek(wanted) {
      at = Math.min(Math.max(afterSkip(recorded, wanted), begins), ends);
      waitingSince = undefined;
      before = undefined;
      for (const [track, element] of elements) follow(track, element, false);
    },
    setRate: (wanted) => void (rate = wanted),
    tick(now) {
      const passed = before === undefined ? 0 : (now - before) * rate;
      before = now;
      const loading = [...elements].some(([track, element]) => isDue(track) && isLoading(element));
      waitingSince = playing && loading ? (waitingSince ?? now) : undefined;
      const waits = waitingSince !== undefined && now - waitingSince < waitMsMax;
      if (playing && !waits) at = nextRecorded(recorded, Math.min(ends, at + passed));
      if (at >= ends) playing = false;
      for (const [track, element] of elements) follow(track, element, playing && !waits);
    },
  };
}
