import { BadStream } from '../protocol/bad-stream.ts';
import type { AacTag } from './audio-tag.ts';

export interface AacPart {
  readonly isConfig: boolean;
  /** An `AudioSpecificConfig`, or a frame without any head. */
  readonly data: Buffer;
  /** The same as an audio message in its old form, which every decoder reads. */
  readonly payload: Buffer;
}

const oldHead = { config: Buffer.from([0xaf, 0]), frame: Buffer.from([0xaf, 1]) } as const;
const configBytesMin = 2;
const adtsHeadBytes = 7;
const checksumBytes = 2;
/** About a second of sound. */
const waitingFramesMax = 50;

/**
 * AAC with its description. Where an encoder leaves the description out and puts an ADTS head in front of each frame,
 * as it stands in transport streams, the description is made from that.
 */
export class AacSound {
  private config: Buffer | undefined;
  private waiting = 0;

  /** Frames came for a second, and nothing ever said what they are: nobody can decode them. */
  get isUndescribed(): boolean {
    return this.config === undefined && this.waiting > waitingFramesMax;
  }

  read({ config, data }: AacTag): AacPart[] {
    if (config) return data.length < configBytesMin ? [] : [this.describe(data)];
    const adts = readAdts(data);
    const parts = adts && !this.config?.equals(adts.config) ? [this.describe(adts.config)] : [];
    if (this.config === undefined) this.waiting += 1;
    for (const frame of adts?.frames ?? [data])
      parts.push({ isConfig: false, data: frame, payload: Buffer.concat([oldHead.frame, frame]) });
    return parts;
  }

  private describe(config: Buffer): AacPart {
    this.config = Buffer.from(config);
    return { isConfig: true, data: config, payload: Buffer.concat([oldHead.config, config]) };
  }
}

/** Encoders send a few at once, never more than a second of sound. */
const adtsFramesMax = 64;

/** Frames with ADTS heads (ISO/IEC 13818-7), one or several, where the data is made of whole ones. */
function readAdts(data: Buffer): { frames: Buffer[]; config: Buffer } | undefined {
  const frames: Buffer[] = [];
  let at = 0;
  while (at < data.length) {
    if (data.length - at <= adtsHeadBytes || data[at] !== 0xff || (data[at + 1]! & 0xf6) !== 0xf0) return undefined;
    const length = (data.readUIntBE(at + 3, 3) >> 5) & 0x1f_ff;
    const headBytes = adtsHeadBytes + ((data[at + 1]! & 1) === 0 ? checksumBytes : 0);
    if (length <= headBytes || length > data.length - at) return undefined;
    if (frames.length === adtsFramesMax) throw new BadStream('a message has too many frames of sound');
    frames.push(data.subarray(at + headBytes, at + length));
    at += length;
  }
  const head = data.readUInt16BE(2);
  const [objectType, rate, channels] = [((head >> 14) & 3) + 1, (head >> 10) & 15, (head >> 6) & 7];
  const config = Buffer.alloc(2);
  config.writeUInt16BE((objectType << 11) | (rate << 7) | (channels << 3));
  return { frames, config };
}
