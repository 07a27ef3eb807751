import { readEnhanced } from './enhanced-tag.ts';

export interface AacTag {
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
