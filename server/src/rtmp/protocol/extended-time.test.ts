import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encoderChunks } from '../../../test/ingest/rtmp-bytes.ts';
import { ChunkReader, type RtmpMessage } from './chunks.ts';

const video = 9;
/** 4 h 39 min 37 s: the first one that does not fit into 24 bits. */
const extendedFrom = 0xff_ff_ff;

function readAll(bytes: Buffer, pieceBytes = bytes.length): RtmpMessage[] {
  const messages: RtmpMessage[] = [];
  const reader = new ChunkReader();
  for (let at = 0; at < bytes.length; at += pieceBytes)
    reader.read(bytes.subarray(at, at + pieceBytes), (message) => messages.push(message));
  return messages;
}

const picture = (timestamp: number, length: number, fill: number): { timestamp: number; payload: Buffer } => ({
  timestamp,
  payload: Buffer.alloc(length, fill),
});
const sent = ({ timestamp, payload }: { timestamp: number; payload: Buffer }, repeats: boolean): Buffer =>
  encoderChunks({ type: video, payload, timestamp, chunkStream: 6 }, 128, repeats);

test.each([
  ['repeat', true],
  ['leave out', false],
])('chunks that %s the extended timestamp are put together', (_, repeats) => {
  const pictures = [extendedFrom - 40, extendedFrom, extendedFrom + 40, 0x12_34_56_78].map((timestamp) =>
    picture(timestamp, 1000, 7),
  );
  const bytes = Buffer.concat(pictures.map((one) => sent(one, repeats)));
  for (const pieceBytes of [1, 2, 3, 5, 128, 4096])
    expect(readAll(bytes, pieceBytes)).toEqual(pictures.map((one) => ({ type: video, streamId: 0, ...one })));
});

test('both forms are told apart for pictures of any size, content and time, in pieces of any size', () => {
  const one = fc.record({
    timestamp: fc.integer({ min: extendedFrom - 100, max: 0xff_ff_ff_ff }),
    length: fc.integer({ min: 4, max: 700 }),
    fill: fc.integer({ min: 0, max: 255 }),
  });
  fc.assert(
    fc.property(
      fc.array(one, { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      fc.integer({ min: 1, max: 300 }),
      (list, repeats, pieceBytes) => {
        const pictures = list
          .map(({ timestamp, length, fill }) => picture(timestamp, length, fill))
          // Four bytes of a picture that say the very time of it cannot be told from it.
          .filter(({ timestamp, payload }) => repeats || timestamp !== payload.readUInt32BE());
        const bytes = Buffer.concat(pictures.map((picture_) => sent(picture_, repeats)));
        expect(readAll(bytes, pieceBytes)).toEqual(
          pictures.map((picture_) => ({ type: video, streamId: 0, ...picture_ })),
        );
      },
    ),
    { numRuns: 400, seed: 20_261 },
  );
});

test('a picture that begins like its time is put together in both forms', () => {
  const timestamp = 0x01_02_03_04;
  for (const repeats of [true, false])
    for (const begins of [1, 2, 3]) {
      const payload = Buffer.alloc(128 + 300, 9);
      Buffer.from([1, 2, 3]).copy(payload, 128, 0, begins);
      expect(readAll(sent({ timestamp, payload }, repeats), 1)).toMatchObject([{ timestamp, payload }]);
    }
});

const extendedHead = (format: 1 | 2, value: number, length: number): Buffer => {
  const head = Buffer.alloc(format === 1 ? 12 : 8);
  head[0] = (format << 6) | 6;
  head.writeUIntBE(extendedFrom, 1, 3);
  if (format === 1) {
    head.writeUIntBE(length, 4, 3);
    head[7] = video;
  }
  head.writeUInt32BE(value, head.length - 4);
  return head;
};

test.each([1, 2] as const)('an extended timestamp in a header of format %i is the whole time or a step', (format) => {
  const at = extendedFrom + 1_000;
  const first = sent(picture(at, 10, 1), true);
  const whole = Buffer.concat([first, extendedHead(format, at + 33, 10), Buffer.alloc(10, 2)]);
  expect(readAll(whole).map(({ timestamp }) => timestamp)).toEqual([at, at + 33]);
  const early = sent(picture(0, 10, 1), true);
  const step = Buffer.concat([early, extendedHead(format, 20_000_000, 10), Buffer.alloc(10, 2)]);
  expect(readAll(step).map(({ timestamp }) => timestamp)).toEqual([0, 20_000_000]);
});

test('messages without any header go on after an extended timestamp, with and without repeating it', () => {
  const at = 0x01_20_00_00;
  const first = sent(picture(at, 100, 1), true);
  const time = Buffer.alloc(4);
  time.writeUInt32BE(at + 40);
  const same = Buffer.concat([Buffer.from([0xc6]), Buffer.alloc(100, 2)]);
  const later = Buffer.concat([Buffer.from([0xc6]), time, Buffer.alloc(100, 3)]);
  const read = readAll(Buffer.concat([first, same, later]));
  expect(read.map(({ timestamp, payload }) => [timestamp, payload[0]])).toEqual([
    [at, 1],
    [at, 2],
    [at + 40, 3],
  ]);
});
