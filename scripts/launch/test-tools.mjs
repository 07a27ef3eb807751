import { execFile, spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { ensureChromium } from './browser.mjs';
import { checkout, pinnedNode, say } from './checkout.mjs';
import { runHere, runQuietly } from './run-child.mjs';

/** The browser of journeys and measurements: says so where none can be had. @returns {Promise<boolean>} */
export async function bringBrowser() {
  const found = await ensureChromium(pinnedNode).catch(() => false);
  if (!found) say('No Chromium could be had: install Debian\'s "chromium" or run "npx playwright install chromium".');
  return found;
}

/**
 * Waits until the video engine's program lies in the cache. @param {NodeJS.ProcessEnv} env @returns
 * {Promise<boolean>}
 */
export async function bringVideoEngine(env = process.env) {
  return (await runHere(pinnedNode, ['scripts/bring-video-engine.ts'], { env })) === 0;
}

/** What long tests drive: OBS and a screen for it, psql for backups. Debian's packages, where we may install them. */
export async function bringLongTools() {
  const here = () => spawnSync('sh', ['-c', 'command -v obs && command -v Xvfb && command -v psql']).status === 0;
  if (here()) return;
  say('Installing OBS and psql (once).');
  const words = 'apt-get update -qq; apt-get install -y -qq --no-install-recommends obs-studio xvfb postgresql-client';
  await runQuietly('installing', 'sh', ['-c', words], { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  if (!here()) say('Install Debian\'s "obs-studio", "xvfb" and "postgresql-client", or long tests will fail.');
}

/**
 * The encoder of suites and journeys. @param {NodeJS.ProcessEnv} env @returns {Promise<string | undefined>} a PATH that
 * has it
 */
export async function bringFfmpeg(env = process.env) {
  try {
    const { stdout } = await promisify(execFile)(pinnedNode, ['scripts/bring-ffmpeg.ts'], { cwd: checkout, env });
    return `${env.PATH}:${dirname(stdout)}`;
  } catch {
    say('There is no ffmpeg: the suites and journeys of RTMP will fail.');
    return undefined;
  }
}
