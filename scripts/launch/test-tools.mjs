import { ensureChromium } from './browser.mjs';
import { pinnedNode, say } from './checkout.mjs';
import { runHere } from './run-child.mjs';

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
