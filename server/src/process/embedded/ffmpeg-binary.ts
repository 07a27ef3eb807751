import { spawnSync } from 'node:child_process';
import process from 'node:process';
import type { FoundFfmpeg } from './rtmp-process.ts';

/** The system's ffmpeg, where it makes what we need of it. */
export async function bringFfmpeg(): Promise<FoundFfmpeg> {
  const found = spawnSync('sh', ['-c', 'command -v ffmpeg'], { encoding: 'utf8' }).stdout?.trim();
  if (found) return { path: found, env: { PATH: process.env['PATH'] ?? '' } };
  return { missing: 'RTMP is off: ffmpeg is not there. Encoders can still send by WHIP, and hosts by their camera.' };
}
