import { BadStream } from '../protocol/bad-stream.ts';

export type VideoTag =
  | { readonly kind: 'config'; readonly avcC: Buffer }
  | { readonly kind: 'frame'; readonly key: boolean; readonly compositionMs: number; readonly units: Buffer }
  | { readonly kind: 'other_codec'; readonly codec: string }
  | { readonly kind: 'nothing' };

const avc = 7;
const keyFrame = 1;
/** A command to a player, no picture. */
const commandFrame = 5;
const oldCodecs: Readonly<Record<number, string>> = {
  2: 'H.263',
  3: 'Screen Video',
  4: 'VP6',
  5: 'VP6',
  6: 'Screen Video 2',
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

/** The payload of a video message. The enhanced form (a name of four letters) is read so far as H.264 goes. */
export function readVideoTag(payload: Buffer): VideoTag {
  if (payload.length < 5) return { kind: 'nothing' };
  const first = payload[0]!;
  if ((first & 0x80) !== 0) return readEnhanced(payload);
  const codec = first & 0x0f;
  if (codec !== avc) return { kind: 'other_codec', codec: oldCodecs[codec] ?? 'an unknown codec' };
  const frame = first >> 4;
  if (frame === commandFrame) return { kind: 'nothing' };
  return readAvc(payload[1]!, frame === keyFrame, payload.readIntBE(2, 3), payload.subarray(5));
}

function readEnhanced(payload: Buffer): VideoTag {
  const frame = (payload[0]! >> 4) & 7;
  const packet = payload[0]! & 0x0f;
  const name = payload.toString('latin1', 1, 5);
  if (name !== 'avc1') return { kind: 'other_codec', codec: newCodecs[name] ?? 'an unknown codec' };
  if (frame === commandFrame) return { kind: 'nothing' };
  const rest = payload.subarray(5);
  // 3: a frame whose composition time is 0 and left out.
  if (packet === 3) return readAvc(1, frame === keyFrame, 0, rest);
  if (packet !== 1) return readAvc(packet, false, 0, rest);
  if (rest.length < 3) throw new BadStream('a picture is cut off');
  return readAvc(1, frame === keyFrame, rest.readIntBE(0, 3), rest.subarray(3));
}

function readAvc(packet: number, key: boolean, compositionMs: number, rest: Buffer): VideoTag {
  if (packet === 0) return { kind: 'config', avcC: rest };
  if (packet !== 1) return { kind: 'nothing' };
  return { kind: 'frame', key, compositionMs, units: rest };
}
