import { readEnhanced } from './video.ts';
import { BadStream } from '../protocol/bad-stream.ts';

interface AacTag {
  readonly kind: 'aac';
  /** A description of what follows. */
  readonly config: boolean;
  readonly data: Buffer;
}

export type AudioTag = AacTag | { readonly kind: 'other_codec'; readonly codec: string } | { readonly kind: 'nothing' };

const nothing = { kind: 'nothing' } as const;
const aac = 10;
const enhanced = 9;
const aacPacket = { config: 0, frame: 1 } as const;
const newPacket = { config: 0, frame: 1, multitrack: 5 } as const;
const oldCodecs: Readonly<Record<number, string>> = {
  0: 'PCM',
  1: 'ADPCM',
  2: 'MP3',
  3: 'PCM',
  4: 'Nellymoser',
  5: 'Nellymoser',
  6: 'Nellymoser',
  7: 'G.711',
  8: 'G.711',
  11: 'Speex',
  14: 'MP3',
};
const newCodecs: Readonly<Record<string, string>> = {
  Opus: 'Opus',
  fLaC: 'FLAC',
  '.mp3': 'MP3',
  'ac-3': 'AC-3',
  'ec-3': 'E-AC-3',
};
const unknown = 'an unknown codec';

/** The payload of an audio message: what is in it, whether in its old form or the enhanced one. */
export function readAudioTag(payload: Buffer): AudioTag {
  // The header alone is a pause, or an empty description.
  if (payload.length < 3) return nothing;
  const codec = payload[0]! >> 4;
  if (codec === enhanced) return readNew(payload);
  if (codec !== aac) return { kind: 'other_codec', codec: oldCodecs[codec] ?? unknown };
  return aacTag(payload[1]!, aacPacket, payload.subarray(2));
}

function readNew(payload: Buffer): AudioTag {
  const tag = readEnhanced(payload, newPacket.multitrack);
  if (tag === undefined || (tag.packet !== newPacket.config && tag.packet !== newPacket.frame)) return nothing;
  if (tag.name !== 'mp4a') return { kind: 'other_codec', codec: newCodecs[tag.name] ?? unknown };
  return aacTag(tag.packet, newPacket, tag.data);
}

function aacTag(packet: number, packets: { config: number; frame: number }, data: Buffer): AudioTag {
  if (data.length === 0 || (packet !== packets.config && packet !== packets.frame)) return nothing;
  return { kind: 'aac', config: packet === packets.config, data };
}

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
