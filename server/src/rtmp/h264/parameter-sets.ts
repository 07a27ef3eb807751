import { BadStream } from '../protocol/bad-stream.ts';
import { type AvcConfig, setBytesMax } from './avc-config.ts';
import { BitReader } from './bit-reader.ts';
import { chromaNames, readSps } from './sps.ts';
import { typeOf, unitType } from './units.ts';

export type ParameterSets = Pick<AvcConfig, 'sps' | 'pps'>;

const setsMax = 31;
const spsBytesMin = 5;
/** Profiles whose record says more of the samples. */
const highProfiles: ReadonlySet<number> = new Set([100, 110, 122, 144, 244]);

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
  const more = highProfiles.has(first[1]!)
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
