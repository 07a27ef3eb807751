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
  it('the health is unknown without a picture', () => expect(after({ ...sample(0), picture: null })).toBeNull());
  it('codec, size, frames and sound are known from the first measurement', () =>
    expect(after(sample(0))).toMatchObject({
      codec: 'H264',
      width: 1280,
      height: 720,
      fps: 30,
      audioCodec: 'opus',
      audioLevel: 0.1,
    }));
  it('the bitrate is measured over a second, and starts over with another track', () => {
    const first = sample(0, { bytes: 1_000 });
    expect(after(first, sample(999, { bytes: 300_000 }))?.bitrateKbps).toBeUndefined();
    expect(after(first, sample(1_000, { bytes: 313_500 }))?.bitrateKbps).toBe(2_500);
    expect(
      after(first, sample(1_000, { bytes: 313_500 }), sample(1_250, { key: 'two', bytes: 5 }))?.bitrateKbps,
    ).toBeUndefined();
  });
  it('the time between key frames is known from the second one that was seen', () => {
    const [first, second] = [sample(500, { keyFrames: 2 }), sample(2_500, { keyFrames: 3 })];
    expect(after(sample(0), first)?.keyFrameIntervalS).toBeUndefined();
    expect(after(sample(0), first, second)?.keyFrameIntervalS).toBe(2);
    expect(after(sample(0), first, sample(9_500, { keyFrames: 4 }))?.keyFrameIntervalS).toBe(4.5);
  });
  it('the dropped frames are those of the last ten seconds', () => {
    const worse = sample(1_000, { dropped: 12 });
    expect(after(sample(0, { dropped: 5 }), worse)?.droppedFrames).toBe(7);
    expect(after(sample(0, { dropped: 5 }), worse, sample(11_001, { dropped: 12 }))?.droppedFrames).toBe(0);
  });
  it('the level is the loudest of the last second', () => {
    expect(after(sample(0, {}, 0.8), sample(1_000, {}, 0.1))?.audioLevel).toBe(0.8);
    expect(after(sample(0, {}, 0.8), sample(1_001, {}, 0.1))?.audioLevel).toBe(0.1);
  });
  it('a stream without sound has no audio codec', () =>
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
  it('the listener’s report of an RTMP stream is shown, with its sound level', () =>
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
  it('values that the listener does not know are those that were measured', () =>
    expect(mergeHealth(measured, { ...told, width: null, fps: null }, 1_500)).toMatchObject({ width: 1280, fps: 30 }));
  it('the measured health is shown after five seconds without a report, or with a WHIP stream', () => {
    expect(mergeHealth(measured, told, 6_001)).toBe(measured);
    expect(mergeHealth(measured, { ...told, via: 'whip' }, 1_500)).toBe(measured);
    expect(mergeHealth(measured, null, 1_500)).toBe(measured);
  });
});
