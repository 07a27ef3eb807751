import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TakenFile } from './fake-recorder-app.ts';

const run = promisify(execFile);
/** Of an hour. */
const outputBytesMax = 512 * 1024 * 1024;

/** Writes a recorded file into a folder, for programs to read; answers its path. */
export async function storedIn(folder: string, { file, head, pieces }: TakenFile): Promise<string> {
  const path = join(folder, file);
  await writeFile(path, Buffer.concat([head, ...pieces.map(({ bytes }) => bytes)]));
  return path;
}

/** The times at which the publisher's picture turns bright, in milliseconds of the file. */
export async function flashesIn(path: string): Promise<number[]> {
  const filter = 'scale=16:16,signalstats,metadata=print:key=lavfi.signalstats.YAVG:file=-';
  const words = ['-v', 'error', '-i', path, '-vf', filter, '-an', '-f', 'null', '-'];
  const { stdout } = await run('ffmpeg', words, { maxBuffer: outputBytesMax });
  const lights = [...stdout.matchAll(/pts_time:([\d.]+)\s+lavfi\.signalstats\.YAVG=([\d.]+)/g)];
  const bright = lights.map(([, seconds, light]) => ({ ms: Number(seconds) * 1000, on: Number(light) > 140 }));
  return bright.filter(({ on }, index) => on && bright[index - 1]?.on === false).map(({ ms }) => ms);
}

/** The times at which a beep of the publisher begins, in milliseconds of the file. */
export async function beepsIn(path: string): Promise<number[]> {
  const words = ['-v', 'error', '-i', path, '-ac', '1', '-ar', '8000', '-f', 's16le', '-'];
  const { stdout } = await run('ffmpeg', words, { encoding: 'buffer', maxBuffer: outputBytesMax });
  const beeps: number[] = [];
  let quietFor = 0;
  for (let at = 0; at * 2 < stdout.length; at += 1) {
    const isLoud = Math.abs(stdout.readInt16LE(at * 2)) > 3_000;
    if (isLoud && quietFor > 2_000) beeps.push(at / 8);
    quietFor = isLoud ? 0 : quietFor + 1;
  }
  return beeps;
}

/** How much later each flash is than its beep, in milliseconds, in the order of time. Both lists on one clock. */
export const apartMs = (flashes: readonly number[], beeps: readonly number[]): number[] =>
  flashes.flatMap((flash) => beeps.map((beep) => flash - beep).filter((ms) => Math.abs(ms) < 500));
