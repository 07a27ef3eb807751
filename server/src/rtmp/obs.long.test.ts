import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { until } from '../../test/harness.ts';
import { startObs } from '../../test/ingest/obs.ts';
import { type IngestStage, startIngest, startListener, type Viewer } from '../../test/ingest/stage.ts';

const soonMs = 60_000;
let stage: IngestStage;
let viewer: Viewer;
const running: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  stage = await startIngest();
  viewer = await stage.watch();
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
});
afterAll(() => stage.stop());

async function obs(x264: string): Promise<void> {
  running.push(await startObs(`rtmp://127.0.0.1:${stage.port}/live`, 'the-key', x264));
}

async function listen(): Promise<void> {
  const listener = await startListener(stage.settings);
  running.push({
    async stop() {
      listener.kill();
      await once(listener, 'exit');
    },
  });
}

const pictures = () => viewer.received.pictures;
const lastTold = () => stage.app.healthReports.at(-1);

test('OBS passes through with the settings we advise, and reconnects after the listener was killed', async () => {
  await obs('tune=zerolatency keyint=60');
  await until('pictures arrive', () => pictures() > 60, soonMs);
  await until('two key frames were measured', () => lastTold()?.key_frame_interval_s === 2, soonMs);
  expect(viewer.received).toMatchObject({ width: 320, height: 180, tracks: 2 });
  expect(lastTold()).toMatchObject({ codec: 'H.264', reencoding: false, audio_codec: 'AAC' });
  expect(stage.app.asked.at(-1)).toMatchObject({ key: 'the-key' });

  stage.listener.kill('SIGKILL');
  await once(stage.listener, 'exit');
  await until('the tracks are gone', () => viewer.received.tracks === 0, soonMs);
  await listen();
  const before = pictures();
  await until('pictures arrive again', () => pictures() > before + 30, soonMs);
}, 180_000);

test('OBS with B-frames is encoded again', async () => {
  await listen();
  await obs('bframes=2 keyint=60');
  const before = pictures();
  await until('it is encoded again', () => lastTold()?.reencoding === true, soonMs);
  await until('pictures arrive', () => pictures() > before + 60, soonMs);
}, 180_000);
