import { afterEach, expect, it, vi } from 'vitest';
import { problemOf } from './read-video-file.ts';

afterEach(() => vi.unstubAllGlobals());

/** A video element that fires no event until the test does. */
class Video extends EventTarget {
  preload = '';
  src = '';
  duration = Number.NaN;
  removeAttribute(): void {
    this.src = '';
  }
  load(): void {}
}

function reading(): Video {
  const video = new Video();
  vi.stubGlobal('document', { createElement: () => video });
  return video;
}

const file = new File(['x'], 'a.mp4', { type: 'video/mp4' });

it('a video that is too long is refused as soon as the browser knows its length', async () => {
  const video = reading();
  const problem = problemOf(file, new AbortController().signal);
  video.duration = 20.5;
  video.dispatchEvent(new Event('loadedmetadata'));
  expect(await problem).toBe('video_too_long');
});

it('an aborted check answers at once and releases the file', async () => {
  const video = reading();
  const stop = new AbortController();
  const problem = problemOf(file, stop.signal);
  expect(video.src).not.toBe('');
  stop.abort();
  expect(video.src).toBe('');
  expect(await problem).toBeUndefined();
});
