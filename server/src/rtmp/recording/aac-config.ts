import { BitReader } from '../h264/units.ts';
import { BadStream } from '../protocol/bad-stream.ts';

/** What an MP4 file states about AAC audio, read from the `AudioSpecificConfig` (ISO/IEC 14496-3). */
export interface AacInfo {
  readonly codec: string;
  /** Rate of the core codec: half of the output rate with spectral band replication (HE-AAC). */
  readonly sampleRate: number;
  readonly channels: number;
  readonly frameSamples: number;
  readonly config: Buffer;
}

const rates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350];
const channelsOf: Readonly<Record<number, number>> = { 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 8, 11: 7, 12: 8, 14: 8 };
const explicitRate = 15;
const escape = 31;
const bandReplication = 5;
const parametricStereo = 29;
/** Main, LC, SSR and LTP, whose `GASpecificConfig` we read. */
const generalAudioMax = 4;

/** Undefined for a configuration that we cannot write to a file. */
export function readAacConfig(config: Buffer): AacInfo | undefined {
  try {
    return readInfo(config);
  } catch (error) {
    if (error instanceof BadStream) return undefined;
    throw error;
  }
}

function readInfo(config: Buffer): AacInfo | undefined {
  const bits = new BitReader(config);
  const type = readType(bits);
  const sampleRate = readRate(bits);
  const layout = bits.number(4);
  const isExtended = type === bandReplication || type === parametricStereo;
  if (isExtended) readRate(bits);
  const core = isExtended ? readType(bits) : type;
  if (sampleRate === undefined || core > generalAudioMax || core === 0) return undefined;
  const frameSamples = bits.number(1) === 1 ? 960 : 1024;
  if (bits.number(1) === 1) bits.skip(14);
  bits.skip(1);
  const channels = layout === 0 ? readProgramChannels(bits) : channelsOf[layout];
  if (channels === undefined) return undefined;
  return { codec: `mp4a.40.${type}`, sampleRate, channels, frameSamples, config: Buffer.from(config) };
}

function readType(bits: BitReader): number {
  const type = bits.number(5);
  return type === escape ? 32 + bits.number(6) : type;
}

function readRate(bits: BitReader): number | undefined {
  const index = bits.number(4);
  return index === explicitRate ? bits.number(24) || undefined : rates[index];
}

/** A `program_config_element` lists the channels one by one when none of the standard layouts fits. */
function readProgramChannels(bits: BitReader): number | undefined {
  bits.skip(4 + 2 + 4);
  const [front, side, back] = [bits.number(4), bits.number(4), bits.number(4)];
  const [lowFrequency, data, coupling] = [bits.number(2), bits.number(3), bits.number(4)];
  for (const mixBits of [4, 4, 3]) if (bits.number(1) === 1) bits.skip(mixBits);
  let channels = lowFrequency;
  for (let element = 0; element < front + side + back; element += 1) {
    channels += bits.number(1) === 1 ? 2 : 1;
    bits.skip(4);
  }
  bits.skip(lowFrequency * 4 + data * 4 + coupling * 5);
  return channels === 0 ? undefined : channels;
}
