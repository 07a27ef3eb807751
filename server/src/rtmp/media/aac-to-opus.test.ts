import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, OggOutputFormat, Output } from 'mediabunny';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../test/harness.ts';
import { encode } from '../../../test/ingest/sent-media.ts';
import { AacToOpusTranscoder } from './aac-to-opus.ts';

const run = promisify(execFile);
const ffmpeg = { path: 'ffmpeg', env: { PATH: process.env['PATH'] ?? '' } };
const seconds = 2;
const packetSeconds = 0.02;

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'sound-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Heard {
  /** Of each channel, in dB of full scale. */
  readonly rms: number[];
  /** The loudest that the host's meter showed. */
  readonly level: number;
}

/** What viewers hear of sound that ffmpeg makes by these arguments, played on two speakers. */
async function heard(source: string, more: string): Promise<Heard> {
  const sent = await encode(['-f', 'lavfi', '-i', source, '-t', String(seconds), ...more.split(' ')]);
  const packets: Buffer[] = [];
  const sound = new AacToOpusTranscoder(ffmpeg, (packet) => void packets.push(Buffer.from(packet)));
  sound.describe(sent[0]!.payload);
  for (const { payload, timestamp } of sent.slice(1)) sound.write(payload, timestamp, timestamp);
  await until('the sound has arrived', () => packets.length * packetSeconds > seconds - 0.3);
  sound.close();
  const path = join(folder, 'heard.ogg');
  await writeFile(path, await oggOf(packets));
  const measured = 'aformat=channel_layouts=stereo,atrim=0.5:1.5,astats=measure_overall=none';
  const { stderr } = await run('ffmpeg', ['-i', path, '-af', measured, '-f', 'null', '-']);
  const rms = [...stderr.matchAll(/RMS level dB: (\S+)/g)].map(([, level]) => Number(level));
  return { rms, level: sound.level.take() ?? 0 };
}

/** Two channels at 48 kHz (RFC 7845, 5.1). */
const opusHead = Buffer.concat([Buffer.from('OpusHead'), Buffer.from('010238018bb80000000000', 'hex').fill(0, 6)]);

async function oggOf(packets: readonly Buffer[]): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ format: new OggOutputFormat(), target });
  const source = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(source);
  await output.start();
  const decoderConfig = { codec: 'opus', sampleRate: 48_000, numberOfChannels: 2, description: opusHead };
  for (const [index, packet] of packets.entries())
    await source.add(new EncodedPacket(packet, 'key', index * packetSeconds, packetSeconds), { decoderConfig });
  await output.finalize();
  return Buffer.from(target.buffer!);
}

const tone = (layout: string, levels: readonly number[]): string =>
  `aevalsrc=${levels.map((level) => `${level}*sin(2765*t)`).join('|')}:s=48000:c=${layout}`;
/** A sine's mean square is half the square of its peak. */
const decibels = (peak: number): number => 20 * Math.log10(peak / Math.SQRT2);

test.each([
  ['mono', 'mono', [0.5], [0.5, 0.5]],
  ['stereo', 'stereo', [0.5, 0.1], [0.5, 0.1]],
  ['the front of 5.1', '5.1', [0.5, 0.25, 0, 0, 0, 0], [0.5, 0.25]],
  ['the center of 5.1, half of its power on each speaker', '5.1', [0, 0, 0.5, 0, 0, 0], [0.354, 0.354]],
])('viewers hear %s as loud as it was sent', async (_, layout, sent, wanted) => {
  const { rms, level } = await heard(tone(layout, sent), '-c:a aac -b:a 192k');
  for (const [channel, peak] of wanted.entries()) expect(Math.abs(rms[channel]! - decibels(peak))).toBeLessThan(0.7);
  // The first frames of AAC overshoot.
  expect(Math.abs(level - Math.max(...wanted))).toBeLessThan(0.15);
});
