import { expect, test } from 'vitest';
import { avcC640x360 as avcC } from '../../../test/ingest/rtmp-bytes.ts';
import { BadStream } from '../protocol/bad-stream.ts';
import { readAudioTag } from './audio.ts';
import { FlvReader, flvHead, flvTag } from './flv.ts';
import { readVideoTag } from './video.ts';

const bytes = (...parts: (number | string)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))));

test('unsupported codecs are reported by name', () => {
  expect(readVideoTag(bytes(0x1c, 0, 0, 0, 0, 1))).toEqual({ kind: 'other_codec', codec: 'HEVC (H.265)' });
  expect(readVideoTag(bytes(0x90, 'hvc1', 1))).toEqual({ kind: 'other_codec', codec: 'HEVC (H.265)' });
  expect(readVideoTag(bytes(0x90, 'av01', 1))).toEqual({ kind: 'other_codec', codec: 'AV1' });
  expect(readVideoTag(bytes(0x90, 'zzzz', 1))).toEqual({ kind: 'other_codec', codec: 'an unknown codec' });
  expect(readAudioTag(bytes(0x2f, 1, 1))).toEqual({ kind: 'other_codec', codec: 'MP3' });
  expect(readAudioTag(bytes(0x91, 'Opus', 1))).toEqual({ kind: 'other_codec', codec: 'Opus' });
});

test('H.264 is read in its old and its enhanced form, and handed on in the old one', () => {
  const units = bytes(0, 0, 0, 1, 0x65);
  const frame = (ms: number) => ({
    kind: 'frame',
    key: true,
    compositionMs: ms,
    units,
    payload: Buffer.concat([bytes(0x17, 1, 0, 0, ms), units]),
  });
  expect(readVideoTag(Buffer.concat([bytes(0x17, 1, 0, 0, 66), units]))).toEqual(frame(66));
  expect(readVideoTag(Buffer.concat([bytes(0x91, 'avc1', 0, 0, 66), units]))).toEqual(frame(66));
  expect(readVideoTag(Buffer.concat([bytes(0x93, 'avc1'), units]))).toEqual(frame(0));
  const config = { kind: 'config', avcC, payload: Buffer.concat([bytes(0x17, 0, 0, 0, 0), avcC]) };
  expect(readVideoTag(Buffer.concat([bytes(0x17, 0, 0, 0, 0), avcC]))).toEqual(config);
  expect(readVideoTag(Buffer.concat([bytes(0x90, 'avc1'), avcC]))).toEqual(config);
});

test('a description that describes nothing is passed over', () => {
  const noSets = bytes(1, 0x64, 0, 0x1f, 0xff, 0xe0, 0);
  for (const empty of [Buffer.alloc(0), bytes(1, 0x64, 0), noSets])
    for (const head of [bytes(0x17, 0, 0, 0, 0), bytes(0x90, 'avc1')])
      expect(readVideoTag(Buffer.concat([head, empty]))).toEqual({ kind: 'nothing' });
  expect(readAudioTag(bytes(0xaf, 0))).toEqual({ kind: 'nothing' });
  expect(readAudioTag(bytes(0x90, 'mp4a'))).toEqual({ kind: 'nothing' });
});

test('empty messages, commands to players and ends of sequences are nothing', () => {
  for (const payload of [
    Buffer.alloc(0),
    bytes(0x17),
    bytes(0x57, 1, 0, 0, 0),
    bytes(0x5c, 0, 0, 0, 0),
    bytes(0x17, 2, 0, 0, 0),
    bytes(0x92, 'avc1'),
    bytes(0x92, 'hvc1'),
    // A command has no codec, and colors are no picture.
    bytes(0xd1, 0, 1, 2, 3),
    bytes(0x94, 'hvc1', 2, 0, 9),
  ])
    expect(readVideoTag(payload)).toEqual({ kind: 'nothing' });
  for (const payload of [bytes(0xaf), bytes(0xaf, 2, 1), bytes(0x92, 'mp4a'), bytes(0x94, 'mp4a', 1, 2, 3)])
    expect(readAudioTag(payload)).toEqual({ kind: 'nothing' });
});

