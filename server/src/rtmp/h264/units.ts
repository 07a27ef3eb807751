import { BadStream } from '../protocol/bad-stream.ts';

const zerosMax = 31;

/** Bits and Exp-Golomb numbers, as H.264 writes them. */
export class BitReader {
  private at = 0;
  private readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  skip(count: number): void {
    this.at += count;
    if (this.at > this.bytes.length * 8) throw new BadStream('the description of the picture is cut off');
  }

  /** Up to 31 bits. */
  number(count: number): number {
    let value = 0;
    for (let index = 0; index < count; index += 1) {
      const byte = this.bytes[this.at >> 3];
      if (byte === undefined) throw new BadStream('the description of the picture is cut off');
      value = value * 2 + ((byte >> (7 - (this.at & 7))) & 1);
      this.at += 1;
    }
    return value;
  }

  unsigned(): number {
    let zeros = 0;
    while (this.number(1) === 0) {
      zeros += 1;
      if (zeros > zerosMax) throw new BadStream('the description of the picture cannot be read');
    }
    return 2 ** zeros - 1 + this.number(zeros);
  }

  signed(): number {
    const value = this.unsigned();
    return value % 2 === 0 ? -value / 2 : (value + 1) / 2;
  }
}

export const unitType = { slice: 1, idr: 5, sps: 7, pps: 8, delimiter: 9, filler: 12 } as const;
export const typeOf = (unit: Buffer): number => unit[0]! & 0x1f;

const unitsMax = 256;
const intraSlices: ReadonlySet<number> = new Set([2, 4, 7, 9]);
/** Of a slice: enough for the two numbers that it begins with. */
const sliceHeadBytes = 12;

/** The units of one frame by their lengths, without those that only fill. Throws `BadStream`. */
export function unitsOf(bytes: Buffer, lengthBytes: number): Buffer[] {
  const units: Buffer[] = [];
  let at = 0;
  while (at < bytes.length) {
    if (at + lengthBytes > bytes.length) throw new BadStream('a picture is cut off');
    const length = bytes.readUIntBE(at, lengthBytes);
    at += lengthBytes;
    if (length > bytes.length - at) throw new BadStream('a picture is cut off');
    const unit = bytes.subarray(at, at + length);
    if (length > 0 && typeOf(unit) !== unitType.delimiter && typeOf(unit) !== unitType.filler) units.push(unit);
    at += length;
    if (units.length > unitsMax) throw new BadStream('a picture has too many parts');
  }
  return units;
}

/**
 * The units of bytes with start codes, as they stand in transport streams: some cameras send them by RTMP, where units
 * have lengths. Undefined where the bytes have none. `0 0 1` may be the beginning of a length, too.
 */
export function unitsAfterStartCodes(bytes: Buffer, lengthBytes: number): Buffer[] | undefined {
  const begin = bytes.indexOf(startCode);
  if (begin !== 0 && !(begin === 1 && bytes[0] === 0)) return undefined;
  if (lengthsAddUp(bytes, lengthBytes)) return undefined;
  const units: Buffer[] = [];
  for (let at = begin + startCode.length; at < bytes.length;) {
    const next = bytes.indexOf(startCode, at);
    let end = next < 0 ? bytes.length : next;
    // The fourth byte of a long start code, and zeros that only fill.
    while (end > at && bytes[end - 1] === 0) end -= 1;
    if (end > at) units.push(bytes.subarray(at, end));
    if (units.length > unitsMax) throw new BadStream('a picture has too many parts');
    if (next < 0) break;
    at = next + startCode.length;
  }
  return units;
}

const startCode = Buffer.from([0, 0, 1]);

function lengthsAddUp(bytes: Buffer, lengthBytes: number): boolean {
  let at = 0;
  while (at + lengthBytes <= bytes.length) at += lengthBytes + bytes.readUIntBE(at, lengthBytes);
  return at === bytes.length;
}

export function withLengths(units: readonly Buffer[], lengthBytes: number): Buffer {
  return Buffer.concat(
    units.flatMap((unit) => {
      const length = Buffer.alloc(lengthBytes);
      length.writeUIntBE(unit.length, 0, lengthBytes);
      return [length, unit];
    }),
  );
}

/**
 * Whether a decoder can start at the frame. Encoders flag every frame or none, so an IDR frame counts as a key frame
 * even without a flag; a frame of intra slices only (a recovery point) counts when it is flagged.
 */
export function isKeyFrame(units: readonly Buffer[], flagged: boolean): boolean {
  if (units.some((unit) => typeOf(unit) === unitType.idr)) return true;
  const slice = units.find((unit) => typeOf(unit) === unitType.slice);
  return flagged && slice !== undefined && isIntra(slice);
}

function isIntra(slice: Buffer): boolean {
  try {
    const bits = new BitReader(slice.subarray(1, sliceHeadBytes));
    bits.unsigned();
    return intraSlices.has(bits.unsigned());
  } catch (error) {
    if (error instanceof BadStream) return false;
    throw error;
  }
}

/** Whether anything of a picture is among the units. */
export const holdsPicture = (units: readonly Buffer[]): boolean =>
  units.some((unit) => typeOf(unit) >= unitType.slice && typeOf(unit) <= unitType.idr);

const longStartCode = Buffer.from([0, 0, 0, 1]);

/** One frame as the packetizer wants it: start codes instead of lengths, and before a key frame what decodes it. */
export function annexB(units: Buffer, config: AvcConfig, key: boolean): Buffer {
  const kept = unitsOf(units, config.lengthBytes);
  const parts: Buffer[] = [];
  if (key && !kept.some((unit) => typeOf(unit) === unitType.sps))
    for (const set of [...config.sps, ...config.pps]) parts.push(longStartCode, set);
  for (const unit of kept) parts.push(longStartCode, unit);
  return Buffer.concat(parts);
}

/** How an encoder's pictures are cut, and what a decoder must know before the first. */
export interface AvcConfig {
  /** Bytes of the length before each unit. */
  readonly lengthBytes: number;
  readonly sps: readonly Buffer[];
  readonly pps: readonly Buffer[];
}

export const setBytesMax = 1024;

/** Reads the `AVCDecoderConfigurationRecord` of ISO/IEC 14496-15. */
export function readAvcConfig(avcC: Buffer): AvcConfig {
  if (avcC.length < 7 || avcC[0] !== 1) throw new BadStream('the description of the picture cannot be read');
  let at = 5;
  const sets = (mask: number): Buffer[] => {
    const count = byteAt(avcC, at++) & mask;
    const found: Buffer[] = [];
    for (let index = 0; index < count; index += 1) {
      const length = byteAt(avcC, at) * 256 + byteAt(avcC, at + 1);
      const set = avcC.subarray(at + 2, at + 2 + length);
      if (set.length !== length || length === 0 || length > setBytesMax)
        throw new BadStream('the description of the picture is cut off');
      found.push(Buffer.from(set));
      at += 2 + length;
    }
    return found;
  };
  const config = { lengthBytes: (avcC[4]! & 3) + 1, sps: sets(0x1f), pps: sets(0xff) };
  if (config.sps.length === 0) throw new BadStream('the description of the picture is empty');
  return config;
}

function byteAt(bytes: Buffer, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new BadStream('the description of the picture is cut off');
  return byte;
}
