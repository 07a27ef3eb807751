import { expect, test } from 'vitest';

import { createPlayback, type Element } from './playback.ts';
import type { Track } from './recorded.ts';

const track = (begins: number, ends: number): Track => ({
  kind: 'camera',
  username: 'host',
  beginsAt: begins,
  endsAt: ends,
  fileBeginsAt: begins,
  url: `/${begins}`,
  hasSound: false,
});

function element(more: Partial<Element> = {}): Element & { paused: boolean; readyState: number } {
  const made = {
    currentTime: 0,
    playbackRate: 1,
    readyState: 4,
    paused: true,
    ended: false,
    error: null,
    seeking: false,
    async play() {
      made.paused = false;
    },
    pause() {
      made.paused = true;
    },
    ...more,
  };
  return made;
}

test('each track plays from the moment it begins, and pauses when it is over', () => {
  const [first, second] = [track(1_000, 3_000), track(2_000, 9_000)];
  const playback = createPlayback({ tracks: [first, second], skips: [] });
  const [one, other] = [element(), element()];
  playback.add(first, one);
  playback.add(second, other);
  playback.setPlaying(true);
  expect([one.paused, other.paused]).toEqual([false, true]);
  playback.tick(0);
  playback.tick(1_500);
  expect(playback.at).toBe(2_500);
  expect([one.currentTime, other.currentTime]).toEqual([1.5, 0.5]);
  playback.tick(3_500);
  expect([one.paused, other.paused]).toEqual([true, false]);
});

test('playback waits for a file that loads, and goes on without one that never does', () => {
  const only = track(0, 60_000);
  const playback = createPlayback({ tracks: [only], skips: [] });
  const slow = element({ readyState: 1 });
  playback.add(only, slow);
  playback.setPlaying(true);
  for (const now of [0, 1_000, 2_000]) playback.tick(now);
  expect([playback.at, playback.waiting, slow.paused]).toEqual([0, true, true]);
  for (const now of [9_000, 10_000]) playback.tick(now);
  expect(playback.at).toBeGreaterThan(0);
});

test('playback is as fast as asked, and so is each element', () => {
  const only = track(0, 60_000);
  const playback = createPlayback({ tracks: [only], skips: [] });
  const video = element();
  playback.add(only, video);
  playback.setRate(1.5);
  playback.setPlaying(true);
  playback.tick(0);
  video.currentTime = 1.5;
  playback.tick(1_000);
  expect([playback.at, video.playbackRate]).toEqual([1_500, 1.5]);
});

test('an element that strayed a little catches up, and one that strayed far is moved', () => {
  const only = track(0, 60_000);
  const playback = createPlayback({ tracks: [only], skips: [] });
  const video = element();
  playback.add(only, video);
  playback.setPlaying(true);
  playback.tick(0);
  video.currentTime = 0.9;
  playback.tick(1_000);
  expect([video.currentTime, video.playbackRate > 1]).toEqual([0.9, true]);
  video.currentTime = 1;
  playback.tick(3_000);
  expect(video.currentTime).toBe(3);
});

test('playback skips a break, stops at the end, and starts again from the beginning', () => {
  const playback = createPlayback({ tracks: [track(0, 1_000), track(60_000, 61_000)], skips: [] });
  playback.setPlaying(true);
  playback.tick(0);
  playback.tick(1_200);
  expect(playback.at).toBe(60_000);
  playback.tick(3_000);
  expect([playback.at, playback.playing]).toEqual([61_000, false]);
  playback.setPlaying(true);
  expect(playback.at).toBe(0);
});

test('playback skips what was cut out, even after a seek into it, and finds the rest in the same file', () => {
  const after = { ...track(30_000, 60_000), fileBeginsAt: 0 };
  const playback = createPlayback({ tracks: [track(0, 10_000), after], skips: [{ from: 10_000, to: 30_000 }] });
  const rest = element();
  playback.add(after, rest);
  playback.setPlaying(true);
  playback.tick(0);
  playback.tick(10_500);
  expect([playback.at, rest.currentTime]).toEqual([30_000, 30]);
  playback.seek(20_000);
  expect(playback.at).toBe(30_000);
});
