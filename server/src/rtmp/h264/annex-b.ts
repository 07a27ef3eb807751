import { BadStream } from '../protocol/bad-stream.ts';
import type { AvcConfig } from './avc-config.ts';

const startCode = Buffer.from([0, 0, 0, 1]);
const unitsMax = 256;
const unitType = { sps: 7, pps: 8, delimiter: 9, filler: 12 } as const;

/** One frame as the packetizer wants it: start codes instead of lengths, and before a key frame what decodes it. */
export function annexB(units: Buffer, config: AvcConfig, key: boolean): Buffer {
  const kept = unitsOf(units, config.lengthBytes);
  const parts: Buffer[] = [];
  if (key && !kept.some((unit) => (unit[0]! & 0x1f) === unitType.sps))
    for (const set of [...config.sps, ...config.pps]) parts.push(startCode, set);
  for (const unit of kept) parts.push(startCode, unit);
  return Buffer.concat(parts);
}

/** Without what only fills. */
function unitsOf(bytes: Buffer, lengthBytes: number): Buffer[] {
  const units: Buffer[] = [];
  let at = 0;
  while (at < bytes.length) {
    if (at + lengthBytes > bytes.length) throw new BadStream('a picture is cut off');
    const length = bytes.readUIntBE(at, lengthBytes);
    at += lengthBytes;
    if (length > bytes.length - at) throw new BadStream('a picture is cut off');
    if (length > 0) {
      const type = bytes[at]! & 0x1f;
      if (type !== unitType.delimiter && type !== unitType.filler) units.push(bytes.subarray(at, at + length));
    }
    at += length;
    if (units.length > unitsMax) throw new BadStream('a picture has too many parts');
  }
  return units;
}
