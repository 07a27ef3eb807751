import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../../test/harness.ts';
import {
  aac,
  h264,
  type IngestStage,
  moving,
  sound440,
  startIngest,
  type Viewer,
  zeroLatency,
} from '../../test/ingest/stage.ts';

const soonMs = 30_000;
let stage: IngestStage;
let viewer: Viewer;
beforeAll(async () => {
  stage = await startIngest();
  viewer = await stage.watch();
});
afterAll(() => stage.stop());
beforeEach(() => {
  stage.app.vp8 = false;
  stage.app.asked.length = 0;
  stage.app.healthReports.length = 0;
});

const copyState = () => stage.app.healthReports.at(-1)?.vp8;
const requests = () => stage.app.asked.map(({ method }) => method);
const more = async (who: Viewer, what: string): Promise<void> => {
  const { pictures, loud } = who.received;
  await until(what, () => who.received.pictures > pictures + 20 && who.received.loud > loud + 20, soonMs);
};
/** The encoders of copies that run on this machine, as children of the listener. */
const copyEncoders = (): number[] =>
  // It fails where there are none.
  spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(stage.listener.pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => line.includes(' libvpx '))
    .map((line) => Number.parseInt(line, 10));

test('a copy in VP8 goes to its own room while someone needs it, and H.264 alone to everyone else', async () => {
  // Small and slow: the copy runs with a low priority, and the recorder's suites take what a large one would need.
  const encoder = stage.send(['-re', ...moving('736x736', 10), ...sound440, ...zeroLatency, ...aac]);
  await more(viewer, 'pictures and sound arrive');
  expect(copyEncoders()).toEqual([]);
  expect(requests()).toEqual(['POST']);

  stage.app.vp8 = true;
  await until('the copy is on', () => copyState() === 'on', soonMs);
  const needy = await stage.watchVp8();
  await more(needy, 'the copy arrives with its sound');
  expect(needy.received).toMatchObject({ codec: 'video/VP8', width: 720, height: 720, tracks: 2 });
  expect(viewer.received).toMatchObject({ codec: 'video/H264', width: 736, height: 736, tracks: 2 });
  const before = viewer.received.pictures;

  // An encoder of the copy that is killed is started again; the broadcast goes on.
  process.kill(copyEncoders()[0]!, 'SIGKILL');
  await until('the copy was opened again', () => requests().filter((one) => one === 'POST vp8').length > 1, soonMs);
  const later = await stage.watchVp8();
  await more(later, 'the copy is back');
  expect(viewer.received.pictures).toBeGreaterThan(before + 20);

  stage.app.vp8 = false;
  await until('its encoder ended', () => copyEncoders().length === 0, soonMs);
  await until('its room is closed', () => requests().at(-1) === 'DELETE vp8', soonMs);
  await until('it is reported as off', () => copyState() === undefined, soonMs);
  await more(viewer, 'the broadcast goes on');
  await encoder.stop();
});

test('video that is transcoded for everyone is copied', async () => {
  stage.app.vp8 = true;
  const words = [
    '-re',
    ...moving('320x180', 10),
    ...sound440,
    ...h264,
    '-preset',
    'veryfast',
    '-bf',
    '2',
    '-g',
    '30',
    ...aac,
  ];
  const encoder = stage.send(words);
  await until('the copy is on', () => copyState() === 'on', soonMs);
  const needy = await stage.watchVp8();
  await more(needy, 'the copy arrives');
  expect(needy.received).toMatchObject({ codec: 'video/VP8', width: 320, height: 180 });
  await encoder.stop();
  await until('its encoder ended with the stream', () => copyEncoders().length === 0, soonMs);
});
