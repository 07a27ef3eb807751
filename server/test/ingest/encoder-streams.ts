import { flvTag } from '../../src/rtmp/flv/flv.ts';
import { writeAmf0, type Written } from '../../src/rtmp/protocol/amf0.ts';
import { readAvcConfig } from '../../src/rtmp/h264/units.ts';
import { avcC640x360, encoderChunks, handshakeBytes, type Sent } from './rtmp-bytes.ts';

/** Short streams as different encoders put them on the wire: 20 pictures and 20 sounds, 40 ms apart. */
export interface EncoderHabits {
  /** What `connect` says besides the application, as AMF0 members. */
  readonly connect?: Buffer;
  readonly app?: string;
  readonly name?: string;
  /** Commands between `connect` and `publish`. */
  readonly asks?: readonly (readonly Written[])[];
  readonly amf3?: boolean;
  readonly chunkBytes?: number;
  /** Timestamps begin here. */
  readonly fromMs?: number;
  /** Leaves the extended timestamp out of chunks without a header. */
  readonly leavesTimeOut?: boolean;
  readonly aggregates?: boolean;
  readonly descriptions?: readonly Media[];
  readonly picture?: (key: boolean, units: Buffer) => Buffer;
  readonly sounds?: (frame: Buffer) => readonly Buffer[];
  /** Other messages that stand in front of each picture. */
  readonly between?: readonly Sent[];
  readonly metadata?: readonly Written[];
}

export interface Media {
  readonly type: 8 | 9;
  readonly payload: Buffer;
}

const audio = (payload: Buffer): Media => ({ type: 8, payload });
const video = (payload: Buffer): Media => ({ type: 9, payload });
export const bytesOf = (...parts: readonly (number | string | Buffer)[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : Buffer.from(part as string, 'latin1'))),
  );

export const asc = Buffer.from([0x11, 0x90]);
export const pictureDescribed = video(bytesOf(0x17, 0, 0, 0, 0, avcC640x360));
export const pictureUndescribed = video(bytesOf(0x17, 0, 0, 0, 0));
export const soundDescribed = audio(bytesOf(0xaf, 0, asc));
export const soundUndescribed = audio(bytesOf(0xaf, 0));
export const newForm = {
  descriptions: [video(bytesOf(0x90, 'avc1', avcC640x360)), audio(bytesOf(0x90, 'mp4a', asc))],
  picture: (key: boolean, units: Buffer) => bytesOf(key ? 0x93 : 0xa3, 'avc1', units),
  sounds: (frame: Buffer) => [bytesOf(0x91, 'mp4a', frame)],
} as const;
export const oldPicture = (key: boolean, units: Buffer): Buffer => bytesOf(key ? 0x17 : 0x27, 1, 0, 0, 0, units);
const oldSound = (frame: Buffer): readonly Buffer[] => [bytesOf(0xaf, 1, frame)];

const sets640x360 = readAvcConfig(avcC640x360);
/** What describes the picture, as units of a frame. */
export const setsInFrame = Buffer.concat(
  [...sets640x360.sps, ...sets640x360.pps].flatMap((set) => [bytesOf(0, 0, set.length >> 8, set.length & 0xff), set]),
);
/** The same units with start codes in the place of their lengths. */
export function withStartCodes(units: Buffer, startCode = bytesOf(0, 0, 0, 1)): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < units.length; at += 4 + units.readUInt32BE(at))
    parts.push(startCode, units.subarray(at + 4, at + 4 + units.readUInt32BE(at)));
  return Buffer.concat(parts);
}

/** An ADTS head of AAC-LC, 48 kHz, two channels. */
export function adts(frame: Buffer): Buffer {
  const head = bytesOf(0xff, 0xf1, 0x4c, 0x80, 0, 0x1f, 0xfc);
  const length = head.length + frame.length;
  head[3] = 0x80 | (length >> 11);
  head[4] = (length >> 3) & 0xff;
  head[5] = ((length & 7) << 5) | 0x1f;
  return Buffer.concat([head, frame]);
}

export const member = (name: string, ...value: readonly (number | string)[]): Buffer =>
  bytesOf(0, name.length, name, ...value);

/** What comes before the answer to `publish`, and what follows it. */
export function streamOf(habits: EncoderHabits): { before: Buffer; media: Buffer } {
  const { chunkBytes = 4096, app = 'live', name = 'key', asks = [], amf3 = false } = habits;
  const size = Buffer.alloc(4);
  size.writeUInt32BE(chunkBytes);
  const say = (payload: Buffer): Buffer =>
    encoderChunks({ type: amf3 ? 17 : 20, payload: amf3 ? bytesOf(0, payload) : payload }, chunkBytes);
  const connect = bytesOf(
    writeAmf0('connect', 1),
    3,
    habits.connect ?? Buffer.alloc(0),
    member('app', 2, 0, app.length, app),
    bytesOf(0, 0, 9),
  );
  const before = Buffer.concat([
    handshakeBytes(),
    encoderChunks({ type: 1, payload: size, chunkStream: 2 }),
    say(connect),
    ...asks.map((words) => say(writeAmf0(...words))),
    say(writeAmf0('createStream', 8, null)),
    say(writeAmf0('publish', 9, null, name, 'live')),
  ]);
  return { before, media: Buffer.concat(mediaOf(habits, chunkBytes)) };
}

function mediaOf(habits: EncoderHabits, chunkBytes: number): Buffer[] {
  const { fromMs = 0, leavesTimeOut = false, aggregates = false, picture = oldPicture, sounds = oldSound } = habits;
  const chunks = (type: number, payload: Buffer, timestamp: number): Buffer =>
    encoderChunks({ type, payload, timestamp, streamId: 1, chunkStream: type }, chunkBytes, !leavesTimeOut);
  const descriptions = habits.descriptions ?? [pictureDescribed, soundDescribed];
  const described = { width: 640, height: 360, encoder: 'a test' };
  const metadata = writeAmf0(...(habits.metadata ?? ['@setDataFrame', 'onMetaData', described]));
  const parts = [
    chunks(18, metadata, fromMs),
    ...descriptions.map(({ type, payload }) => chunks(type, payload, fromMs)),
  ];
  for (let index = 0; index < 20; index += 1) {
    const key = index % 10 === 0;
    // Larger than a chunk, like real key frames.
    const unit = Buffer.alloc(key ? 20_000 : 6_000, index);
    unit[0] = key ? 0x65 : 0x41;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(unit.length);
    const sent: Media[] = [
      video(picture(key, Buffer.concat([length, unit]))),
      ...sounds(Buffer.from([0x21, 0x10, 5, index])).map(audio),
    ];
    const ms = fromMs + index * 40;
    for (const one of habits.between ?? []) parts.push(encoderChunks({ timestamp: ms, ...one }, chunkBytes));
    if (!aggregates) for (const { type, payload } of sent) parts.push(chunks(type, payload, ms));
    else {
      const tags = sent.map(({ type, payload }) => flvTag(type === 9 ? 'video' : 'audio', ms, payload));
      parts.push(chunks(22, Buffer.concat(tags), ms));
    }
  }
  return parts;
}
