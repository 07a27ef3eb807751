import { expect, test } from 'vitest';
import { HealthMeter } from './health.ts';

const frameMs = 40;

/** Reports of each second, of pictures of 1 Mbps; key frames at these times. */
function reports(seconds: number, keysAt: readonly number[], delayAt = (_ms: number): number | undefined => 0) {
  const meter = new HealthMeter();
  const told: ReturnType<HealthMeter['report']>[] = [];
  for (let ms = 0; ms <= seconds * 1000; ms += frameMs) {
    const delay = delayAt(ms);
    if (delay !== undefined) meter.onVideo(5_000, keysAt.includes(ms), ms, ms + delay);
    if (ms > 0 && ms % 1000 === 0) told.push(meter.report(ms + (delay ?? 0), null, false, undefined));
  }
  return told;
}

test('the bitrate is right from the first report on', () => {
  for (const { bitrate_kbps: kbps } of reports(5, [0])) expect(Math.abs(kbps! - 1_000)).toBeLessThan(50);
});

test('automatic key frames are reported by the longest distance of the last ten seconds', () => {
  const keysAt = [0, 8_000, 9_000, 11_000, 12_000, 20_000, 21_000, 22_000, 30_000];
  const told = reports(34, keysAt).map(({ key_frame_interval_s: seconds }) => seconds);
  for (const seconds of told.slice(8)) expect(seconds).toBeGreaterThan(4);
});

test('a distance that became regular is reported once ten seconds have passed, and small changes are not', () => {
  const regular = Array.from({ length: 10 }, (_, index) => 8_000 + index * 2_000);
  const told = reports(26, [0, ...regular]).map(({ key_frame_interval_s: seconds }) => seconds);
  expect([told[10], told.at(-1)]).toEqual([8, 2]);
});

const isLeftOut = (ms: number): boolean => ms > 5_000 && ms % 1_000 === 0;

test('frames that an encoder left out while the others came in time were never made', () => {
  const last = reports(12, [0], (ms) => (isLeftOut(ms) ? undefined : 0)).at(-1);
  expect(last).toMatchObject({ dropped_frames: expect.any(Number), dropped_by: 'encoder' });
});

test('frames are missing because of the network where the others came late', () => {
  const last = reports(12, [0], (ms) => (isLeftOut(ms) ? undefined : Math.max(0, ms - 8_000) / 5)).at(-1);
  expect(last).toMatchObject({ dropped_by: 'network' });
});
