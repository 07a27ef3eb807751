export type AudioTag =
  | { readonly kind: 'aac'; readonly config: boolean }
  | { readonly kind: 'other_codec'; readonly codec: string }
  | { readonly kind: 'nothing' };

const aac = 10;
const enhanced = 9;
const oldCodecs: Readonly<Record<number, string>> = { 2: 'MP3', 11: 'Speex', 14: 'MP3' };

/** The payload of an audio message: what is in it; the bytes go to the decoder as they are. */
export function readAudioTag(payload: Buffer): AudioTag {
  // The header alone is a pause.
  if (payload.length < 3) return { kind: 'nothing' };
  const codec = payload[0]! >> 4;
  if (codec === aac) return { kind: 'aac', config: payload[1] === 0 };
  const name = payload.toString('latin1', 1, 5);
  return {
    kind: 'other_codec',
    codec: codec === enhanced && /^[\w.-]{4}$/.test(name) ? name : (oldCodecs[codec] ?? 'an unknown codec'),
  };
}
