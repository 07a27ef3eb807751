import { BadStream } from '../protocol/bad-stream.ts';
import { readEnhanced } from './enhanced-tag.ts';

export interface VideoFrame {
  readonly kind: 'frame';
  readonly key: boolean;
  readonly compositionMs: number;
  readonly units: Buffer;
  readonly payload: Buffer;
}

export type VideoTag =
  | {
      readonly kind: 'config';
      readonly avcC: Buffer;
      /** The message in its old form, which every decoder reads. */
      readonly payload: Buffer;
    }
  | VideoFrame
  | { readonly kind: 'other_codec'; readonly codec: string }
  | { readonly kind: 'nothing' };

const nothing = { kind: 'nothing' } as const;
const avc = 7;
const keyFrame = 1;
const interFrame = 2;
/** A command to a player, no picture. */
const commandFrame = 5;
const oldHeadBytes = 5;
const avcPacket = { config: 0, frame: 1 } as const;
const newPacket = { config: 0, frame: 1, end: 2, frameWithoutTime: 3, metadata: 4, multitrack: 6 } as const;
/** Version, profile, level, and the number of descriptions: a shorter record describes nothing. */
const avcCBytesMin = 7;
const oldCodecs: Readonly<Record<number, string>> = {
  2: 'H.263',
  3: 'Screen Video',
  4: 'VP6',
  5: 'VP6',
  6: 'Screen Video 2',
  8: 'H.263',
  9: 'MPEG-4 Visual',
  12: 'HEVC (H.265)',
  13: 'AV1',
};
const newCodecs: Readonly<Record<string, string>> = {
  hvc1: 'HEVC (H.265)',
  av01: 'AV1',
  vp08: 'VP8',
  vp09: 'VP9',
  vvc1: 'VVC (H.266)',
};

/** The payload of a video message. */
export function readVideoTag(payload: Buffer): VideoTag {
  if (payload.length < oldHeadBytes) return nothing;
  const first = payload[0]!;
  const frame = (first >> 4) & 7;
  if ((first & 0x80) !== 0) return readNew(payload, frame);
  if (frame === commandFrame) return nothing;
  const codec = first & 0x0f;
  if (codec !== avc) return { kind: 'other_codec', codec: oldCodecs[codec] ?? 'an unknown codec' };
  const rest = payload.subarray(oldHeadBytes);
  if (payload[1] === avcPacket.config) return config(payload, rest);
  if (payload[1] !== avcPacket.frame) return nothing;
  return { kind: 'frame', key: frame === keyFrame, compositionMs: payload.readIntBE(2, 3), units: rest, payload };
}

function readNew(payload: Buffer, frame: number): VideoTag {
  // No codec stands in a command.
  if (frame === commandFrame) return nothing;
  const tag = readEnhanced(payload, newPacket.multitrack);
  if (tag === undefined || tag.packet === newPacket.metadata || tag.packet === newPacket.end) return nothing;
  const { packet, name, data } = tag;
  if (name !== 'avc1') return { kind: 'other_codec', codec: newCodecs[name] ?? 'an unknown codec' };
  if (packet === newPacket.config) return config(configMessage(data), data);
  if (packet !== newPacket.frame && packet !== newPacket.frameWithoutTime) return nothing;
  const timeBytes = packet === newPacket.frame ? 3 : 0;
  if (data.length < timeBytes) throw new BadStream('a picture is cut off');
  const time = timeBytes > 0 ? data.subarray(0, timeBytes) : Buffer.alloc(3);
  const units = data.subarray(timeBytes);
  const key = frame === keyFrame;
  return {
    kind: 'frame',
    key,
    compositionMs: time.readIntBE(0, 3),
    units,
    payload: inOldForm(key, avcPacket.frame, time, units),
  };
}

/**
 * Cameras send an empty description first, and the real one right behind it. Some write the sets alone, after start
 * codes: they are read like those in front of a frame.
 */
function config(payload: Buffer, avcC: Buffer): VideoTag {
  if (/^\0\0\0?\x01/.test(avcC.toString('latin1', 0, 4)))
    return { kind: 'frame', key: false, compositionMs: 0, units: avcC, payload };
  const sets = avcC.length < avcCBytesMin ? 0 : avcC[5]! & 0x1f;
  return sets === 0 ? nothing : { kind: 'config', avcC, payload };
}

/** Both in their old form, which every decoder reads. */
export const configMessage = (avcC: Buffer): Buffer => inOldForm(true, avcPacket.config, Buffer.alloc(3), avcC);
export function frameMessage(key: boolean, compositionMs: number, units: Buffer): Buffer {
  const time = Buffer.alloc(3);
  time.writeIntBE(compositionMs, 0, 3);
  return inOldForm(key, avcPacket.frame, time, units);
}

const inOldForm = (key: boolean, packet: number, time: Buffer, rest: Buffer): Buffer =>
  Buffer.concat([Buffer.from([((key ? keyFrame : interFrame) << 4) | avc, packet]), time, rest]);
