import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { command, encoderChunks } from '../../../test/ingest/rtmp-bytes.ts';
import { chunkStreamsMax } from '../limits.ts';
import { BadStream } from './bad-stream.ts';
import { ChunkReader, type RtmpMessage } from './chunks.ts';

const video = 9;

function readAll(bytes: Buffer, pieceBytes = bytes.length, reader = new ChunkReader()): RtmpMessage[] {
  const messages: RtmpMessage[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes)
    reader.read(bytes.subarray(at, at + pieceBytes), (message) => messages.push(message));
  return messages;
}

const announce = (length: number, chunkStream = 4): Buffer => {
  const head = encoderChunks({ type: video, payload: Buffer.alloc(0), chunkStream });
  head.writeUIntBE(length, 4, 3);
  return head;
};

describe('limits', () => {
  test('a message over four megabytes is refused when it is announced', () => {
    expect(() => readAll(announce(4 * 1024 * 1024 + 1))).toThrow(BadStream);
    expect(readAll(announce(4 * 1024 * 1024))).toEqual([]);
  });

  test('before the key, larger pictures are skipped and larger commands are refused', () => {
    const reader = new ChunkReader();
    reader.messageBytesMax = 1000;
    const picture = encoderChunks({ type: video, payload: Buffer.alloc(1001), chunkStream: 6 });
    const small = encoderChunks({ type: video, payload: Buffer.alloc(1000), chunkStream: 6 });
    expect(readAll(Buffer.concat([picture, small, picture, small]), 100, reader)).toHaveLength(2);
    expect(() => readAll(command('connect', 1, 'x'.repeat(1001)), 12, reader)).toThrow(BadStream);
  });

  test('a picture that is skipped stays skipped when the key is accepted in the middle of it', () => {
    const reader = new ChunkReader();
    reader.messageBytesMax = 1000;
    const picture = encoderChunks({ type: video, payload: Buffer.alloc(1001), chunkStream: 6 });
    expect(readAll(picture.subarray(0, 500), 100, reader)).toEqual([]);
    reader.messageBytesMax = 4 * 1024 * 1024;
    expect(readAll(Buffer.concat([picture.subarray(500), picture]), 100, reader)).toHaveLength(1);
  });

  test('a seventeenth chunk stream is refused', () => {
    const on = (count: number): Buffer =>
      Buffer.concat(
        Array.from({ length: count }, (_, index) => announce(500, index + 3)).map((head) =>
          Buffer.concat([head, Buffer.alloc(128)]),
        ),
      );
    expect(readAll(on(chunkStreamsMax))).toEqual([]);
    expect(() => readAll(on(chunkStreamsMax + 1))).toThrow(BadStream);
  });

  test('messages that are begun and never ended are refused at eight megabytes together', () => {
    const setSize = encoderChunks({ type: 1, payload: Buffer.from([0, 0x3f, 0xff, 0xff]), chunkStream: 2 });
    const most = 4 * 1024 * 1024;
    const begun = (chunkStream: number): Buffer => Buffer.concat([announce(most, chunkStream), Buffer.alloc(most - 1)]);
    const reader = new ChunkReader();
    readAll(setSize, 100, reader);
    expect(readAll(Buffer.concat([begun(4), begun(5)]), 65_536, reader)).toEqual([]);
    expect(() => readAll(begun(6), 65_536, reader)).toThrow(BadStream);
  });

  test('chunks without a byte are refused', () => {
    const size = (bytes: number): Buffer => {
      const payload = Buffer.alloc(4);
      payload.writeUInt32BE(bytes);
      return encoderChunks({ type: 1, payload, chunkStream: 2 });
    };
    expect(() => readAll(size(0))).toThrow(BadStream);
    const picture = encoderChunks({ type: video, payload: Buffer.alloc(300, 7) }, 60);
    expect(readAll(Buffer.concat([size(60), picture]))).toMatchObject([{ payload: Buffer.alloc(300, 7) }]);
  });

  test('a chunk that continues nothing is refused, and one that begins inside another', () => {
    expect(() => readAll(Buffer.from([0xc4, 1, 2, 3]))).toThrow(BadStream);
    expect(() => readAll(Buffer.concat([announce(500), Buffer.alloc(128), announce(501)]))).toThrow(BadStream);
  });
});

