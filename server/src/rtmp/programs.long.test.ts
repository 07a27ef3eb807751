import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { until } from '../../test/harness.ts';
import { ffmpeg, ffmpeg4, ffmpeg9, gstreamer, nginxPush, obs, type Program } from '../../test/ingest/programs.ts';
import { type IngestStage, startIngest, type Viewer } from '../../test/ingest/stage.ts';

const soonMs = 60_000;
const recordedForMs = 10_000;
let stage: IngestStage;
let viewer: Viewer;
let running: Program | undefined;

beforeAll(async () => {
  stage = await startIngest();
  viewer = await stage.watch();
});
afterEach(() => running?.stop());
afterAll(() => stage.stop());

const recordedMs = (): number => {
  const ends = stage.app.segments.map(({ beginsMs, lengthMs }) => beginsMs + lengthMs);
  return Math.max(0, ...ends);
};

interface Sends {
  /** OBS sends its canvas and the silence of a computer without sound. */
  readonly audible: boolean;
}

async function arrives({ audible }: Sends): Promise<void> {
  const { pictures, loud, sounds } = viewer.received;
  await until('pictures arrive', () => viewer.received.pictures > pictures + 30, soonMs);
  const more = () => (audible ? viewer.received.loud - loud : viewer.received.sounds - sounds);
  await until('sound arrives', () => more() > 30, soonMs);
}

async function stop(): Promise<void> {
  await running?.stop();
  await until('the tracks are gone', () => viewer.received.tracks === 0, soonMs);
}

const programs: readonly [string, (address: string) => Promise<Program>, Sends][] = [
  ['ffmpeg of this machine', ffmpeg, { audible: true }],
  ['ffmpeg 4.1', ffmpeg4, { audible: true }],
  ['ffmpeg 9.0', ffmpeg9, { audible: true }],
  ['GStreamer', gstreamer, { audible: true }],
  ['nginx-rtmp', nginxPush, { audible: true }],
  ['OBS', obs, { audible: false }],
];

test.each(programs)(
  '%s is seen and heard, stops, comes back, and is recorded at its length',
  async (_, start, sends) => {
    const { app } = stage;
    app.recording = true;
    app.segments.length = 0;
    app.healthReports.length = 0;
    const address = `rtmp://127.0.0.1:${stage.port}/live/the-key`;
    running = await start(address);
    await arrives(sends);
    expect(viewer.received).toMatchObject({ width: 320, height: 180, tracks: 2 });
    await until('key frames are measured', () => app.healthReports.at(-1)?.key_frame_interval_s === 2, soonMs);
    expect(app.healthReports.at(-1)).toMatchObject({ codec: 'H.264', audio_codec: 'AAC', reencoding: false });
    const began = performance.now();
    const recordedBefore = recordedMs();
    await until('ten seconds pass in the recording', () => recordedMs() > recordedBefore + recordedForMs, soonMs);
    // As long as it took: neither stretched by a clock that runs away, nor cut. Pieces come every few seconds.
    expect(Math.abs(recordedMs() - recordedBefore - (performance.now() - began))).toBeLessThan(5_000);
    await stop();

    running = await start(address);
    await arrives(sends);
    await stop();
  },
  400_000,
);

test('nginx-rtmp is heard in each of 15 starts', async () => {
  for (let start = 0; start < 15; start += 1) {
    running = await nginxPush(`rtmp://127.0.0.1:${stage.port}/live/the-key`);
    await arrives({ audible: true });
    expect(viewer.received.tracks).toBe(2);
    await stop();
  }
}, 900_000);
