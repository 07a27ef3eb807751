import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../test/harness.ts';
import { encode, type SentMessage } from '../../../test/ingest/sent-media.ts';
import { readAvcConfig, withLengths } from '../h264/units.ts';
import { MediaPipeline } from '../media/media-pipeline.ts';
import { messageType } from '../protocol/chunks.ts';
import type { RecordingSegment } from '../webrtc/app-client.ts';

const run = promisify(execFile);
const secondsEach = 4;
const framesEach = secondsEach * 25;

const args = (size: string, more: string, sound: string): string[] =>
  `-f lavfi -i testsrc=size=${size}:rate=25 -f lavfi -i sine=sample_rate=48000 -t ${secondsEach} -c:v libx264
    -preset ultrafast -pix_fmt yuv420p -g 25 ${more} -c:a aac ${sound}`
    .trim()
    .split(/\s+/);

type Form = 'described' | 'in the frames' | 'only in the frames';
let folder: string;
let small: SentMessage[];
let large: SentMessage[];
let smallReordered: SentMessage[];
let largeReordered: SentMessage[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'changed-pictures-'));
  small = await encode(args('160x90', '-tune zerolatency -profile:v baseline', '-ac 1 -ar 44100'));
  large = await encode(args('320x180', '-tune zerolatency -profile:v high', '-ac 2 -ar 48000'));
  smallReordered = await encode(args('160x90', '-bf 2', '-ac 2'));
  largeReordered = await encode(args('320x180', '-bf 2', '-ac 2'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const isDescription = ({ payload }: SentMessage): boolean => payload[1] === 0;

/** One after the other on one connection, with what describes the picture where the encoder puts it. */
function joined(parts: readonly (readonly SentMessage[])[], form: Form): SentMessage[] {
  return parts.flatMap((part, index) => {
    const record = part.find((one) => one.track === 'video' && isDescription(one))!.payload.subarray(5);
    const { sps, pps } = readAvcConfig(record);
    const sets = withLengths([...sps, ...pps], 4);
    return part.flatMap((message) => {
      const later = index * secondsEach * 1_000;
      const sent = { ...message, timestamp: message.timestamp + later, at: message.at + later };
      if (message.track === 'audio' || form === 'described') return sent;
      if (isDescription(message)) return form === 'only in the frames' || index > 0 ? [] : sent;
      if (message.payload[0] !== 0x17) return sent;
      const payload = Buffer.concat([message.payload.subarray(0, 5), sets, message.payload.subarray(5)]);
      return { ...sent, payload };
    });
  });
}

interface Passed {
  /** Start codes and units, as viewers get them. */
  readonly live: string;
  readonly parts: readonly string[];
  readonly soundLive: number;
}

async function pass(sent: readonly SentMessage[], fewest: number): Promise<Passed> {
  const segments: RecordingSegment[] = [];
  const frames: Buffer[] = [];
  let soundLive = 0;
  const media = new MediaPipeline({
    ffmpeg: { path: 'ffmpeg', env: { PATH: process.env['PATH'] ?? '' } },
    mayTranscode: () => true,
    sendVideo: (frame) => void frames.push(Buffer.from(frame)),
    sendAudio: () => (soundLive += 1),
    storeSegment: async (segment) => {
      segments.push(segment);
      return 'stored';
    },
    refuse: (sentence) => expect.fail(sentence),
  });
  media.recorder.follow({ recording: true, replay: true });
  let part = 0;
  for (const { track, timestamp, at, payload } of sent.toSorted((one, other) => one.at - other.at)) {
    await setImmediate();
    // What decodes a first part is replaced with it: it gets the time that it has in a live stream.
    if (Math.floor(at / (secondsEach * 1_000)) > part) {
      part += 1;
      await until('the first part left', () => frames.length >= fewest / 2 && soundLive > 0);
    }
    media.onMessage({ type: messageType[track], streamId: 1, timestamp, payload }, at);
  }
  await until('the last part left', () => frames.length >= fewest);
  await media.close();
  const live = join(folder, 'live.h264');
  await writeFile(live, Buffer.concat(frames));
  const parts = [...Map.groupBy(segments, (segment) => segment.file).values()];
  const files = parts.map(async (group, index) => {
    const path = join(folder, `${index}.mp4`);
    await writeFile(path, Buffer.concat(group.map(({ bytes }) => bytes)));
    return path;
  });
  return { live, parts: await Promise.all(files), soundLive };
}

/** How many frames of each size a decoder gets out of a file. */
async function sizesIn(path: string): Promise<Record<string, number>> {
  const words = ['-v', 'error', '-select_streams', 'v', '-show_entries', 'frame=width,height', '-of', 'csv=p=0', path];
  const { stdout, stderr } = await run('ffprobe', words);
  expect(stderr).toBe('');
  const sizes = [...stdout.matchAll(/^(\d+),(\d+)/gm)].map(([, width, height]) => `${width}x${height}`);
  return Object.fromEntries([...Map.groupBy(sizes, (size) => size)].map(([size, all]) => [size, all.length]));
}

/** What the head of a file says, which a browser prepares its decoder with. */
async function headOf(path: string): Promise<string> {
  const words = [
    '-v',
    'error',
    '-select_streams',
    'a',
    '-show_entries',
    'stream=sample_rate,channels',
    '-of',
    'csv=p=0',
  ];
  const { stdout } = await run('ffprobe', [...words, path]);
  return stdout.trim();
}

test.each<[Form]>([['described'], ['in the frames'], ['only in the frames']])(
  'a picture whose size changes, %s, reaches viewers and the recording in both sizes',
  async (form) => {
    const { live, parts } = await pass(joined([small, large], form), 2 * framesEach);
    expect(await sizesIn(live)).toEqual({ '160x90': framesEach, '320x180': framesEach });
    expect(await Promise.all(parts.map(sizesIn))).toEqual([{ '160x90': framesEach }, { '320x180': framesEach }]);
    // Mono became stereo, and the rate another one.
    expect(await Promise.all(parts.map(headOf))).toEqual(['44100,1', '48000,2']);
  },
);

test.each<[Form]>([['described'], ['in the frames']])(
  'a picture that is encoded again changes its size, %s, with it',
  async (form) => {
    const { live, parts } = await pass(joined([smallReordered, largeReordered], form), framesEach * 1.6);
    const sizes = await sizesIn(live);
    expect(Object.keys(sizes)).toEqual(['160x90', '320x180']);
    expect(Math.min(...Object.values(sizes))).toBeGreaterThan(framesEach / 4);
    expect(await Promise.all(parts.map(sizesIn))).toEqual([{ '160x90': framesEach }, { '320x180': framesEach }]);
  },
);
