import { expect, test } from 'vitest';
import { readAudioTag } from './audio-tag.ts';
import { FlvReader } from './flv-reader.ts';
import { flvHead, flvTag } from './flv-writer.ts';
import { readVideoTag } from './video-tag.ts';

const bytes = (...parts: (number | string)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))));

test('codecs that browsers do not get from us are named', () => {
  expect(readVideoTag(bytes(0x1c, 0, 0, 0, 0, 1))).toEqual({ kind: 'other_codec', codec: 'HEVC (H.265)' });
  expect(readVideoTag(bytes(0x90, 'hvc1', 1))).toEqual({ kind: 'other_codec', codec: 'HEVC (H.265)' });
  expect(readVideoTag(bytes(0x90, 'av01', 1))).toEqual({ kind: 'other_codec', codec: 'AV1' });
  expect(readVideoTag(bytes(0x90, 'zzzz', 1))).toEqual({ kind: 'other_codec', codec: 'an unknown codec' });
  expect(readAudioTag(bytes(0x2f, 1, 1))).toEqual({ kind: 'other_codec', codec: 'MP3' });
  expect(readAudioTag(bytes(0x91, 'Opus', 1))).toEqual({ kind: 'other_codec', codec: 'Opus' });
});

test('H.264 is read in its old and its enhanced form', () => {
  const units = bytes(0, 0, 0, 1, 0x65);
  const frame = { kind: 'frame', key: true, compositionMs: 66, units };
  expect(readVideoTag(Buffer.concat([bytes(0x17, 1, 0, 0, 66), units]))).toEqual(frame);
  expect(readVideoTag(Buffer.concat([bytes(0x91, 'avc1', 0, 0, 66), units]))).toEqual(frame);
  expect(readVideoTag(Buffer.concat([bytes(0x93, 'avc1'), units]))).toEqual({ ...frame, compositionMs: 0 });
  expect(readVideoTag(bytes(0x17, 0, 0, 0, 0, 1, 2))).toEqual({ kind: 'config', avcC: bytes(1, 2) });
});

test('empty messages, commands to players and ends of sequences are nothing', () => {
  for (const payload of [Buffer.alloc(0), bytes(0x17), bytes(0x57, 1, 0, 0, 0), bytes(0x17, 2, 0, 0, 0)])
    expect(readVideoTag(payload)).toEqual({ kind: 'nothing' });
  expect(readAudioTag(bytes(0xaf))).toEqual({ kind: 'nothing' });
});

test('tags are written and read again, in pieces of any size', () => {
  const file = Buffer.concat([
    flvHead('video'),
    flvTag('video', 20_000_000, Buffer.from('one')),
    flvTag('audio', 5, Buffer.from('sound')),
    flvTag('video', 40, Buffer.from('two')),
  ]);
  const read: [string, number][] = [];
  const reader = new FlvReader();
  for (const byte of file) reader.read(Buffer.from([byte]), (payload, ms) => read.push([payload.toString(), ms]));
  expect(read).toEqual([
    ['one', 20_000_000],
    ['two', 40],
  ]);
});
