import { writeAmf0, type Written } from '../../src/rtmp/protocol/amf0.ts';
import { messageType } from '../../src/rtmp/protocol/chunks.ts';

export interface Sent {
  readonly type: number;
  readonly payload: Buffer;
  readonly timestamp?: number;
  readonly streamId?: number;
  readonly chunkStream?: number;
}

const extendedFrom = 0xff_ff_ff;

/**
 * A message as an encoder cuts it, with a timestamp of any size. Encoders repeat a long one in front of every chunk, or
 * only in front of the first.
 */
export function encoderChunks(sent: Sent, chunkBytes = 128, repeatsTime = true): Buffer {
  const { type, payload, timestamp = 0, streamId = 0, chunkStream = 3 } = sent;
  const extended = timestamp >= extendedFrom;
  const time = Buffer.alloc(extended ? 4 : 0);
  if (extended) time.writeUInt32BE(timestamp);
  const head = Buffer.alloc(12);
  head[0] = chunkStream;
  head.writeUIntBE(Math.min(timestamp, extendedFrom), 1, 3);
  head.writeUIntBE(payload.length, 4, 3);
  head[7] = type;
  head.writeUInt32LE(streamId, 8);
  const parts = [head, time, payload.subarray(0, chunkBytes)];
  for (let at = chunkBytes; at < payload.length; at += chunkBytes)
    parts.push(
      Buffer.from([0xc0 | chunkStream]),
      repeatsTime ? time : Buffer.alloc(0),
      payload.subarray(at, at + chunkBytes),
    );
  return Buffer.concat(parts);
}

export const command = (...values: readonly Written[]): Buffer =>
  encoderChunks({ type: messageType.command, payload: writeAmf0(...values) });

/** Version and both parts of the encoder's handshake, without waiting for ours. */
export const handshakeBytes = (): Buffer => Buffer.concat([Buffer.from([3]), Buffer.alloc(1536 * 2, 7)]);

/** Everything until the door is asked. */
export const publishBytes = (key: string): Buffer =>
  Buffer.concat([
    handshakeBytes(),
    command('connect', 1, { app: 'live' }),
    command('createStream', 2, null),
    command('publish', 3, null, key, 'live'),
  ]);

/** A short stream as it is on the wire: descriptions, then pictures of which each tenth is a key frame. */
export function mediaBytes(pictures: number): Buffer {
  const video = (payload: Buffer, timestamp: number): Buffer =>
    encoderChunks({ type: messageType.video, payload, timestamp, streamId: 1, chunkStream: 6 });
  const frames = Array.from({ length: pictures }, (_, index) => {
    const unit = Buffer.alloc(300, index);
    unit[0] = index % 10 === 0 ? 0x65 : 0x41;
    const head = Buffer.from([index % 10 === 0 ? 0x17 : 0x27, 1, 0, 0, 0, 0, 0, unit.length >> 8, unit.length & 255]);
    return video(Buffer.concat([head, unit]), index * 40);
  });
  return Buffer.concat([video(Buffer.concat([Buffer.from([0x17, 0, 0, 0, 0]), avcC640x360]), 0), ...frames]);
}

/** What libx264 (zerolatency) says of 640 × 360. */
export const avcC640x360 = Buffer.from(
  '0164001effe1001a6764001eacb201405ff2e022000003000200000300791e2c5c9001000668ebc3cb22c0fdf8f800',
  'hex',
);
