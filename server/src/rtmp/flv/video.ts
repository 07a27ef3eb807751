import { BadStream } from '../protocol/bad-stream.ts';
import {
  readAvcConfig,
  holdsPicture,
  isKeyFrame,
  unitsAfterStartCodes,
  unitsOf,
  withLengths,
  type AvcConfig,
} from '../h264/units.ts';
import { areSame, mergeSets, setsAmong, writeAvcConfig, type ParameterSets } from '../h264/sps.ts';

/** What Enhanced RTMP (Veovera, version 2) adds to the header of an FLV tag; the same for picture and sound. */
export interface EnhancedTag {
  /** What kind of message it is: a description, coded frames and so on, by numbers of their own for each medium. */
  readonly packet: number;
  /** The codec, as four letters. */
  readonly name: string;
  readonly data: Buffer;
}

const modifier = 7;
const oneTrack = 0;
const manyCodecs = 2;
/** The track that players without several tracks show: the others are alternatives to it. */
const mainTrack = 0;

/** Reads from the second byte on. Undefined where the message is cut off, or is about other tracks only. */
export function readEnhanced(payload: Buffer, multitrack: number): EnhancedTag | undefined {
  const bytes = new Bytes(payload);
  let packet = bytes.number(1) & 0x0f;
  while (packet === modifier && !bytes.short) {
    const length = bytes.number(1) + 1;
    bytes.take(length === 256 ? bytes.number(2) + 1 : length);
    packet = bytes.number(1) & 0x0f;
  }
  if (packet !== multitrack) return whole(bytes, packet, bytes.name(), bytes.rest());
  const form = bytes.number(1);
  const kind = form >> 4;
  let name = kind === manyCodecs ? '' : bytes.name();
  while (!bytes.short && !bytes.atEnd) {
    if (kind === manyCodecs) name = bytes.name();
    const track = bytes.number(1);
    const data = kind === oneTrack ? bytes.rest() : bytes.take(bytes.number(3));
    if (track === mainTrack) return whole(bytes, form & 0x0f, name, data);
  }
  return undefined;
}

const whole = ({ short }: Bytes, packet: number, name: string, data: Buffer): EnhancedTag | undefined =>
  short ? undefined : { packet, name, data };

class Bytes {
  /** More was asked for than there is: nothing that was read counts. */
  short = false;
  private at = 0;
  private readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  get atEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  take(count: number): Buffer {
    const taken = this.bytes.subarray(this.at, this.at + count);
    this.short ||= taken.length < count;
    this.at += count;
    return taken;
  }

  rest(): Buffer {
    return this.take(Math.max(0, this.bytes.length - this.at));
  }

  number(count: 1 | 2 | 3): number {
    const taken = this.take(count);
    return taken.length < count ? 0 : taken.readUIntBE(0, count);
  }

  name(): string {
    return this.take(4).toString('latin1');
  }
}

interface VideoFrame {
  readonly kind: 'frame';
  readonly key: boolean;
  readonly compositionMs: number;
  readonly units: Buffer;
  readonly payload: Buffer;
}

export type VideoTag =
  | {
      readonly kind: 'config';
      readonly avcC: Buffer;
      /** The message in its old form, which every decoder reads. */
      readonly payload: Buffer;
    }
  | VideoFrame
  | { readonly kind: 'other_codec'; readonly codec: string }
  | { readonly kind: 'nothing' };

const nothing = { kind: 'nothing' } as const;
const avc = 7;
const keyFrame = 1;
const interFrame = 2;
/** A command to a player, no picture. */
const commandFrame = 5;
const oldHeadBytes = 5;
const avcPacket = { config: 0, frame: 1 } as const;
const newPacket = { config: 0, frame: 1, end: 2, frameWithoutTime: 3, metadata: 4, multitrack: 6 } as const;
/** Version, profile, level, and the number of descriptions: a shorter record describes nothing. */
const avcCBytesMin = 7;
const oldCodecs: Readonly<Record<number, string>> = {
  2: 'H.263',
  3: 'Screen Video',
  4: 'VP6',
  5: 'VP6',
  6: 'Screen Video 2',
  8: 'H.263',
  9: 'MPEG-4 Visual',
  12: 'HEVC (H.265)',
  13: 'AV1',
};
const newCodecs: Readonly<Record<string, string>> = {
  hvc1: 'HEVC (H.265)',
  av01: 'AV1',
  vp08: 'VP8',
  vp09: 'VP9',
  vvc1: 'VVC (H.266)',
};

/** The payload of a video message. */
export function readVideoTag(payload: Buffer): VideoTag {
  if (payload.length < oldHeadBytes) return nothing;
  const first = payload[0]!;
  const frame = (first >> 4) & 7;
  if ((first & 0x80) !== 0) return readNew(payload, frame);
  if (frame === commandFrame) return nothing;
  const codec = first & 0x0f;
  if (codec !== avc) return { kind: 'other_codec', codec: oldCodecs[codec] ?? 'an unknown codec' };
  const rest = payload.subarray(oldHeadBytes);
  if (payload[1] === avcPacket.config) return readConfig(payload, rest);
  if (payload[1] !== avcPacket.frame) return nothing;
  return { kind: 'frame', key: frame === keyFrame, compositionMs: payload.readIntBE(2, 3), units: rest, payload };
}

