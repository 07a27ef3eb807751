/** What an encoder by RTMP costs, and how long viewers wait when it is back. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { aac, type IngestStage, moving, sound440, startIngest, type Viewer } from '../../server/test/ingest/stage.ts';
import { until } from '../../server/test/harness.ts';
import { processorSecondsOfAll } from '../processor-time.ts';
import { median, percentile, print } from '../report.ts';

const framesPerSecond = 30;
/** Of a core, the AAC to Opus included. */
const coreShareMax = 0.08;
const backMsMax = 1_000;
/** Frames that arrive, of those that were sent. */
const framesShareMin = 0.95;
const soonMs = 20_000;
const settleMs = 1_500;

/** 720p30 at 2.5 Mbps with a key frame every two seconds, made once: only the listener works while it is measured. */
function recorded(): string {
  const file = join(tmpdir(), `frontrow-bench-${process.pid}.flv`);
  const video = ['-c:v', 'libx264', '-preset', 'veryfast', '-tune', 'zerolatency', '-pix_fmt', 'yuv420p'];
  const rate = ['-g', '60', '-b:v', '2500k', '-maxrate', '2500k', '-bufsize', '2500k'];
  // Noise, so that the bitrate is really there.
  const source = [...moving('1280x720', framesPerSecond), ...sound440, '-vf', 'noise=alls=20:allf=t'];
  const words = ['-v', 'error', '-y', ...source, '-t', '20', ...video, ...rate, ...aac, '-f', 'flv', file];
  if (spawnSync('ffmpeg', words, { stdio: 'inherit' }).status !== 0) throw new Error('nothing could be recorded');
  return file;
}

async function passThrough(stage: IngestStage, viewer: Viewer, encode: readonly string[], seconds: number) {
  const encoder = stage.send(encode);
  await until('pictures arrive', () => viewer.received.pictures > framesPerSecond * 3, soonMs);
  const before = { frames: viewer.received.pictures, seconds: processorSecondsOfAll(stage.listener.pid!) };
  await pause(seconds * 1000);
  const frames = viewer.received.pictures - before.frames;
  const share = (processorSecondsOfAll(stage.listener.pid!) - before.seconds) / seconds;
  const health = stage.app.healthReports.at(-1);
  await encoder.stop();
  await until('the tracks are gone', () => viewer.received.tracks === 0, soonMs);
  return { share, framesShare: frames / (seconds * framesPerSecond), health };
}

/** Milliseconds from the start of the encoder's program to the first frame at the viewer. */
async function comesBack(stage: IngestStage, viewer: Viewer, encode: readonly string[]): Promise<number> {
  // What the viewer's decoder still holds comes first.
  await pause(settleMs);
  const before = viewer.received.pictures;
  const began = performance.now();
  const encoder = stage.send(encode);
  await until('pictures arrive', () => viewer.received.tracks > 0 && viewer.received.pictures > before, soonMs);
  const took = performance.now() - began;
  await encoder.stop();
  await until('the tracks are gone', () => viewer.received.tracks === 0, soonMs);
  return took;
}

export async function measureEncoder(size: {
  readonly encoderSeconds: number;
  readonly returns: number;
}): Promise<boolean> {
  const file = recorded();
  const encode = ['-re', '-stream_loop', '-1', '-i', file, '-c', 'copy'];
  const stage = await startIngest();
  try {
    const viewer = await stage.watch();
    const { share, framesShare, health } = await passThrough(stage, viewer, encode, size.encoderSeconds);
    const back: number[] = [];
    for (let run = 0; run < size.returns; run += 1) back.push(await comesBack(stage, viewer, encode));
    print('broadcast: an encoder by RTMP, 720p30, passed through', [
      ['what was sent', `${health?.bitrate_kbps} kbps, ${health?.fps} fps, reencoding ${health?.reencoding}`],
      ['frames that arrived', `${(framesShare * 100).toFixed(1)} % (goal ≥ ${framesShareMin * 100})`],
      ['processor', `${(share * 100).toFixed(1)} % of a core (goal ≤ ${coreShareMax * 100})`],
      ['encoder back, median', `${median(back).toFixed(0)} ms (goal ≤ ${backMsMax})`],
      ['encoder back, p95', `${percentile(back, 95).toFixed(0)} ms`],
    ]);
    return framesShare >= framesShareMin && share <= coreShareMax && median(back) <= backMsMax;
  } finally {
    await stage.stop();
    rmSync(file, { force: true });
  }
}
