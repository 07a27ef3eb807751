import { execFile, spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { ensureChromium } from './browser.mjs';
import { checkout, pinnedNode, say } from './checkout.mjs';
import { runHere, runQuietly } from './run-child.mjs';

/** The browser of journeys and measurements: says so where none can be had. @returns {Promise<boolean>} */
export async function bringBrowser() {
  const found = await ensureChromium(pinnedNode).catch(() => false);
  if (!found) say('Chromium is missing. Install Debian\'s "chromium" or run "npx playwright install chromium".');
  return found;
}

/**
 * Waits until the video engine's program lies in the cache. @param {NodeJS.ProcessEnv} env @returns
 * {Promise<boolean>}
 */
export async function bringVideoEngine(env = process.env) {
  return (await runHere(pinnedNode, ['scripts/bring-video-engine.ts'], { env })) === 0;
}

const rtmpModule = '/usr/lib/nginx/modules/ngx_rtmp_module.so';
const longPackages = [
  'obs-studio',
  'xvfb',
  'firefox-esr',
  'pulseaudio',
  'postgresql-client',
  'libnginx-mod-rtmp',
  'gstreamer1.0-tools',
  'gstreamer1.0-plugins-good',
  'gstreamer1.0-plugins-bad',
  'gstreamer1.0-plugins-ugly',
  'gstreamer1.0-libav',
  'webkit2gtk-driver',
];

/**
 * What long tests drive: OBS and a screen for it, other encoders, Firefox and a sound card for it, WebKit with H.264,
 * psql for backups. Debian's packages, where we may install them.
 */
export async function bringLongTools() {
  const found = ['obs', 'Xvfb', 'psql', 'nginx', 'pulseaudio', 'WebKitWebDriver'].map((name) => `command -v ${name}`);
  found.push('{ test -e "$FIREFOX_PATH" || command -v firefox-esr || command -v firefox; }');
  const script = [
    ...found,
    `test -e ${rtmpModule}`,
    'gst-inspect-1.0 voaacenc',
    'gst-inspect-1.0 x264enc',
    'gst-inspect-1.0 avdec_h264',
  ].join(' && ');
  const here = () => spawnSync('sh', ['-c', script]).status === 0;
  if (here()) return;
  say('Installing OBS, GStreamer, nginx-rtmp, Firefox, WebKit and psql (once).');
  const install = `apt-get update -qq; apt-get install -y -qq --no-install-recommends ${longPackages.join(' ')}`;
  await runQuietly('installing', 'sh', ['-c', install], { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  if (!here()) say(`Install Debian's ${longPackages.join(', ')}, or long tests will fail.`);
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
    say('ffmpeg is missing, so the suites and journeys for RTMP will fail.');
    return undefined;
  }
}