function readNew(payload: Buffer, frame: number): VideoTag {
  // No codec stands in a command.
  if (frame === commandFrame) return nothing;
  const tag = readEnhanced(payload, newPacket.multitrack);
  if (tag === undefined || tag.packet === newPacket.metadata || tag.packet === newPacket.end) return nothing;
  const { packet, name, data } = tag;
  if (name !== 'avc1') return { kind: 'other_codec', codec: newCodecs[name] ?? 'an unknown codec' };
  if (packet === newPacket.config) return readConfig(configMessage(data), data);
  if (packet !== newPacket.frame && packet !== newPacket.frameWithoutTime) return nothing;
  const timeBytes = packet === newPacket.frame ? 3 : 0;
  if (data.length < timeBytes) throw new BadStream('a picture is cut off');
  const time = timeBytes > 0 ? data.subarray(0, timeBytes) : Buffer.alloc(3);
  const units = data.subarray(timeBytes);
  const key = frame === keyFrame;
  return {
    kind: 'frame',
    key,
    compositionMs: time.readIntBE(0, 3),
    units,
    payload: inOldForm(key, avcPacket.frame, time, units),
  };
}

/**
 * Cameras send an empty description first, and the real one right behind it. Some write the sets alone, after start
 * codes: they are read like those in front of a frame.
 */
function readConfig(payload: Buffer, avcC: Buffer): VideoTag {
  if (/^\0\0\0?\x01/.test(avcC.toString('latin1', 0, 4)))
    return { kind: 'frame', key: false, compositionMs: 0, units: avcC, payload };
  const sets = avcC.length < avcCBytesMin ? 0 : avcC[5]! & 0x1f;
  return sets === 0 ? nothing : { kind: 'config', avcC, payload };
}

/** Both in their old form, which every decoder reads. */
const configMessage = (avcC: Buffer): Buffer => inOldForm(true, avcPacket.config, Buffer.alloc(3), avcC);
function frameMessage(key: boolean, compositionMs: number, units: Buffer): Buffer {
  const time = Buffer.alloc(3);
  time.writeIntBE(compositionMs, 0, 3);
  return inOldForm(key, avcPacket.frame, time, units);
}

const inOldForm = (key: boolean, packet: number, time: Buffer, rest: Buffer): Buffer =>
  Buffer.concat([Buffer.from([((key ? keyFrame : interFrame) << 4) | avc, packet]), time, rest]);

const usualLengthBytes = 4;

/**
 * Reads an encoder's video messages. Parameter sets describe the picture wherever they are: in a message of their own,
 * or in front of a key frame, as hardware encoders send them when the size changes, and some send them only there.
 */
export class VideoReader {
  private current: AvcConfig | undefined;
  /** Encoders repeat it, also after newer sets came with a frame. */
  private lastMessage: AvcConfig | undefined;
  /** Sets that came in a message without a picture. */
  private waiting: ParameterSets = { sps: [], pps: [] };

  /** Throws `BadStream`. */
  read(payload: Buffer): VideoTag[] {
    const tag = readVideoTag(payload);
    if (tag.kind === 'config') return this.describe(tag.avcC, tag);
    return tag.kind === 'frame' ? this.frame(tag) : [tag];
  }

  private describe(record: Buffer, tag: VideoTag): VideoTag[] {
    const config = readAvcConfig(record);
    if (this.lastMessage && isSame(this.lastMessage, config)) return [];
    this.lastMessage = config;
    if (this.current && isSame(this.current, config)) return [];
    this.current = config;
    return [tag];
  }

  private frame(tag: VideoFrame): VideoTag[] {
    const lengthBytes = this.current?.lengthBytes ?? usualLengthBytes;
    const plain = unitsAfterStartCodes(tag.units, lengthBytes);
    const units = plain ?? unitsOf(tag.units, lengthBytes);
    const came = setsAmong(units);
    const found = came.sps.length + came.pps.length > 0;
    if (!holdsPicture(units)) {
      if (found) this.waiting = came.sps.length > 0 ? came : { ...this.waiting, pps: came.pps };
      return [];
    }
    const described = this.describedBy(mergeSets(this.waiting, came), lengthBytes);
    this.waiting = { sps: [], pps: [] };
    const key = isKeyFrame(units, tag.key);
    if (plain === undefined) return [...described, { ...tag, key }];
    const bytes = withLengths(units, lengthBytes);
    return [...described, { ...tag, key, units: bytes, payload: frameMessage(key, tag.compositionMs, bytes) }];
  }

  /** The description that sets in front of a frame make, where it is new. Unreadable sets make none. */
  private describedBy(came: ParameterSets, lengthBytes: number): VideoTag[] {
    if (came.sps.length === 0) return [];
    try {
      const merged = mergeSets(this.current ?? { sps: [], pps: [] }, came);
      if (this.current && areSame(this.current.sps, merged.sps)) return [];
      const record = writeAvcConfig({ ...merged, lengthBytes });
      this.current = readAvcConfig(record);
      return [{ kind: 'config', avcC: record, payload: configMessage(record) }];
    } catch (error) {
      if (error instanceof BadStream) return [];
      throw error;
    }
  }
}

const isSame = (one: AvcConfig, other: AvcConfig): boolean =>
  one.lengthBytes === other.lengthBytes && areSame(one.sps, other.sps) && areSame(one.pps, other.pps);
