import { messageType } from './message-types.ts';

const firstChunkBytes = 128;

/** A message of ours in chunks of the size that RTMP begins with; our answers are short, and it never changes. */
export function chunked(type: number, streamId: number, payload: Buffer): Buffer {
  const chunkStream = type === messageType.command ? 3 : 2;
  const header = Buffer.alloc(12);
  header[0] = chunkStream;
  header.writeUIntBE(payload.length, 4, 3);
  header[7] = type;
  header.writeUInt32LE(streamId, 8);
  const parts = [header, payload.subarray(0, firstChunkBytes)];
  for (let at = firstChunkBytes; at < payload.length; at += firstChunkBytes)
    parts.push(Buffer.from([0xc0 | chunkStream]), payload.subarray(at, at + firstChunkBytes));
  return Buffer.concat(parts);
}

export function chunkedNumber(type: number, value: number, ...more: readonly number[]): Buffer {
  const payload = Buffer.alloc(4 + more.length);
  payload.writeUInt32BE(value >>> 0);
  payload.set(more, 4);
  return chunked(type, 0, payload);
}
