import { chunkBytesMin, chunkStreamsMax, messageBytesMax, unfinishedBytesMax } from '../limits.ts';
import { BadStream } from './bad-stream.ts';
import { messageType } from './message-types.ts';

export interface RtmpMessage {
  readonly type: number;
  /** Milliseconds, modulo 2^32. */
  readonly timestamp: number;
  readonly streamId: number;
  readonly payload: Buffer;
}

interface ChunkStream {
  timestamp: number;
  delta: number;
  length: number;
  type: number;
  streamId: number;
  extended: boolean;
  /** What came of the message; grows with what really arrives, never with what is announced. */
  payload: Buffer;
  came: number;
}

const firstChunkBytes = 128;
const firstBufferBytes = 16 * 1024;
const headerBytesMax = 3 + 11 + 4;
/** Of the message header, by the format in the first two bits. */
const headerBytes = [11, 7, 3, 0] as const;
const timestampIsExtended = 0xff_ff_ff;

/** Puts chunks together to messages, within the limits. Throws `BadStream`. */
export class ChunkReader {
  /** Raised when the key was accepted. */
  messageBytesMax: number = messageBytesMax;
  private chunkBytes = firstChunkBytes;
  private readonly streams = new Map<number, ChunkStream>();
  private readonly header = Buffer.alloc(headerBytesMax);
  private headerCame = 0;
  private current: ChunkStream | undefined;
  /** Of the current chunk's payload. */
  private missing = 0;
  private unfinishedBytes = 0;

  read(bytes: Buffer, onMessage: (message: RtmpMessage) => void): void {
    let at = 0;
    while (at < bytes.length) {
      if (this.current === undefined) {
        this.header[this.headerCame++] = bytes[at++]!;
        this.beginChunk();
      } else {
        const taken = Math.min(this.missing, bytes.length - at);
        this.take(this.current, bytes.subarray(at, at + taken));
        at += taken;
      }
      if (this.current !== undefined && this.missing === 0) this.endChunk(this.current, onMessage);
    }
  }

  /** Opens the chunk when its header is whole. */
  private beginChunk(): void {
    const { header, headerCame } = this;
    const format = header[0]! >> 6;
    const short = header[0]! & 0x3f;
    const basic = short === 0 ? 2 : short === 1 ? 3 : 1;
    if (headerCame < basic) return;
    const id = short > 1 ? short : short === 0 ? 64 + header[1]! : 64 + header[1]! + header[2]! * 256;
    let whole = basic + headerBytes[format as 0 | 1 | 2 | 3];
    if (headerCame < whole) return;
    const known = this.streams.get(id);
    const extended = format === 3 ? known?.extended : header.readUIntBE(basic, 3) === timestampIsExtended;
    if (extended) whole += 4;
    if (headerCame < whole) return;
    if (known === undefined && format !== 0) throw new BadStream('a chunk continues a message that never began');
    const stream = known ?? this.addStream(id);
    if (stream.came === 0) this.beginMessage(stream, format, basic, extended ? header.readUInt32BE(whole - 4) : -1);
    else if (format !== 3) throw new BadStream('a message begins inside another one');
    this.headerCame = 0;
    this.current = stream;
    this.missing = Math.min(this.chunkBytes, stream.length - stream.came);
  }

  private addStream(id: number): ChunkStream {
    if (this.streams.size >= chunkStreamsMax) throw new BadStream(`more than ${chunkStreamsMax} chunk streams`);
    const stream: ChunkStream = {
      timestamp: 0,
      delta: 0,
      length: 0,
      type: 0,
      streamId: 0,
      extended: false,
      payload: Buffer.alloc(0),
      came: 0,
    };
    this.streams.set(id, stream);
    return stream;
  }

  private beginMessage(stream: ChunkStream, format: number, at: number, extendedTime: number): void {
    const { header } = this;
    if (format < 3) {
      const time = extendedTime === -1 ? header.readUIntBE(at, 3) : extendedTime;
      stream.extended = extendedTime !== -1;
      stream.delta = format === 0 ? 0 : time;
      if (format === 0) stream.timestamp = time;
    }
    if (format < 2) {
      stream.length = header.readUIntBE(at + 3, 3);
      stream.type = header[at + 6]!;
    }
    if (format === 0) stream.streamId = header.readUInt32LE(at + 7);
    else stream.timestamp = (stream.timestamp + stream.delta) >>> 0;
    if (stream.length > this.messageBytesMax) throw new BadStream(`a message of ${stream.length} bytes`);
  }

  private take(stream: ChunkStream, part: Buffer): void {
    this.unfinishedBytes += part.length;
    if (this.unfinishedBytes > unfinishedBytesMax) throw new BadStream('too many messages are begun and not ended');
    const whole = stream.came + part.length;
    if (whole > stream.payload.length) {
      const room = Math.min(stream.length, Math.max(whole, stream.payload.length * 2, firstBufferBytes));
      const larger = Buffer.allocUnsafe(room);
      stream.payload.copy(larger, 0, 0, stream.came);
      stream.payload = larger;
    }
    part.copy(stream.payload, stream.came);
    stream.came = whole;
    this.missing -= part.length;
  }

  private endChunk(stream: ChunkStream, onMessage: (message: RtmpMessage) => void): void {
    this.current = undefined;
    if (stream.came < stream.length) return;
    const { type, timestamp, streamId } = stream;
    const payload = stream.payload.subarray(0, stream.came);
    this.forget(stream);
    if (type === messageType.setChunkSize) this.setChunkSize(payload);
    else if (type === messageType.abort) this.abort(payload);
    else onMessage({ type, timestamp, streamId, payload });
  }

  private setChunkSize(payload: Buffer): void {
    const size = payload.length === 4 ? payload.readUInt32BE() & 0x7f_ff_ff_ff : 0;
    if (size < chunkBytesMin) throw new BadStream(`chunks of ${size} bytes`);
    this.chunkBytes = Math.min(size, messageBytesMax);
  }

  /** The encoder gives up a message that it has begun. */
  private abort(payload: Buffer): void {
    const stream = payload.length === 4 ? this.streams.get(payload.readUInt32BE()) : undefined;
    if (stream) this.forget(stream);
  }

  private forget(stream: ChunkStream): void {
    this.unfinishedBytes -= stream.came;
    stream.came = 0;
    stream.payload = Buffer.alloc(0);
  }
}
