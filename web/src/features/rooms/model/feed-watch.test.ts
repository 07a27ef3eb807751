import { describe, expect, it } from 'vitest';
import type { FeedSample, PictureSample } from '../media/media-model.ts';
import { createFeedWatch, feedMeasuredEveryMs, type FeedShown } from './feed-watch.ts';

const picture = (frames: number, more: Partial<PictureSample> = {}): PictureSample => ({
  key: 'one',
  source: 'camera',
  frames,
  bytes: frames * 1_000,
  codec: 'H264',
  width: 1280,
  height: 720,
  fps: 30,
  keyFrames: 1,
  dropped: 0,
  ...more,
});

/** A feed that is measured every 250 ms of a clock that is moved by hand. */
function watched() {
  const watch = createFeedWatch();
  let at = 1_000;
  let frames = 0;
  const measure = (sample: Partial<FeedSample>, isLost = false): FeedShown => {
    at += feedMeasuredEveryMs;
    return watch({ at, paused: false, sound: null, picture: null, ...sample }, isLost);
  };
  /** Measures for this long, and answers what was shown after each measurement. */
  const during = (ms: number, once: () => FeedShown): FeedShown[] =>
    Array.from({ length: ms / feedMeasuredEveryMs }, once);
  return {
    sends: (ms: number, more: Partial<PictureSample> = {}) =>
      during(ms, () => measure({ picture: picture((frames += 7), more) })),
    freezes: (ms: number, more: Partial<PictureSample> = {}, isLost = false) =>
      during(ms, () => measure({ picture: picture(frames, more) }, isLost)),
    isGone: (ms: number, isLost = false) => during(ms, () => measure({}, isLost)),
    isHidden: (ms: number) => during(ms, () => measure({ picture: picture(frames), paused: true })),
    restarts: () => (frames = 0),
  };
}
const last = (shown: readonly FeedShown[]): FeedShown | undefined => shown.at(-1);

describe('the picture of a broadcast', () => {
  it('the picture is waited for at first, and replaced by a slate when none comes within two seconds', () => {
    const feed = watched();
    expect(last(feed.isGone(1_500))).toBe('waiting');
    expect(last(feed.isGone(500))).toBe('slate');
  });
  it('the first picture has more time than a later one, because it begins with a key frame', () => {
    const feed = watched();
    expect(last(feed.freezes(3_000))).toBe('waiting');
    expect(last(feed.freezes(250))).toBe('slate');
  });
  it('the picture is shown from its first frame on', () => expect(watched().sends(250)).toEqual(['picture']));
  it('a slate follows within two seconds of the last frame, whether the track stands still or is gone', () => {
    for (const stops of ['freezes', 'isGone'] as const) {
      const feed = watched();
      feed.sends(5_000);
      expect(last(feed[stops](1_250))).toBe('picture');
      expect(last(feed[stops](750))).toBe('slate');
    }
  });
  it('a slate follows sooner when the server says that the encoder is gone', () => {
    const feed = watched();
    feed.sends(1_000);
    expect(last(feed.isGone(250, true))).toBe('picture');
    expect(last(feed.isGone(250, true))).toBe('slate');
  });
  it('the picture stays while frames come, even if the server said that the encoder is gone', () => {
    const feed = watched();
    feed.sends(1_000);
    feed.freezes(250, {}, true);
    expect(feed.sends(250)).toEqual(['picture']);
  });
  it('the picture comes back with its next frame, of the same track or of another that counts from zero', () => {
    const feed = watched();
    feed.sends(1_000);
    feed.isGone(4_000);
    expect(feed.sends(250)).toEqual(['picture']);
    feed.isGone(4_000);
    feed.restarts();
    expect(last(feed.freezes(250, { key: 'two' }))).toBe('slate');
    expect(feed.sends(250, { key: 'two' })).toEqual(['picture']);
  });
  it('the picture of a screen on which nothing moves stays for six seconds', () => {
    const feed = watched();
    feed.sends(1_000, { source: 'screen' });
    expect(last(feed.freezes(5_750, { source: 'screen' }))).toBe('picture');
    expect(last(feed.freezes(250, { source: 'screen' }))).toBe('slate');
  });
  it('the picture stays while the page is hidden, and for a moment after it is shown again', () => {
    const feed = watched();
    feed.sends(1_000);
    expect(last(feed.isHidden(60_000))).toBe('picture');
    expect(last(feed.freezes(2_750))).toBe('picture');
    expect(last(feed.freezes(250))).toBe('slate');
  });
  it('a slate follows soon after the page is shown again, if the server said that the encoder is gone', () => {
    const feed = watched();
    feed.sends(1_000);
    feed.isHidden(60_000);
    expect(last(feed.freezes(500, {}, true))).toBe('slate');
  });
});
