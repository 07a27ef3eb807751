import { expect, test } from 'vitest';
import { healthAdvice, type StreamHealth } from './health-advice.ts';

const good: StreamHealth = {
  codec: 'H264',
  width: 1280,
  height: 720,
  fps: 30,
  bitrateKbps: 2500,
  keyFrameIntervalS: 2,
  droppedFrames: 0,
  reencoding: false,
  audioCodec: 'opus',
  audioLevel: 0.5,
};
const codes = (more: StreamHealth): string[] => healthAdvice({ ...good, ...more }).map((one) => one.code);

test('a good stream, and one of which nothing is known, get no advice', () => {
  expect(healthAdvice(good)).toEqual([]);
  expect(healthAdvice({})).toEqual([]);
});

test.each<[string, StreamHealth, string[]]>([
  ['key frames every 2.5 s', { keyFrameIntervalS: 2.5 }, []],
  ['key frames every 3 s', { keyFrameIntervalS: 3 }, ['key_frames']],
  ['B-frames', { reencoding: true }, ['b_frames']],
  ['re-encoding for key frames', { reencoding: true, keyFrameIntervalS: 8 }, ['key_frames']],
  ['3 of 300 frames lost', { droppedFrames: 3 }, []],
  ['4 of 300 frames lost', { droppedFrames: 4 }, ['dropped']],
  ['19 frames a second', { fps: 19 }, ['fps']],
  ['4.0 Mbps at 720p', { bitrateKbps: 4000 }, []],
  ['4.1 Mbps at 720p', { bitrateKbps: 4100 }, ['bitrate_high']],
  ['0.9 Mbps at 720p', { bitrateKbps: 900 }, ['bitrate_low']],
  ['an upright 720p', { width: 720, height: 1280 }, []],
  ['4K', { width: 3840, height: 2160, bitrateKbps: 20_000 }, ['size']],
  ['HEVC', { codec: 'HEVC' }, ['codec']],
  ['no sound', { audioCodec: null }, ['no_sound']],
  ['silence', { audioLevel: 0 }, ['silent']],
  ['clipping', { audioLevel: 1 }, ['clipping']],
])('%s', (_name, more, wanted) => expect(codes(more)).toEqual(wanted));

test('problems stand before hints', () => {
  expect(codes({ fps: 10, audioCodec: null })).toEqual(['no_sound', 'fps']);
});

test('frames that the encoder never made are not blamed on the network', () => {
  const [slow] = healthAdvice({ ...good, droppedFrames: 30, droppedBy: 'encoder' });
  expect(slow?.text).toContain('computer is too slow');
  const [held] = healthAdvice({ ...good, droppedFrames: 30, droppedBy: 'network' });
  expect(held?.text).toContain('network is too slow');
});
