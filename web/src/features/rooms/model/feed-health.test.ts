import type { WireStreamHealth } from '@frontrow/contract/broadcast/api.ts';
import { describe, expect, it } from 'vitest';
import type { FeedSample, PictureSample } from '../media/media-model.ts';
import { createHealthMeter, mergeHealth } from './feed.ts';

const picture: PictureSample = {
  key: 'one',
  source: 'camera',
  frames: 1,
  bytes: 0,
  codec: 'H264',
  width: 1280,
  height: 720,
  fps: 29.6,
  keyFrames: 1,
  dropped: 0,
};
const sample = (at: number, more: Partial<PictureSample> = {}, level = 0.1): FeedSample => ({
  at,
  paused: false,
  picture: { ...picture, ...more },
  sound: { level, codec: 'opus' },
});
/** Measures all of them with one meter, and answers the last health. */
function after(...samples: FeedSample[]) {
  const meter = createHealthMeter();
  return samples.map(meter).at(-1);
}

describe('the measured health', () => {
  it('is unknown without a picture', () => expect(after({ ...sample(0), picture: null })).toBeNull());
  it('has codec, size, frames and sound from the first measurement', () =>
    expect(after(sample(0))).toMatchObject({
      codec: 'H264',
      width: 1280,
      height: 720,
      fps: 30,
      audioCodec: 'opus',
      audioLevel: 0.1,
    }));
  it('takes the bitrate over a second, and starts over with another track', () => {
    const first = sample(0, { bytes: 1_000 });
    expect(after(first, sample(999, { bytes: 300_000 }))?.bitrateKbps).toBeUndefined();
    expect(after(first, sample(1_000, { bytes: 313_500 }))?.bitrateKbps).toBe(2_500);
    expect(
      after(first, sample(1_000, { bytes: 313_500 }), sample(1_250, { key: 'two', bytes: 5 }))?.bitrateKbps,
    ).toBeUndefined();
  });
  it('measures the time between key frames from the second one that it saw come', () => {
    const [first, second] = [sample(500, { keyFrames: 2 }), sample(2_500, { keyFrames: 3 })];
    expect(after(sample(0), first)?.keyFrameIntervalS).toBeUndefined();
    expect(after(sample(0), first, second)?.keyFrameIntervalS).toBe(2);
    expect(after(sample(0), first, sample(9_500, { keyFrames: 4 }))?.keyFrameIntervalS).toBe(4.5);
  });
  it('counts the frames dropped in ten seconds', () => {
    const worse = sample(1_000, { dropped: 12 });
    expect(after(sample(0, { dropped: 5 }), worse)?.droppedFrames).toBe(7);
    expect(after(sample(0, { dropped: 5 }), worse, sample(11_001, { dropped: 12 }))?.droppedFrames).toBe(0);
  });
  it('keeps the loudest of the last second', () => {
    expect(after(sample(0, {}, 0.8), sample(1_000, {}, 0.1))?.audioLevel).toBe(0.8);
    expect(after(sample(0, {}, 0.8), sample(1_001, {}, 0.1))?.audioLevel).toBe(0.1);
  });
  it('tells a stream without sound from one that is not measured', () =>
    expect(after({ ...sample(0), sound: null })).toMatchObject({ audioCodec: null, audioLevel: undefined }));
});

describe('the health that the host reads', () => {
  const told: WireStreamHealth = {
    via: 'rtmp',
    codec: 'H264',
    width: 1920,
    height: 1080,
    fps: 29.97,
    bitrate_kbps: 6_000,
    key_frame_interval_s: 10,
    dropped_frames: 3,
    reencoding: true,
    audio_codec: 'AAC',
    audio_level: 0.5,
    at: 1_000,
  };
  const measured = after(sample(0))!;
  it('is what the listener told of an RTMP stream, its sound level too', () =>
    expect(mergeHealth(measured, told, 1_500)).toEqual({
      codec: 'H264',
      width: 1920,
      height: 1080,
      fps: 30,
      bitrateKbps: 6_000,
      keyFrameIntervalS: 10,
      droppedFrames: 3,
      reencoding: true,
      audioCodec: 'AAC',
      audioLevel: 0.5,
    }));
  it('fills what the listener does not know with what was measured', () =>
    expect(mergeHealth(measured, { ...told, width: null, fps: null }, 1_500)).toMatchObject({ width: 1280, fps: 30 }));
  it('is what was measured when the listener told nothing for five seconds, or the stream comes by WHIP', () => {
    expect(mergeHealth(measured, told, 6_001)).toBe(measured);
    expect(mergeHealth(measured, { ...told, via: 'whip' }, 1_500)).toBe(measured);
    expect(mergeHealth(measured, null, 1_500)).toBe(measured);
  });
});
