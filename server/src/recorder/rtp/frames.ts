import { BadStream } from '../../rtmp/protocol/bad-stream.ts';
import { readAvcConfig, holdsPicture, isKeyFrame, typeOf, unitType, withLengths } from '../../rtmp/h264/units.ts';
import { areSame, mergeSets, setsAmong, writeAvcConfig, readSps, type ParameterSets } from '../../rtmp/h264/sps.ts';
import type { RtpPacket } from './packets.ts';

/** What the head of a file states about its track. */
export type TrackFormat =
  | { readonly codec: 'avc'; readonly width: number; readonly height: number; readonly avcC: Buffer }
  | { readonly codec: 'vp8'; readonly width: number; readonly height: number }
  | { readonly codec: 'opus' };

export interface Frame {
  readonly timestamp: number;
  readonly bytes: Buffer;
  readonly key: boolean;
  /** With every key frame. */
  readonly format: TrackFormat | undefined;
}

/** Assembles the packets of a codec into frames. */
export interface FrameReader {
  /** Takes the next packet and returns the frame that it completes. `afterLoss`: packets before it are missing. */
  read(packet: RtpPacket, afterLoss: boolean): Frame | undefined;
}

/** A key frame of 4K is far smaller. */
const frameBytesMax = 8 * 1024 * 1024;
const lengthBytes = 4;
const aggregation = 24;
const fragment = 28;

export function frameReader(codec: TrackFormat['codec']): FrameReader {
  if (codec === 'opus')
    return {
      read: ({ timestamp, payload }) =>
        payload.length === 0 ? undefined : { timestamp, bytes: payload, key: true, format: { codec } },
    };
  return codec === 'avc' ? new H264Reader() : new Vp8Reader();
}

/** Collects the packets of one frame, which share a timestamp and end with a marker. */
abstract class VideoReader implements FrameReader {
  private timestamp: number | undefined;
  private bytes = 0;
  private isBroken = false;

  read(packet: RtpPacket, afterLoss: boolean): Frame | undefined {
    const { timestamp, payload, marker } = packet;
    if (timestamp !== this.timestamp) {
      this.timestamp = timestamp;
      this.bytes = 0;
      this.isBroken = false;
      this.begin();
    }
    this.isBroken ||= afterLoss;
    this.bytes += payload.length;
    if (payload.length > 0 && !this.isBroken) this.isBroken = this.bytes > frameBytesMax || !this.take(payload);
    if (!marker || this.isBroken || this.bytes === 0) return undefined;
    this.bytes = 0;
    return this.complete(timestamp);
  }

  protected abstract begin(): void;
  /** False for a payload that cannot be read. */
  protected abstract take(payload: Buffer): boolean;
  protected abstract complete(timestamp: number): Frame | undefined;
}

/** RFC 6184, packetization modes 0 and 1. */
class H264Reader extends VideoReader {
  private units: Buffer[] = [];
  private parts: Buffer[] = [];
  private sets: ParameterSets = { sps: [], pps: [] };
  private format: TrackFormat | undefined;

  protected begin(): void {
    this.units = [];
    this.parts = [];
  }

  protected take(payload: Buffer): boolean {
    const type = typeOf(payload);
    if (type === fragment) return this.takeFragment(payload);
    if (this.parts.length > 0) return false;
    if (type === aggregation) return this.takeAll(payload);
    if (type === 0 || type > aggregation) return false;
    this.units.push(payload);
    return true;
  }

  protected complete(timestamp: number): Frame | undefined {
    const { units } = this;
    if (this.parts.length > 0 || !holdsPicture(units)) return undefined;
    const key = isKeyFrame(units, false);
    const format = key ? this.formatOf(units) : undefined;
    if (key && format === undefined) return undefined;
    const kept = units.filter((unit) => !notKept.has(typeOf(unit)));
    return { timestamp, bytes: withLengths(kept, lengthBytes), key, format };
  }

  private takeFragment(payload: Buffer): boolean {
    if (payload.length < 3) return false;
    const [head, part] = [payload[0]!, payload[1]!];
    if ((part & 0x80) !== 0) {
      if (this.parts.length > 0) return false;
      this.parts = [Buffer.from([(head & 0xe0) | (part & 0x1f)])];
    } else if (this.parts.length === 0) return false;
    this.parts.push(payload.subarray(2));
    if ((part & 0x40) !== 0) {
      this.units.push(Buffer.concat(this.parts));
      this.parts = [];
    }
    return true;
  }

  private takeAll(payload: Buffer): boolean {
    for (let at = 1; at + 2 < payload.length;) {
      const length = payload.readUInt16BE(at);
      if (length === 0 || at + 2 + length > payload.length) return false;
      this.units.push(payload.subarray(at + 2, at + 2 + length));
      at += 2 + length;
    }
    return true;
  }

  /** Undefined while its parameter sets are unknown. */
  private formatOf(units: readonly Buffer[]): TrackFormat | undefined {
    try {
      const sets = mergeSets(this.sets, setsAmong(units));
      if (this.format && areSame(sets.sps, this.sets.sps) && areSame(sets.pps, this.sets.pps)) return this.format;
      const avcC = writeAvcConfig({ ...sets, lengthBytes });
      const { width, height } = readSps(readAvcConfig(avcC).sps[0]!);
      this.sets = sets;
      this.format = { codec: 'avc', width, height, avcC };
      return this.format;
    } catch (error) {
      if (error instanceof BadStream) return undefined;
      throw error;
    }
  }
}

/** Parameter sets are in the head of the file; delimiters and filler contain no picture. */
const notKept: ReadonlySet<number> = new Set([unitType.sps, unitType.pps, unitType.delimiter, unitType.filler]);

/** RFC 7741. */
class Vp8Reader extends VideoReader {
  private parts: Buffer[] = [];

  protected begin(): void {
    this.parts = [];
  }

  protected take(payload: Buffer): boolean {
    const head = descriptorBytes(payload);
    if (head === undefined || head >= payload.length) return false;
    const begins = (payload[0]! & 0x10) !== 0 && (payload[0]! & 0x07) === 0;
    if (begins !== (this.parts.length === 0)) return false;
    this.parts.push(payload.subarray(head));
    return true;
  }

  protected complete(timestamp: number): Frame | undefined {
    const bytes = Buffer.concat(this.parts);
    if (bytes.length < 3) return undefined;
    if ((bytes[0]! & 1) === 1) return { timestamp, bytes, key: false, format: undefined };
    const isKey = bytes.length >= 10 && bytes[3] === 0x9d && bytes[4] === 0x01 && bytes[5] === 0x2a;
    if (!isKey) return undefined;
    const [width, height] = [bytes.readUInt16LE(6) & 0x3fff, bytes.readUInt16LE(8) & 0x3fff];
    if (width === 0 || height === 0) return undefined;
    return { timestamp, bytes, key: true, format: { codec: 'vp8', width, height } };
  }
}

/** The length of the payload descriptor; undefined if it is cut off. */
function descriptorBytes(payload: Buffer): number | undefined {
  if ((payload[0]! & 0x80) === 0) return 1;
  const more = payload[1];
  if (more === undefined) return undefined;
  let at = 2;
  if ((more & 0x80) !== 0) {
    const picture = payload[at];
    if (picture === undefined) return undefined;
    at += (picture & 0x80) === 0 ? 1 : 2;
  }
  if ((more & 0x40) !== 0) at += 1;
  if ((more & 0x30) !== 0) at += 1;
  return at;
}
