import { chunkBytesMin, chunkStreamsMax, messageBytesMax, unfinishedBytesMax } from '../limits.ts';
import { BadStream } from './bad-stream.ts';

export const messageType = {
  setChunkSize: 1,
  abort: 2,
  acknowledgement: 3,
  userControl: 4,
  windowSize: 5,
  peerBandwidth: 6,
  audio: 8,
  video: 9,
  /** Metadata and commands of encoders that speak AMF3: a zero, then AMF0. */
  metadataAmf3: 15,
  commandAmf3: 17,
  metadata: 18,
  command: 20,
  aggregate: 22,
} as const;

const media: ReadonlySet<number> = new Set([
  messageType.audio,
  messageType.video,
  messageType.metadataAmf3,
  messageType.metadata,
  messageType.aggregate,
]);

/** What an encoder sends besides commands, and may send before its key was accepted. */
const isMedia = (type: number): boolean => media.has(type);

/**
 * Timestamps from 0xFFFFFF ms (4 h 39 min 37 s) on do not fit into the 24 bits of a chunk's header and stand behind it.
 * Encoders disagree about two things: whether a chunk without a header (format 3) repeats the four bytes, as Adobe's
 * document of 2012 says and librtmp did not do until 2024, and whether they are a distance or the whole time in the
 * short headers (formats 1 and 2). The value itself shows which form it is.
 */

interface Timed {
  readonly timestamp: number;
  readonly extendedTime: number | undefined;
  /** Bytes of the message that came. */
  readonly came: number;
}

/** From one message of a chunk stream to the next. */
const stepMsMax = 60_000;
const extendedFrom = 0xff_ff_ff;

/** Whether an extended value of a short header is the whole time: as a distance it would be hours. */
function isAbsolute({ timestamp }: Pick<Timed, 'timestamp'>, value: number): boolean {
  return timestamp >= extendedFrom && value >= timestamp && value - timestamp < stepMsMax;
}

/** Whether the bytes behind a header of format 3 repeat the extended timestamp; `maybe` until enough of them came. */
function repeatsExtendedTime(stream: Timed, bytes: Buffer): boolean | 'maybe' {
  const { extendedTime, timestamp, came } = stream;
  if (extendedTime === undefined) return false;
  const first = bytes[0];
  if (first === undefined) return 'maybe';
  // Most payloads differ in their first byte, and are not kept waiting for the next three.
  const begins = came === 0 ? timestamp + stepMsMax : timestamp;
  if (first !== extendedTime >>> 24 && (first < timestamp >>> 24 || first > begins >>> 24)) return false;
  if (bytes.length < 4) return 'maybe';
  const value = bytes.readUInt32BE();
  return value === extendedTime || value === timestamp || (came === 0 && isAbsolute(stream, value));
}

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
  /** The extended timestamp of the last full header; undefined where it had none. */
  extendedTime: number | undefined;
  /** What came of the message; grows with what really arrives, never with what is announced. */
  payload: Buffer;
  came: number;
  /** Larger than we take before the key: its bytes are counted and thrown away. */
  skipped: boolean;
}

const firstChunkBytes = 128;
const firstBufferBytes = 16 * 1024;
const headerBytesMax = 3 + 11 + 4;
/** Of the message header, by the format in the first two bits. */
const headerBytes = [11, 7, 3, 0] as const;
const timestampIsExtended = 0xff_ff_ff;
/** A first timestamp up to here may be the distance to the second one as well, as the specification has it. */
const firstStepMsMax = 1_000;
const none: Buffer = Buffer.alloc(0);

