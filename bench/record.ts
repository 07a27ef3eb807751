/**
 * The recorder: what a 720p30 picture with its sound costs, how far both are apart, and what a network that loses 3 %
 * of the packets and delays 10 % leaves out. `npm run bench record` (a minute; `npm run bench record 3600`: an hour).
 * It counts only when every file plays from its first to its last piece and both recorders have the whole time.
 */
import { execFile, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { until } from '../server/test/harness.ts';
import { startEngine } from '../server/test/live-engine.ts';
import {
  type FakeRecorderApp,
  openRoom,
  publisherToken,
  startFakeRecorderApp,
  type TakenFile,
} from '../server/test/recorder/fake-recorder-app.ts';
import { apartMs, beepsIn, flashesIn, storedIn } from '../server/test/recorder/signals.ts';
import { processorSeconds } from './processor-time.ts';
import { median, print } from './report.ts';

const seconds = Number(process.argv[2] ?? 60);
const size = '1280x720';
const lostShare = 0.03;
const lateShare = 0.1;
/** Percent of a core for one picture with its sound. */
const shareMax = 6;
const apartMsMax = 40;
/** Frames of one file that are nearer than this to one of the other are the same: half the time of one. */
const sameFrameMs = 1000 / 30 / 2;
/** Where a file begins, and what is in flight at its end, is not the same for two recorders. */
const edgeMs = 2_000;
const soonMs = 60_000;
const identity = 'u:1';

const run = promisify(execFile);
const pathTo = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'frontrow-record-'));
const engine = await startEngine();
const room = randomUUID();
await openRoom(engine.engine, room);

async function startRecorder(file: string, ...words: number[]) {
  const app = await startFakeRecorderApp(engine);
  app.rooms = [{ event_uuid: room, identities: [identity], keeps: true, stream: null }];
  const child = fork(pathTo(file), words.map(String), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env: {} });
  child.send({ appUrl: app.url, secret: 'secret', id: randomUUID() });
  return { app, child };
}

/** The only file of its kind: a second one is a gap. */
function onlyFile({ files }: FakeRecorderApp, kind: TakenFile['kind']): TakenFile {
  const [first, ...others] = [...files.values()].filter((file) => file.kind === kind);
  if (!first || others.length > 0)
    throw new Error(`${kind} is in ${others.length + (first ? 1 : 0)} files, not in one`);
  if (first.pieces.some(({ ordinal }, index) => ordinal !== index)) throw new Error(`${kind} lacks a piece`);
  return first;
}

/** When each frame is shown, in milliseconds since 1970. Throws where a program cannot read the file. */
async function framesIn(file: TakenFile): Promise<number[]> {
  const words = ['-v', 'error', '-show_entries', 'packet=pts_time', '-of', 'csv=p=0', await storedIn(folder, file)];
  const { stdout, stderr } = await run('ffprobe', words, { maxBuffer: 64 * 1024 * 1024 });
  if (stderr !== '') throw new Error(stderr);
  const times = stdout
    .trim()
    .split(/[,\n]+/)
    .filter(Boolean)
    .map(Number);
  return times.map((time) => file.beganAt + time * 1000).toSorted((one, other) => one - other);
}

/** How many of these frames the other file lacks, apart from both ends. */
function missingIn(other: readonly number[], frames: readonly number[]): number {
  const from = Math.max(frames[0]!, other[0]!) + edgeMs;
  const to = Math.min(frames.at(-1)!, other.at(-1)!) - edgeMs;
  if (to - from < (seconds * 1000) / 2) throw new Error('one of the recorders has less than half of the time');
  let next = 0;
  return frames.filter((time) => {
    if (time < from || time > to) return false;
    while (next < other.length && other[next]! < time - sameFrameMs) next += 1;
    return !(Math.abs((other[next] ?? Infinity) - time) <= sameFrameMs);
  }).length;
}

let good = true;
const judged = (isGood: boolean, value: string): string => {
  good &&= isGood;
  return `${value} ${isGood ? '' : '(missed)'}`.trimEnd();
};
const recorders = [
  await startRecorder('../server/src/recorder/main.ts'),
  await startRecorder('record/lossy-recorder.ts', lostShare, lateShare),
] as const;
const [plain, lossy] = recorders;
const token = await publisherToken(engine.engine, room, identity);
const publisher = fork(
  pathTo('../server/test/recorder/publisher.ts'),
  [engine.engine.httpUrl.replace('http', 'ws'), token, 'h264', size],
  {
    stdio: 'ignore',
  },
);
try {
  await once(publisher, 'message');
  for (const { app } of recorders)
    await until('a picture is stored', () => [...app.files.values()].some(({ kind }) => kind === 'camera'), soonMs);
  const [before, began] = [processorSeconds(plain.child.pid!), performance.now()];
  await pause(seconds * 1000);
  const share = ((processorSeconds(plain.child.pid!) - before) / (performance.now() - began)) * 100_000;
  for (const { child } of recorders) child.kill('SIGTERM');
  await Promise.all(recorders.map(({ child }) => once(child, 'exit')));

  const [camera, audio] = [onlyFile(plain.app, 'camera'), onlyFile(plain.app, 'audio')];
  const frames = await framesIn(camera);
  const missing = missingIn(await framesIn(onlyFile(lossy.app, 'camera')), frames);
  const flashes = (await flashesIn(await storedIn(folder, camera))).map((ms) => camera.beganAt + ms);
  const beeps = (await beepsIn(await storedIn(folder, audio))).map((ms) => audio.beganAt + ms);
  const apart = apartMs(flashes, beeps);
  if (apart.length < seconds / 2) throw new Error(`only ${apart.length} flashes have a beep`);
  const tenth = Math.ceil(apart.length / 10);
  const [first, all, last] = [apart.slice(0, tenth), apart, apart.slice(-tenth)].map(median) as [
    number,
    number,
    number,
  ];
  print(
    `One room of ${size} at 30 frames a second for ${seconds} s; ${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)}`,
    [
      ['processor', judged(share <= shareMax, `${share.toFixed(1)} % of a core (goal ${shareMax})`)],
      ['frames', `${frames.length}, ${((frames.length / (frames.at(-1)! - frames[0]!)) * 1000).toFixed(1)} a second`],
      [
        'picture after sound',
        judged(
          [first, all, last].every((ms) => Math.abs(ms) <= apartMsMax),
          `${all.toFixed(0)} ms, at the beginning ${first.toFixed(0)}, at the end ${last.toFixed(0)} (goal ${apartMsMax})`,
        ),
      ],
      [
        `frames missing with ${lostShare * 100} % lost, ${lateShare * 100} % late`,
        judged(missing === 0, `${missing} (goal 0)`),
      ],
    ],
  );
} finally {
  publisher.kill('SIGTERM');
  for (const { app, child } of recorders) {
    child.kill('SIGKILL');
    app.stop();
  }
  await engine.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = good ? 0 : 1;
