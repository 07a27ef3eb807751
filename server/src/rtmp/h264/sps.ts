import { BitReader } from './units.ts';
import { BadStream } from '../protocol/bad-stream.ts';
import { setBytesMax, typeOf, unitType, type AvcConfig } from './units.ts';

export interface VideoInfo {
  readonly width: number;
  readonly height: number;
  /** Frames that a decoder must hold back to put them in order: 0 means no B-frames. Undefined: it does not say. */
  readonly reordered: number | undefined;
  /** Bits of a sample: the larger of brightness and color. */
  readonly bitDepth: number;
  readonly chroma: '4:0:0' | '4:2:0' | '4:2:2' | '4:4:4';
  readonly interlaced: boolean;
  /** In tenths: 42 is level 4.2. */
  readonly level: number;
  /** What a decoder holds, before it is cropped. */
  readonly coded: { readonly width: number; readonly height: number };
}

const chromaNames = ['4:0:0', '4:2:0', '4:2:2', '4:4:4'] as const;

const highProfiles = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);
const baseline = 66;
const extendedAspect = 255;
const macroblock = 16;
const macroblocksAcrossMax = 1024;

/** Size and order out of a sequence parameter set (H.264, 7.3.2.1.1 and E.1.1). */
export function readSps(sps: Buffer): VideoInfo {
  const bits = new BitReader(withoutEmulation(sps.subarray(1)));
  const profile = bits.number(8);
  bits.skip(8);
  const level = bits.number(8);
  bits.unsigned();
  const { chroma, bitDepth } = highProfiles.has(profile) ? readSamples(bits) : { chroma: 1, bitDepth: 8 };
  bits.unsigned();
  skipPictureOrder(bits);
  bits.unsigned();
  bits.skip(1);
  const across = bits.unsigned() + 1;
  const down = bits.unsigned() + 1;
  const framesOnly = bits.number(1);
  if (framesOnly === 0) bits.skip(1);
  bits.skip(1);
  if (across > macroblocksAcrossMax || down > macroblocksAcrossMax) throw new BadStream('the picture has no size');
  const coded = { width: across * macroblock, height: down * macroblock * (2 - framesOnly) };
  return {
    ...cropped(bits, coded.width, coded.height, chroma, framesOnly),
    reordered: profile === baseline ? 0 : readReordered(bits),
    bitDepth,
    chroma: chromaNames[chroma]!,
    interlaced: framesOnly === 0,
    level,
    coded,
  };
}

function readSamples(bits: BitReader): { chroma: number; bitDepth: number } {
  const chroma = bits.unsigned();
  if (chroma >= chromaNames.length) throw new BadStream('the colors of the picture cannot be read');
  if (chroma === 3) bits.skip(1);
  const bitDepth = 8 + Math.max(bits.unsigned(), bits.unsigned());
  bits.skip(1);
  if (bits.number(1) === 1)
    for (let list = 0; list < (chroma === 3 ? 12 : 8); list += 1)
      if (bits.number(1) === 1) skipScalingList(bits, list < 6 ? 16 : 64);
  return { chroma, bitDepth };
}

function skipScalingList(bits: BitReader, size: number): void {
  let last = 8;
  let next = 8;
  for (let index = 0; index < size; index += 1) {
    if (next !== 0) next = (last + bits.signed() + 256) % 256;
    last = next === 0 ? last : next;
  }
}

function skipPictureOrder(bits: BitReader): void {
  const kind = bits.unsigned();
  if (kind === 0) bits.unsigned();
  if (kind !== 1) return;
  bits.skip(1);
  bits.signed();
  bits.signed();
  const cycle = bits.unsigned();
  if (cycle > 255) throw new BadStream('the order of the pictures cannot be read');
  for (let index = 0; index < cycle; index += 1) bits.signed();
}

function cropped(bits: BitReader, width: number, height: number, chroma: number, framesOnly: number) {
  if (bits.number(1) === 0) return { width, height };
  const [left, right, top, bottom] = [bits.unsigned(), bits.unsigned(), bits.unsigned(), bits.unsigned()];
  const unitX = chroma === 1 || chroma === 2 ? 2 : 1;
  const unitY = (chroma === 1 ? 2 : 1) * (2 - framesOnly);
  const form = { width: width - (left + right) * unitX, height: height - (top + bottom) * unitY };
  if (form.width <= 0 || form.height <= 0) throw new BadStream('the picture has no size');
  return form;
}

