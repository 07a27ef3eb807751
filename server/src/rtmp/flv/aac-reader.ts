import { BadStream } from '../protocol/bad-stream.ts';
import type { AacTag } from './audio-tag.ts';

export interface AacMessage {
  readonly isConfig: boolean;
  /** An `AudioSpecificConfig`, or a raw frame. */
  readonly data: Buffer;
  /** The same as a classic FLV audio message, which every decoder reads. */
  readonly payload: Buffer;
}

const oldHead = { config: Buffer.from([0xaf, 0]), frame: Buffer.from([0xaf, 1]) } as const;
const configBytesMin = 2;
const adtsHeadBytes = 7;
const checksumBytes = 2;
/** About a second of audio. */
const waitingFramesMax = 50;

/**
 * Reads AAC with its configuration. Some encoders send no configuration but an ADTS header on each frame, as in
 * transport streams; the configuration is then derived from that header.
 */
export class AacReader {
  private config: Buffer | undefined;
  private waiting = 0;

  /** Frames have arrived for a second without any configuration, so they cannot be decoded. */
  get isUndescribed(): boolean {
    return this.config === undefined && this.waiting > waitingFramesMax;
  }

  read({ config, data }: AacTag): AacMessage[] {
    if (config) return data.length < configBytesMin ? [] : [this.describe(data)];
    const adts = readAdts(data);
    const parts = adts && !this.config?.equals(adts.config) ? [this.describe(adts.config)] : [];
    if (this.config === undefined) this.waiting += 1;
    for (const frame of adts?.frames ?? [data])
      parts.push({ isConfig: false, data: frame, payload: Buffer.concat([oldHead.frame, frame]) });
    return parts;
  }

  private describe(config: Buffer): AacMessage {
    this.config = Buffer.from(config);
    return { isConfig: true, data: config, payload: Buffer.concat([oldHead.config, config]) };
  }
}

/** Encoders send a few frames per message, never more than a second of audio. */
const adtsFramesMax = 64;

/** Splits data that consists of whole frames with ADTS headers (ISO/IEC 13818-7). */
function readAdts(data: Buffer): { frames: Buffer[]; config: Buffer } | undefined {
  const frames: Buffer[] = [];
  let at = 0;
  while (at < data.length) {
    if (data.length - at <= adtsHeadBytes || data[at] !== 0xff || (data[at + 1]! & 0xf6) !== 0xf0) return undefined;
    const length = (data.readUIntBE(at + 3, 3) >> 5) & 0x1f_ff;
    const headBytes = adtsHeadBytes + ((data[at + 1]! & 1) === 0 ? checksumBytes : 0);
    if (length <= headBytes || length > data.length - at) return undefined;
    if (frames.length === adtsFramesMax) throw new BadStream('a message has too many audio frames');
    frames.push(data.subarray(at + headBytes, at + length));
    at += length;
  }
  const head = data.readUInt16BE(2);
  const [objectType, rate, channels] = [((head >> 14) & 3) + 1, (head >> 10) & 15, (head >> 6) & 7];
  const config = Buffer.alloc(2);
  config.writeUInt16BE((objectType << 11) | (rate << 7) | (channels << 3));
  return { frames, config };
}