test('AAC is read in its old and its enhanced form', () => {
  const config = { kind: 'aac', config: true, data: bytes(0x11, 0x90) };
  expect(readAudioTag(bytes(0xaf, 0, 0x11, 0x90))).toEqual(config);
  expect(readAudioTag(bytes(0x90, 'mp4a', 0x11, 0x90))).toEqual(config);
  const frame = { kind: 'aac', config: false, data: bytes(0x21, 0x10) };
  expect(readAudioTag(bytes(0xaf, 1, 0x21, 0x10))).toEqual(frame);
  expect(readAudioTag(bytes(0x91, 'mp4a', 0x21, 0x10))).toEqual(frame);
});

test('the first of several tracks is taken, in each form of a message with tracks', () => {
  const frame = { kind: 'aac', config: false, data: bytes(0x21, 0x10) };
  expect(readAudioTag(bytes(0x95, 0x01, 'mp4a', 0, 0x21, 0x10))).toEqual(frame);
  expect(readAudioTag(bytes(0x95, 0x01, 'mp4a', 1, 0x21, 0x10))).toEqual({ kind: 'nothing' });
  expect(readAudioTag(bytes(0x95, 0x01, 'Opus', 1, 0x21, 0x10))).toEqual({ kind: 'nothing' });
  const many = bytes(0x95, 0x11, 'mp4a', 1, 0, 0, 1, 7, 0, 0, 0, 2, 0x21, 0x10);
  expect(readAudioTag(many)).toEqual(frame);
  const codecs = bytes(0x95, 0x21, 'Opus', 1, 0, 0, 1, 7, 'mp4a', 0, 0, 0, 2, 0x21, 0x10);
  expect(readAudioTag(codecs)).toEqual(frame);
  expect(readVideoTag(bytes(0x96, 0x03, 'hvc1', 1, 1, 2, 3))).toEqual({ kind: 'nothing' });
  expect(readVideoTag(bytes(0x96, 0x03, 'avc1', 0, 1, 2, 3))).toMatchObject({ kind: 'frame', units: bytes(1, 2, 3) });
});

test('what modifies a message is passed over, however long it is', () => {
  const nanoseconds = bytes(0x97, 2, 0, 0, 9, 0x01, 'mp4a', 0x21, 0x10);
  expect(readAudioTag(nanoseconds)).toEqual({ kind: 'aac', config: false, data: bytes(0x21, 0x10) });
  const twice = Buffer.concat([bytes(0x97, 255, 1, 0), Buffer.alloc(257), bytes(7, 0, 5, 0x03, 'avc1', 1, 2, 3)]);
  expect(readVideoTag(twice)).toMatchObject({ kind: 'frame', units: bytes(1, 2, 3) });
});

function videoKind(payload: Buffer): string {
  try {
    return readVideoTag(payload).kind;
  } catch (error) {
    if (error instanceof BadStream) return 'refused';
    throw error;
  }
}

test('enhanced messages that are cut off anywhere are nothing, or the picture is cut off', () => {
  const whole = [
    bytes(0x97, 2, 0, 0, 9, 0x01, 'avc1', 0, 0, 1, 7),
    bytes(0x96, 0x11, 'avc1', 1, 0, 0, 1, 7, 0, 0, 0, 2, 0x21, 0x10),
    bytes(0x95, 0x21, 'Opus', 1, 0, 0, 1, 7, 'mp4a', 0, 0, 0, 2, 0x21, 0x10),
  ];
  for (const message of whole)
    for (let length = 0; length < message.length; length += 1) {
      expect(['nothing', 'aac', 'other_codec']).toContain(readAudioTag(message.subarray(0, length)).kind);
      expect(['nothing', 'frame', 'other_codec', 'refused']).toContain(videoKind(message.subarray(0, length)));
    }
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
