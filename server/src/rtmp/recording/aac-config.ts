/** What an MP4 says of the sound: read from the `AudioSpecificConfig` of ISO/IEC 14496-3. */
export interface AacForm {
  readonly codec: string;
  readonly sampleRate: number;
  readonly channels: number;
  readonly config: Buffer;
}

const rates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350];
const channelsOf: Readonly<Record<number, number>> = { 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 8 };

/** Undefined where the description is not one that we write. */
export function readAacConfig(config: Buffer): AacForm | undefined {
  const [first, second] = config;
  if (first === undefined || second === undefined) return undefined;
  const sampleRate = rates[((first & 7) << 1) | (second >> 7)];
  const channels = channelsOf[(second >> 3) & 15];
  if (sampleRate === undefined || channels === undefined) return undefined;
  return { codec: `mp4a.40.${first >> 3}`, sampleRate, channels, config: Buffer.from(config) };
}