/** `max_num_reorder_frames`, where the encoder says it. */
function readReordered(bits: BitReader): number | undefined {
  if (bits.number(1) === 0) return undefined;
  if (bits.number(1) === 1 && bits.number(8) === extendedAspect) bits.skip(32);
  if (bits.number(1) === 1) bits.skip(1);
  if (bits.number(1) === 1) {
    bits.skip(4);
    if (bits.number(1) === 1) bits.skip(24);
  }
  if (bits.number(1) === 1) {
    bits.unsigned();
    bits.unsigned();
  }
  if (bits.number(1) === 1) bits.skip(65);
  const nal = bits.number(1) === 1;
  if (nal) skipHrd(bits);
  const vcl = bits.number(1) === 1;
  if (vcl) skipHrd(bits);
  if (nal || vcl) bits.skip(1);
  bits.skip(1);
  if (bits.number(1) === 0) return undefined;
  bits.skip(1);
  for (let index = 0; index < 4; index += 1) bits.unsigned();
  return bits.unsigned();
}

function skipHrd(bits: BitReader): void {
  const count = bits.unsigned() + 1;
  if (count > 32) throw new BadStream('the picture cannot be read');
  bits.skip(8);
  for (let index = 0; index < count; index += 1) {
    bits.unsigned();
    bits.unsigned();
    bits.skip(1);
  }
  bits.skip(20);
}

/** Inside a unit, two zeros are followed by a three that means nothing. */
function withoutEmulation(bytes: Buffer): Buffer {
  const kept: number[] = [];
  let zeros = 0;
  for (const byte of bytes) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    kept.push(byte);
  }
  return Buffer.from(kept);
}

export type ParameterSets = Pick<AvcConfig, 'sps' | 'pps'>;

const setsMax = 31;
const spsBytesMin = 5;
/** Profiles whose record says more of the samples. */
const profilesWithChroma: ReadonlySet<number> = new Set([100, 110, 122, 144, 244]);

/** The parameter sets among the units of a frame. */
export function setsAmong(units: readonly Buffer[]): ParameterSets {
  const ofType = (type: number, bytesMin: number): Buffer[] =>
    units.filter((unit) => typeOf(unit) === type && unit.length >= bytesMin && unit.length <= setBytesMax);
  return { sps: ofType(unitType.sps, spsBytesMin), pps: ofType(unitType.pps, 2) };
}

/** The newer sets take the place of those with the same number. */
export function mergeSets(older: ParameterSets, newer: ParameterSets): ParameterSets {
  return { sps: merge(older.sps, newer.sps, spsNumber), pps: merge(older.pps, newer.pps, ppsNumber) };
}

function merge(older: readonly Buffer[], newer: readonly Buffer[], numberOf: (set: Buffer) => number): Buffer[] {
  const sets = new Map<number, Buffer>();
  for (const set of [...older, ...newer]) sets.set(numberOf(set), set);
  return [...sets.values()].slice(0, setsMax);
}

const numberAfter = (set: Buffer, bytes: number): number => new BitReader(set.subarray(bytes)).unsigned();
const spsNumber = (set: Buffer): number => numberAfter(set, 4);
const ppsNumber = (set: Buffer): number => numberAfter(set, 1);

export const areSame = (some: readonly Buffer[], others: readonly Buffer[]): boolean =>
  some.length === others.length && some.every((set, index) => set.equals(others[index]!));

/** The `AVCDecoderConfigurationRecord` of ISO/IEC 14496-15. Throws `BadStream` where the sets cannot be read. */
export function writeAvcConfig({ sps, pps, lengthBytes }: AvcConfig): Buffer {
  const first = sps[0];
  if (first === undefined || pps.length === 0) throw new BadStream('the description of the picture is empty');
  const { chroma, bitDepth } = readSps(first);
  const more = profilesWithChroma.has(first[1]!)
    ? [0xfc | chromaNames.indexOf(chroma), 0xf8 | (bitDepth - 8), 0xf8 | (bitDepth - 8), 0]
    : [];
  return Buffer.concat([
    Buffer.from([1, ...first.subarray(1, 4), 0xfc | (lengthBytes - 1), 0xe0 | sps.length]),
    ...sps.flatMap(withLength),
    Buffer.from([pps.length]),
    ...pps.flatMap(withLength),
    Buffer.from(more),
  ]);
}

const withLength = (set: Buffer): Buffer[] => [Buffer.from([set.length >> 8, set.length & 0xff]), set];
