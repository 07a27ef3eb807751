import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout, pinnedNode, say } from './checkout.mjs';
import { lastLines, runQuietly } from './run-child.mjs';

/**
 * @typedef {object} Build
 * @property {string} what as the terminal calls it
 * @property {string} home the workspace; it is built into its folder `dist`
 * @property {string[]} its sources, relative to the checkout
 * @property {(fresh: string, vite: (...args: string[]) => Promise<void>) => Promise<void>} make fills the folder
 *   `fresh`
 */

/** What every build is made from. */
const shared = ['artwork/src', 'core/src', 'contract/src', 'scripts/launch', 'package-lock.json'];

/**
 * Builds when a source changed since the last build; a build that fails leaves the last good one in its place. @param
 * {Build} build
 */
export async function buildWhenChanged({ what, home, sources, make }) {
  const dist = join(home, 'dist');
  const wanted = hashOf([...sources, ...shared]);
  if (builtFrom(home) === wanted) return;
  // What a build that was cut off left behind.
  for (const name of readdirSync(home).filter((one) => /^dist\.(new|old)-\d+$/.test(one)))
    rmSync(join(home, name), { recursive: true, force: true });
  say(`Building the ${what}.`);
  const fresh = join(home, `dist.new-${process.pid}`);
  await make(fresh, async (...args) => {
    const program = join(checkout, 'node_modules/vite/bin/vite.js');
    const { code, output } = await runQuietly(
      'building',
      pinnedNode,
      [program, 'build', '--logLevel', 'warn', ...args],
      {
        cwd: home,
      },
    );
    if (code === 0) return;
    rmSync(fresh, { recursive: true, force: true });
    throw new Error(
      /ENOSPC/.test(output)
        ? `The disk filled up while building the ${what}. Free some space and start again.`
        : `Building the ${what} failed:\n${lastLines(output, 20)}`,
    );
  });
  writeFileSync(join(fresh, '.built-from'), wanted);
  const old = join(home, `dist.old-${process.pid}`);
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(fresh, dist);
  rmSync(old, { recursive: true, force: true });
}

/** Whether what is built is built from what stands here now. @param {Pick<Build, 'home' | 'sources'>} build */
export function builtFromTheseSources({ home, sources }) {
  return builtFrom(home) === hashOf([...sources, ...shared]);
}

/** @param {string} home @returns {string | undefined} */
function builtFrom(home) {
  const stamp = join(home, 'dist', '.built-from');
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined;
}

/** @param {string[]} paths relative to the checkout @returns {string} */
function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of filesUnder(path))
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(join(checkout, file)))
        .update('\0');
  }
  return hash.digest('hex');
}

/** @param {string} path @returns {string[]} files that end up in what is built, in one order */
function filesUnder(path) {
  const full = join(checkout, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .toSorted()
    .flatMap((name) => filesUnder(`${path}/${name}`))
    .filter((file) => !/\.test\.tsx?$/.test(file));
}
