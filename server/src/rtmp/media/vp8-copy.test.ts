import { expect, test } from 'vitest';
import { until } from '../../../test/harness.ts';
import { Vp8Copy } from './vp8-copy.ts';
import { IvfReader } from './vp8-encoder.ts';
import { VideoSender } from './video-sender.ts';

/** A copy that the engine never takes. */
function refused(mayEncode: () => boolean) {
  const calls: string[] = [];
  const copy = new Vp8Copy({
    ffmpeg: { path: '/bin/true', env: {} },
    mayEncode,
    open: async () => {
      calls.push('open');
      throw new Error('the engine does not take it');
    },
    close: async () => void calls.push('close'),
    source: new VideoSender(() => undefined),
  });
  return { copy, calls };
}

test('no copy starts while no processor is left, and one starts when there is', async () => {
  let isFree = false;
  const { copy, calls } = refused(() => isFree);
  copy.follow(true, 0);
  expect([copy.state, copy.isEncoding, calls]).toEqual(['busy', false, []]);
  isFree = true;
  copy.follow(true, 0);
  expect([copy.state, copy.isEncoding]).toEqual(['starting', true]);
  await until('the engine is asked', () => calls.length === 1);
  copy.follow(false, 0);
  expect([copy.state, copy.isEncoding]).toEqual([undefined, false]);
  await copy.close();
});

test('a copy that failed three times says that it keeps failing, and rests before it tries again', async () => {
  const { copy, calls } = refused(() => true);
  const afterTheRestMs = 20_000;
  await until('it keeps failing', () => {
    if (copy.state === 'failed') return true;
    copy.follow(true, performance.now() + afterTheRestMs);
    return false;
  });
  expect(calls).toEqual(['open', 'open', 'open']);
  await copy.close();
  calls.length = 0;
  copy.follow(true, performance.now());
  expect([copy.state, calls]).toEqual([undefined, []]);
  await copy.close();
});

test('frames and their times in milliseconds are read, however the output is cut', () => {
  const head = Buffer.alloc(32);
  head.write('DKIF');
  head.writeUInt32LE(1_000, 16);
  head.writeUInt32LE(1, 20);
  const frame = (ms: number, bytes: number): Buffer => {
    const one = Buffer.alloc(12 + bytes, ms & 0xff);
    one.writeUInt32LE(bytes, 0);
    one.writeBigUInt64LE(BigInt(ms), 4);
    return one;
  };
  const file = Buffer.concat([head, frame(33, 5), frame(66, 1_000), frame(20_000_000, 2)]);
  for (const step of [1, 7, 45, file.length]) {
    const read: [number, number][] = [];
    const reader = new IvfReader();
    for (let at = 0; at < file.length; at += step)
      reader.read(file.subarray(at, at + step), (bytes, ms) => read.push([bytes.length, ms]));
    expect(read).toEqual([
      [5, 33],
      [1_000, 66],
      [2, 20_000_000],
    ]);
  }
  expect(() => new IvfReader().read(Buffer.alloc(32), () => undefined)).toThrow('not IVF');
});
