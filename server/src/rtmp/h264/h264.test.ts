import { expect, test } from 'vitest';
import { avcC640x360 } from '../../../test/ingest/rtmp-bytes.ts';
import { BadStream } from '../protocol/bad-stream.ts';
import { annexB, readAvcConfig } from './units.ts';
import { readSps } from './sps.ts';

const bFrames720 = Buffer.from('6764001facd9405005bb0110000003001000000303c0f1831960', 'hex');
const noBFrames1080 = Buffer.from('67640028acb200f0044fcb8088000003000800000301e078c19240', 'hex');

test('size and order of the pictures are read from what x264 writes', () => {
  expect(readSps(readAvcConfig(avcC640x360).sps[0]!)).toMatchObject({ width: 640, height: 360, reordered: 0 });
  expect(readSps(bFrames720)).toMatchObject({ width: 1280, height: 720, reordered: 2 });
  expect(readSps(noBFrames1080)).toMatchObject({
    width: 1920,
    height: 1080,
    reordered: 0,
    level: 40,
    bitDepth: 8,
    chroma: '4:2:0',
    interlaced: false,
    coded: { width: 1920, height: 1088 },
  });
});

test('a description that is cut off at any byte is refused, never misread as another size', () => {
  for (let length = 1; length < 12; length += 1)
    expect(() => readSps(noBFrames1080.subarray(0, length))).toThrow(BadStream);
  for (let length = 0; length < avcC640x360.length - 14; length += 1)
    expect(() => readAvcConfig(avcC640x360.subarray(0, length))).toThrow(BadStream);
});

const config = { lengthBytes: 4, sps: [Buffer.from([0x67, 1])], pps: [Buffer.from([0x68, 2])] };
const unit = (...bytes: number[]): Buffer => Buffer.from([0, 0, 0, bytes.length, ...bytes]);
const start = [0, 0, 0, 1];

test('before a key frame stands what decodes it, unless it is there', () => {
  const key = unit(0x65, 9);
  expect([...annexB(key, config, true)]).toEqual([...start, 0x67, 1, ...start, 0x68, 2, ...start, 0x65, 9]);
  expect([...annexB(unit(0x41, 9), config, false)]).toEqual([...start, 0x41, 9]);
  const own = Buffer.concat([unit(0x67, 5), unit(0x68, 6), key]);
  expect([...annexB(own, config, true)]).toEqual([...start, 0x67, 5, ...start, 0x68, 6, ...start, 0x65, 9]);
});

test('delimiters and filler are left out', () => {
  const frame = Buffer.concat([unit(9, 0xf0), unit(12, 0xff, 0xff), unit(0x41, 1)]);
  expect([...annexB(frame, config, false)]).toEqual([...start, 0x41, 1]);
});

test('a unit that is longer than its frame is refused', () => {
  expect(() => annexB(Buffer.from([0, 0, 0, 9, 1]), config, false)).toThrow(BadStream);
  expect(() => annexB(Buffer.from([0, 0]), config, false)).toThrow(BadStream);
});