/** Puts chunks together to messages, within the limits. Throws `BadStream`. */
export class ChunkReader {
  /** Raised when the key was accepted. Larger pictures and sounds are skipped, anything else is refused. */
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
      let ahead = none;
      if (this.current === undefined) {
        this.header[this.headerCame++] = bytes[at++]!;
        ahead = this.beginChunk();
      } else {
        const taken = Math.min(this.missing, bytes.length - at);
        this.take(this.current, bytes.subarray(at, at + taken));
        at += taken;
      }
      if (this.current !== undefined && this.missing === 0) this.endChunk(this.current, onMessage);
      // At most four bytes, which turned out to be no timestamp.
      if (ahead.length > 0) this.read(ahead, onMessage);
    }
  }

  /** Opens the chunk when its header is whole. Answers bytes that were read as a header and belong behind it. */
  private beginChunk(): Buffer {
    const { header, headerCame } = this;
    const format = (header[0]! >> 6) as 0 | 1 | 2 | 3;
    const short = header[0]! & 0x3f;
    const basic = short === 0 ? 2 : short === 1 ? 3 : 1;
    if (headerCame < basic) return none;
    const id = short > 1 ? short : short === 0 ? 64 + header[1]! : 64 + header[1]! + header[2]! * 256;
    const plain = basic + headerBytes[format];
    if (headerCame < plain) return none;
    const known = this.streams.get(id);
    const behind = header.subarray(plain, headerCame);
    let isExtended: boolean | 'maybe' = format < 3 && header.readUIntBE(basic, 3) === timestampIsExtended;
    if (format === 3 && known) isExtended = repeatsExtendedTime(known, behind);
    if (isExtended === 'maybe' || (isExtended && behind.length < 4)) return none;
    const extended = isExtended ? behind.readUInt32BE() : undefined;

    const stream = known ?? this.addStream(id, format);
    if (stream.came === 0) this.beginMessage(stream, format, basic, extended);
    else this.continueMessage(stream, format, basic, extended);
    this.headerCame = 0;
    this.current = stream;
    this.missing = Math.min(this.chunkBytes, stream.length - stream.came);
    return isExtended ? none : Buffer.from(behind);
  }

  private addStream(id: number, format: number): ChunkStream {
    // Format 1 holds length and type: librtmp begins its control messages with it.
    if (format > 1) throw new BadStream('a chunk continues a message that never began');
    if (this.streams.size >= chunkStreamsMax) throw new BadStream(`more than ${chunkStreamsMax} chunk streams`);
    const stream: ChunkStream = {
      timestamp: 0,
      delta: 0,
      length: 0,
      type: 0,
      streamId: 0,
      extendedTime: undefined,
      payload: none,
      came: 0,
      skipped: false,
    };
    this.streams.set(id, stream);
    return stream;
  }

  private beginMessage(stream: ChunkStream, format: number, at: number, extended: number | undefined): void {
    const { header } = this;
    if (format < 3) {
      const time = extended ?? header.readUIntBE(at, 3);
      stream.extendedTime = extended;
      stream.delta = format > 0 || time <= firstStepMsMax ? time : 0;
      if (format === 0) stream.timestamp = time;
    }
    if (format < 2) {
      stream.length = header.readUIntBE(at + 3, 3);
      stream.type = header[at + 6]!;
    }
    if (format === 0) stream.streamId = header.readUInt32LE(at + 7);
    else if (extended !== undefined && isAbsolute(stream, extended)) {
      stream.timestamp = extended;
      stream.delta = 0;
    } else stream.timestamp = (stream.timestamp + stream.delta) >>> 0;
    stream.skipped = stream.length > this.messageBytesMax;
    if (stream.length > messageBytesMax || (stream.skipped && !isMedia(stream.type)))
      throw new BadStream(`a message of ${stream.length} bytes`);
  }

  /** Some encoders repeat the header of a message in front of each of its chunks. */
  private continueMessage(stream: ChunkStream, format: number, at: number, extended: number | undefined): void {
    const { header } = this;
    const { length, type, timestamp } = stream;
    const isSame = format > 1 || (header.readUIntBE(at + 3, 3) === length && header[at + 6] === type);
    const isSameTime = format > 0 || (extended ?? header.readUIntBE(at, 3)) === timestamp;
    if (!isSame || !isSameTime) throw new BadStream('a message begins inside another one');
  }

  private take(stream: ChunkStream, part: Buffer): void {
    const whole = stream.came + part.length;
    this.missing -= part.length;
    if (stream.skipped) {
      stream.came = whole;
      return;
    }
    this.unfinishedBytes += part.length;
    if (this.unfinishedBytes > unfinishedBytesMax) throw new BadStream('too many messages are begun and not ended');
    if (whole > stream.payload.length) {
      const room = Math.min(stream.length, Math.max(whole, stream.payload.length * 2, firstBufferBytes));
      const larger = Buffer.allocUnsafe(room);
      stream.payload.copy(larger, 0, 0, stream.came);
      stream.payload = larger;
    }
    part.copy(stream.payload, stream.came);
    stream.came = whole;
  }

  private endChunk(stream: ChunkStream, onMessage: (message: RtmpMessage) => void): void {
    this.current = undefined;
    if (stream.came < stream.length) return;
    const { type, timestamp, streamId, skipped } = stream;
    const payload = stream.payload.subarray(0, stream.came);
    this.forget(stream);
    if (skipped) return;
    if (type === messageType.setChunkSize) this.setChunkSize(payload);
    else if (type === messageType.abort) this.abort(payload);
    else onMessage({ type, timestamp, streamId, payload });
  }

  private setChunkSize(payload: Buffer): void {
    const size = payload.length >= 4 ? payload.readUInt32BE() & 0x7f_ff_ff_ff : 0;
    if (size < chunkBytesMin) throw new BadStream(`chunks of ${size} bytes`);
    this.chunkBytes = Math.min(size, messageBytesMax);
  }

  /** The encoder gives up a message that it has begun. */
  private abort(payload: Buffer): void {
    const stream = payload.length === 4 ? this.streams.get(payload.readUInt32BE()) : undefined;
    if (stream) this.forget(stream);
  }

  private forget(stream: ChunkStream): void {
    if (!stream.skipped) this.unfinishedBytes -= stream.came;
    stream.came = 0;
    stream.payload = none;
    stream.skipped = false;
  }
}

/** The chunk streams that encoders use, so that sound is not mixed into a picture. */
const chunkStreamOf: Readonly<Record<number, number>> = {
  [messageType.audio]: 4,
  [messageType.video]: 6,
  [messageType.metadata]: 4,
};

/** A message as an encoder sends it, in chunks of the size that was announced. Each repeats an extended timestamp. */
export function messageChunks({ type, timestamp, streamId, payload }: RtmpMessage, chunkSize: number): Buffer {
  const chunkStream = chunkStreamOf[type] ?? 3;
  const isExtended = timestamp >= timestampIsExtended;
  const time = Buffer.alloc(isExtended ? 4 : 0);
  if (isExtended) time.writeUInt32BE(timestamp);
  const header = Buffer.alloc(12);
  header[0] = chunkStream;
  header.writeUIntBE(Math.min(timestamp, timestampIsExtended), 1, 3);
  header.writeUIntBE(payload.length, 4, 3);
  header[7] = type;
  header.writeUInt32LE(streamId, 8);
  const parts = [header, time, payload.subarray(0, chunkSize)];
  for (let at = chunkSize; at < payload.length; at += chunkSize)
    parts.push(Buffer.from([0xc0 | chunkStream]), time, payload.subarray(at, at + chunkSize));
  return Buffer.concat(parts);
}

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
