import { BadStream } from '../protocol/bad-stream.ts';

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
