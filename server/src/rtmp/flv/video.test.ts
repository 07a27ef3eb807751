import { expect, test } from 'vitest';
import {
  bytesOf,
  oldPicture,
  pictureDescribed,
  setsInFrame,
  withStartCodes,
} from '../../../test/ingest/encoder-streams.ts';
import { avcC640x360 } from '../../../test/ingest/rtmp-bytes.ts';
import { readAvcConfig } from '../h264/units.ts';
import { VideoReader } from './video.ts';

const unit = (...bytes: number[]): Buffer => bytesOf(0, 0, 0, bytes.length, ...bytes);
const idr = unit(0x65, 0x88, 0x80);
/** The first slice of a frame, of type 7 (all slices intra) or 5 (all predicted). */
const intraSlice = unit(0x41, 0b1_0001000, 0);
const predictedSlice = unit(0x41, 0b1_00110_00, 0);
const kinds = (reader: VideoReader, payload: Buffer): string[] =>
  reader.read(payload).map((tag) => (tag.kind === 'frame' ? (tag.key ? 'key' : 'frame') : tag.kind));

function described(): VideoReader {
  const reader = new VideoReader();
  expect(kinds(reader, pictureDescribed.payload)).toEqual(['config']);
  return reader;
}

test('a frame is a key frame by what is in it, whatever its flag says', () => {
  const reader = described();
  expect(kinds(reader, oldPicture(false, idr))).toEqual(['key']);
  expect(kinds(reader, oldPicture(true, intraSlice))).toEqual(['key']);
  expect(kinds(reader, oldPicture(false, intraSlice))).toEqual(['frame']);
  expect(kinds(reader, oldPicture(true, predictedSlice))).toEqual(['frame']);
});

test('sets in front of a key frame are a description once, and the repeated old message does not bring it back', () => {
  const reader = described();
  const changed = Buffer.from(setsInFrame);
  // Another level.
  changed[7] = 0x29;
  expect(kinds(reader, oldPicture(true, Buffer.concat([setsInFrame, idr])))).toEqual(['key']);
  expect(kinds(reader, oldPicture(true, Buffer.concat([changed, idr])))).toEqual(['config', 'key']);
  expect(kinds(reader, pictureDescribed.payload)).toEqual([]);
  expect(kinds(reader, oldPicture(true, Buffer.concat([changed, idr])))).toEqual(['key']);
});

test('a description made of sets says the same as the one of the encoder', () => {
  const [config] = new VideoReader().read(oldPicture(true, Buffer.concat([setsInFrame, idr])));
  expect(config).toMatchObject({ kind: 'config', avcC: avcC640x360 });
});

test('sets that cannot be read describe nothing', () => {
  const reader = described();
  const broken = unit(0x67, 0x64, 0, 0x1f, 0xff);
  expect(kinds(reader, oldPicture(true, Buffer.concat([broken, idr])))).toEqual(['key']);
});

test('start codes become lengths, and lengths that look like one stay', () => {
  const reader = described();
  const two = Buffer.concat([idr, unit(0x65, 1, 2, 3)]);
  for (const startCode of [bytesOf(0, 0, 1), bytesOf(0, 0, 0, 1)])
    expect(reader.read(oldPicture(true, withStartCodes(two, startCode)))).toMatchObject([{ units: two, key: true }]);
  const long = Buffer.concat([bytesOf(0, 0, 1, 4), Buffer.alloc(260, 0x65)]);
  expect(reader.read(oldPicture(true, long))).toMatchObject([{ units: long }]);
  expect(readAvcConfig(avcC640x360).lengthBytes).toBe(4);
});
