import { expect, test } from 'vitest';
import { AacReader } from './audio.ts';

const config = Buffer.from([0x11, 0x90]);
const frame = Buffer.from([0x21, 0x10, 5, 6]);
const aac = (isConfig: boolean, data: Buffer) => ({ kind: 'aac', config: isConfig, data }) as const;

/** An ADTS head for AAC-LC, 48 kHz, two channels. */
function adts(data: Buffer, checksum = false): Buffer {
  const headBytes = checksum ? 9 : 7;
  const head = Buffer.alloc(headBytes);
  head.writeUInt16BE(checksum ? 0xff_f0 : 0xff_f1);
  head.writeUInt16BE((1 << 14) | (3 << 10) | (2 << 6), 2);
  head.writeUIntBE((head.readUIntBE(3, 3) & 0xc0_00_00) | ((headBytes + data.length) << 5) | 0x1f, 3, 3);
  head[6] = 0xfc;
  return Buffer.concat([head, data]);
}

test('described sound is handed on as it is, in the old form of a message', () => {
  const sound = new AacReader();
  expect(sound.read(aac(true, config))).toEqual([
    { isConfig: true, data: config, payload: Buffer.from([0xaf, 0, 0x11, 0x90]) },
  ]);
  expect(sound.read(aac(false, frame))).toEqual([
    { isConfig: false, data: frame, payload: Buffer.from([0xaf, 1, 0x21, 0x10, 5, 6]) },
  ]);
});

test.each([false, true])('the description is made of ADTS heads, which are taken off (checksum: %s)', (checksum) => {
  const sound = new AacReader();
  const parts = sound.read(aac(false, adts(frame, checksum)));
  expect(parts.map(({ isConfig, data }) => [isConfig, data])).toEqual([
    [true, config],
    [false, frame],
  ]);
  expect(sound.read(aac(false, adts(frame, checksum))).map(({ data }) => data)).toEqual([frame]);
});

test('sound that nobody describes is noticed after a second, and is over with a description', () => {
  const sound = new AacReader();
  sound.read(aac(true, Buffer.from([0x11])));
  for (let index = 0; index < 50; index += 1) sound.read(aac(false, frame));
  expect(sound.isUndescribed).toBe(false);
  sound.read(aac(false, frame));
  expect(sound.isUndescribed).toBe(true);
  sound.read(aac(true, config));
  expect(sound.isUndescribed).toBe(false);
});

test('several ADTS frames in a message are several sounds, and a cut one makes it none of them', () => {
  const sound = new AacReader();
  const two = Buffer.concat([adts(frame), adts(frame, true)]);
  expect(sound.read(aac(false, two)).map(({ data }) => data)).toEqual([config, frame, frame]);
  const cut = two.subarray(0, -1);
  expect(sound.read(aac(false, cut)).map(({ data }) => data)).toEqual([cut]);
});

test('a message of more frames than an encoder ever sends at once ends the stream', () => {
  const sound = new AacReader();
  const frames = (count: number) => Buffer.concat(Array.from({ length: count }, () => adts(Buffer.from([1]))));
  expect(sound.read(aac(false, frames(64))).filter(({ isConfig }) => !isConfig)).toHaveLength(64);
  expect(() => sound.read(aac(false, frames(65)))).toThrow('too many audio frames');
});
