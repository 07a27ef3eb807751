import type { AvcConfig } from './avc-config.ts';
import { typeOf, unitsOf, unitType } from './units.ts';

const startCode = Buffer.from([0, 0, 0, 1]);

/** One frame as the packetizer wants it: start codes instead of lengths, and before a key frame what decodes it. */
export function annexB(units: Buffer, config: AvcConfig, key: boolean): Buffer {
  const kept = unitsOf(units, config.lengthBytes);
  const parts: Buffer[] = [];
  if (key && !kept.some((unit) => typeOf(unit) === unitType.sps))
    for (const set of [...config.sps, ...config.pps]) parts.push(startCode, set);
  for (const unit of kept) parts.push(startCode, unit);
  return Buffer.concat(parts);
}