test('any bytes are put together or refused, and what waits stays within the limit', () => {
  const head = fc.constantFrom(0x03, 0x04, 0x06, 0x43, 0x46, 0x83, 0xc3, 0xc4, 0xc6, 0xff, 0, 1, 8, 9, 20);
  const anyBytes = fc.array(fc.oneof(head, fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 2_000 });
  fc.assert(
    fc.property(anyBytes, fc.integer({ min: 1, max: 400 }), (list, pieceBytes) => {
      const bytes = Buffer.from(list);
      try {
        // No more comes out than went in: nothing is made of what is only announced.
        const out = readAll(bytes, pieceBytes).reduce((sum, { payload }) => sum + payload.length, 0);
        expect(out).toBeLessThanOrEqual(bytes.length);
      } catch (error) {
        if (!(error instanceof BadStream)) throw error;
      }
    }),
    { numRuns: 2_000, seed: 20_261 },
  );
});

describe('reading', () => {
  const payload = Buffer.from(Array.from({ length: 1000 }, (_, index) => index & 255));
  const bytes = encoderChunks({ type: video, payload, timestamp: 40, streamId: 1, chunkStream: 6 });

  test.each([1, 7, 128, 4096])('the same message comes out of pieces of %i bytes', (pieceBytes) => {
    expect(readAll(bytes, pieceBytes)).toEqual([{ type: video, timestamp: 40, streamId: 1, payload }]);
  });

  test('steps add up, and a message without a header repeats the step', () => {
    const step = Buffer.from([0x46, 0, 0, 33, 0, 0, 1, video, 7]);
    const same = Buffer.from([0xc6, 8]);
    const messages = readAll(Buffer.concat([bytes, step, same]));
    expect(messages.map(({ timestamp }) => timestamp)).toEqual([40, 73, 106]);
    expect(messages[2]?.payload).toEqual(Buffer.from([8]));
  });

  test('chunk streams up to 65599 are told apart', () => {
    const far = (id: Buffer): Buffer => Buffer.concat([id, announce(1).subarray(1), Buffer.from([1])]);
    expect(readAll(Buffer.concat([far(Buffer.from([0, 200])), far(Buffer.from([1, 200, 3]))]))).toHaveLength(2);
  });

  test('an aborted message is forgotten', () => {
    const begun = bytes.subarray(0, 12 + 128);
    const abort = encoderChunks({ type: 2, payload: Buffer.from([0, 0, 0, 6]), chunkStream: 2 });
    expect(readAll(Buffer.concat([begun, abort, bytes]))).toHaveLength(1);
  });

  test('commands come through', () => {
    expect(readAll(command('connect', 1, { app: 'live' }))).toMatchObject([{ type: 20 }]);
  });

  test('a chunk stream may begin with a short header, as control messages of librtmp do', () => {
    const ping = Buffer.from([0x42, 0, 0, 0, 0, 0, 6, 4, 0, 3, 0, 0, 0, 1]);
    expect(readAll(ping)).toMatchObject([{ type: 4, timestamp: 0 }]);
  });

  test('a header that is repeated inside its message is passed over', () => {
    const second = Buffer.concat([Buffer.from([0x46, 0, 0, 0, 0, 0x03, 0xe8, video]), payload.subarray(128, 256)]);
    const rest = Array.from({ length: 6 }, (_, index) => [
      Buffer.from([index % 2 === 0 ? 0xc6 : 0x86, ...(index % 2 === 0 ? [] : [0, 0, 0])]),
      payload.subarray(256 + index * 128, 384 + index * 128),
    ]);
    const whole = Buffer.concat([bytes.subarray(0, 12 + 128), second, ...rest.flat()]);
    expect(readAll(whole)).toEqual([{ type: video, timestamp: 40, streamId: 1, payload }]);
    const parts = Array.from({ length: 8 }, (_, index) => [
      bytes.subarray(0, 12),
      payload.subarray(index * 128, index * 128 + 128),
    ]);
    expect(readAll(Buffer.concat(parts.flat()))).toEqual([{ type: video, timestamp: 40, streamId: 1, payload }]);
  });

  test('a message without a header that follows a first one repeats the time of the first as its step', () => {
    const first = encoderChunks({ type: video, payload: Buffer.from([1]), timestamp: 40, chunkStream: 6 });
    expect(readAll(Buffer.concat([first, Buffer.from([0xc6, 2])])).map(({ timestamp }) => timestamp)).toEqual([40, 80]);
    const late = encoderChunks({ type: video, payload: Buffer.from([1]), timestamp: 90_000, chunkStream: 6 });
    const times = readAll(Buffer.concat([late, Buffer.from([0xc6, 2])])).map(({ timestamp }) => timestamp);
    expect(times).toEqual([90_000, 90_000]);
  });
});
