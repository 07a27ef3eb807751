import { afterEach, expect, it, vi } from 'vitest';
import { problemOf } from './read-video-file.ts';

afterEach(() => vi.unstubAllGlobals());

/** A browser that says nothing of a video until the test does. */
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

it('says that a video is too long as soon as the browser knows', async () => {
  const video = reading();
  const problem = problemOf(file, new AbortController().signal);
  video.duration = 20.5;
  video.dispatchEvent(new Event('loadedmetadata'));
  expect(await problem).toBe('video_too_long');
});

it('who cancels while the file is being read does not wait for it, and the file is let go', async () => {
  const video = reading();
  const stop = new AbortController();
  const problem = problemOf(file, stop.signal);
  expect(video.src).not.toBe('');
  stop.abort();
  expect(video.src).toBe('');
  expect(await problem).toBeUndefined();
});
