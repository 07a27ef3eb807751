import { expect, test } from 'vitest';
import { judgeVideo, videoBytesMax, videoMsMax } from './event-video.ts';

const good = { type: 'video/mp4', bytes: 1_000, durationMs: 5_000 };

test.each([
  ['an mp4', good, undefined],
  ['a mov', { ...good, type: 'video/quicktime' }, undefined],
  ['any other type', { ...good, type: 'video/webm' }, 'video_type'],
  ['no type', { ...good, type: undefined }, 'video_type'],
  ['exactly 100 MB', { ...good, bytes: videoBytesMax }, undefined],
  ['a byte more', { ...good, bytes: videoBytesMax + 1 }, 'video_too_large'],
  ['exactly 20 s', { ...good, durationMs: videoMsMax }, undefined],
  ['a millisecond more', { ...good, durationMs: videoMsMax + 1 }, 'video_too_long'],
  ['an unknown length', { ...good, durationMs: undefined }, undefined],
] as const)('a video is judged by type, size and length: $0', (_what, facts, problem) =>
  expect(judgeVideo(facts)).toBe(problem),
);
