import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../../../test/harness.ts';
import {
  aac,
  type Encoder,
  h264,
  type IngestStage,
  moving,
  sound440,
  startIngest,
  zeroLatency,
} from '../../../test/ingest/stage.ts';
import { headWithIndex, lengthOf } from '../../features/broadcast/replay/mp4-head.ts';

const run = promisify(execFile);
const soonMs = 30_000;
const lossMsMax = 5_000;

let stage: IngestStage;
let folder: string;
beforeAll(async () => void (stage = await startIngest()));
afterAll(() => stage.stop());
beforeEach(async () => {
  const { app } = stage;
  app.recording = true;
  app.firstSegmentAt = undefined;
  for (const list of [app.healthReports, app.asked, app.segments]) list.length = 0;
  folder = await mkdtemp(join(tmpdir(), 'recording-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The parts as a player gets them, in order. */
function partsOf(): { file: Buffer; lengthMs: number; ageMs: number }[] {
  const byPart = Map.groupBy(stage.app.segments, ({ part }) => part);
  return [...byPart.values()].map((pieces) => {
    expect(pieces.map(({ ordinal }) => ordinal)).toEqual(pieces.map((_, index) => index));
    const indexed = pieces.map(({ bytes, beginsMs, lengthMs }) => ({ bytes: bytes.length, beginsMs, lengthMs }));
    const head = headWithIndex(pieces[0]!.head, indexed);
    return {
      file: Buffer.concat([head, ...pieces.map(({ bytes }) => bytes)]),
      lengthMs: lengthOf(indexed),
      ageMs: pieces[0]!.ageMs,
    };
  });
}

interface Probed {
  readonly streams: readonly {
    readonly codec_name: string;
    readonly nb_read_packets: string;
    readonly has_b_frames?: number;
  }[];
  readonly format: { readonly duration: string };
}

async function probe(file: Buffer): Promise<Probed> {
  const path = join(folder, 'part.mp4');
  await writeFile(path, file);
  const words = ['-v', 'error', '-count_packets', '-show_streams', '-show_format', '-of', 'json', path];
  return JSON.parse((await run('ffprobe', words)).stdout) as Probed;
}

/** What a decoder says against a file; nothing when it plays. */
async function complaints(file: Buffer, from = 0): Promise<string> {
  const path = join(folder, 'whole.mp4');
  await writeFile(path, file);
  return (await run('ffmpeg', ['-v', 'error', '-ss', String(from), '-i', path, '-f', 'null', '-'])).stderr;
}

const recordedMs = (): number => partsOf().reduce((sum, { lengthMs }) => sum + lengthMs, 0);

/** Its last pieces are here, and none of it comes later. */
async function ends(encoder: Encoder): Promise<void> {
  await encoder.stop();
  await until('it has ended', () => stage.app.asked.at(-1)?.method === 'DELETE', soonMs);
}

test('the listener records nothing that nobody asked for', async () => {
  stage.app.recording = false;
  const encoder = stage.send(['-re', ...moving(), ...sound440, ...zeroLatency, ...aac]);
  await until('it is reported', () => stage.app.healthReports.length > 4, soonMs);
  await ends(encoder);
  expect(stage.app.segments).toEqual([]);
});

test('a recording has picture and sound as they were sent, B-frames too, and can be played from anywhere', async () => {
  const bFrames = [...h264, '-bf', '2', '-g', '30'];
  const encoder = stage.send(['-re', ...moving(), ...sound440, ...bFrames, ...aac]);
  await until('six seconds are kept', () => recordedMs() > 6_000, soonMs);
  await ends(encoder);
  const [part, ...others] = partsOf();
  expect(others).toEqual([]);
  const { streams, format } = await probe(part!.file);
  expect(streams).toMatchObject([{ codec_name: 'h264', has_b_frames: expect.any(Number) }, { codec_name: 'aac' }]);
  expect(streams[0]!.has_b_frames).toBeGreaterThan(0);
  expect(Number(format.duration)).toBeCloseTo(part!.lengthMs / 1000, 0);
  expect(Number(streams[0]!.nb_read_packets)).toBeCloseTo((part!.lengthMs / 1000) * 15, -1);
  expect(await complaints(part!.file)).toBe('');
  expect(await complaints(part!.file, 4)).toBe('');
});

test('an encoder that comes back begins a new part, and so does a recording that is switched on again', async () => {
  const words = ['-re', ...moving(), ...sound440, ...zeroLatency, ...aac];
  const first = stage.send(words);
  await until('some is kept', () => stage.app.segments.length > 1, soonMs);
  await ends(first);
  const second = stage.send(words);
  await until('a second part', () => partsOf().length === 2, soonMs);
  stage.app.recording = false;
  const told = stage.app.healthReports.length;
  await until('the listener knows', () => stage.app.healthReports.length > told + 2, soonMs);
  stage.app.recording = true;
  await until('a third part', () => partsOf().length === 3, soonMs);
  await ends(second);
  for (const { file } of partsOf()) expect(await complaints(file)).toBe('');
});

test('a picture without sound is recorded, and one whose key frames are too rare is recorded as viewers get it', async () => {
  const encoder = stage.send(['-re', ...moving(), ...h264, '-tune', 'zerolatency', '-g', '1000']);
  await until('some is kept', () => recordedMs() > 3_000, soonMs);
  await ends(encoder);
  const { streams } = await probe(partsOf().at(-1)!.file);
  expect(streams.map(({ codec_name }) => codec_name)).toEqual(['h264']);
});

test('a listener that is killed loses at most five seconds', async () => {
  // The last one: the others need it.
  const encoder = stage.send(['-re', ...moving(), ...sound440, ...zeroLatency, ...aac]);
  await until('some is kept', () => recordedMs() > 5_000, soonMs);
  const { ageMs } = partsOf()[0]!;
  const firstCameAt = stage.app.firstSegmentAt ?? 0;
  stage.listener.kill('SIGKILL');
  await once(stage.listener, 'exit');
  const lastedMs = ageMs + performance.now() - firstCameAt;
  expect(lastedMs - recordedMs()).toBeLessThan(lossMsMax);
  expect(await complaints(partsOf()[0]!.file)).toBe('');
  await encoder.stop();
});
