import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { checkout, say } from './checkout.mjs';
import { runQuietly } from './run-child.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome'];

/** The system's own Chromium, where there is one. @returns {string | undefined} */
export function chromiumPath() {
  const given = process.env.CHROMIUM_PATH;
  if (given && existsSync(given)) return given;
  for (const name of names) {
    const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout?.trim();
    if (found) return found;
  }
  return undefined;
}

/**
 * The system's, else the system's package where we may install it, else Playwright's download. @param {string} node
 * @returns {Promise<boolean>}
 */
export async function ensureChromium(node) {
  if (chromiumPath()) return true;
  const { chromium } = await import('@playwright/test');
  if (existsSync(chromium.executablePath())) return true;
  if (process.getuid?.() === 0 && spawnSync('sh', ['-c', 'command -v apt-get']).status === 0) {
    say('Installing Chromium (once).');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await runQuietly(
      'installing',
      'sh',
      ['-c', 'apt-get update -qq; apt-get install -y -qq --no-install-recommends chromium'],
      { env },
    );
    if (chromiumPath()) return true;
  }
  say('Downloading Chromium (once).');
  await runQuietly('downloading', node, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
    cwd: checkout,
  });
  return existsSync(chromium.executablePath());
}
