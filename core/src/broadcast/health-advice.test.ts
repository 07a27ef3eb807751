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

test('a good stream, or one without measurements, gets no advice', () => {
  expect(healthAdvice(good)).toEqual([]);
  expect(healthAdvice({})).toEqual([]);
});

test.each<[string, StreamHealth, string[]]>([
  ['keyframes every 2.5 s', { keyFrameIntervalS: 2.5 }, []],
  ['keyframes every 3 s', { keyFrameIntervalS: 3 }, ['key_frames']],
  ['B-frames', { reencoding: true }, ['b_frames']],
  ['transcoding because of keyframes', { reencoding: true, keyFrameIntervalS: 8 }, ['key_frames']],
  ['3 of 300 frames dropped', { droppedFrames: 3 }, []],
  ['4 of 300 frames dropped', { droppedFrames: 4 }, ['dropped_by_network']],
  ['19 frames a second', { fps: 19 }, ['fps']],
  ['4.0 Mbps at 720p', { bitrateKbps: 4000 }, []],
  ['4.1 Mbps at 720p', { bitrateKbps: 4100 }, ['bitrate_high']],
  ['0.9 Mbps at 720p', { bitrateKbps: 900 }, ['bitrate_low']],
  ['a portrait 720p', { width: 720, height: 1280 }, []],
  ['4K', { width: 3840, height: 2160, bitrateKbps: 20_000 }, ['size']],
  ['HEVC', { codec: 'HEVC' }, ['codec']],
  ['no audio', { audioCodec: null }, ['no_sound']],
  ['silence', { audioLevel: 0 }, ['silent']],
  ['clipping', { audioLevel: 1 }, ['clipping']],
])('a stream with $0 gets the advice $2', (_name, more, wanted) => expect(codes(more)).toEqual(wanted));

test('problems are listed before hints', () => {
  expect(codes({ fps: 10, audioCodec: null })).toEqual(['no_sound', 'fps']);
});

test('the network is not blamed for frames that the encoder skipped', () => {
  expect(codes({ droppedFrames: 30, droppedBy: 'encoder' })).toEqual(['dropped_by_encoder']);
  expect(codes({ droppedFrames: 30, droppedBy: 'network' })).toEqual(['dropped_by_network']);
});
