import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout, giveUp, pinnedNode, say } from './checkout.mjs';
import { lastLines, runQuietly } from './run-child.mjs';

const lockFile = join(checkout, 'package-lock.json');
const stampFile = join(checkout, 'node_modules', '.frontrow-packages');
const oldestNpm = 9;
const bytesNeeded = 1.5e9;

/** Installs what the lock file names, only when something is missing or the lock file changed. */
export async function ensurePackages() {
  const wanted = createHash('sha256')
    .update(readFileSync(lockFile))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted && nodeRuns()) return;
  if (!installedByHand()) await install();
  if (!nodeRuns()) await bringNode();
  writeFileSync(stampFile, wanted);
}

/** Whether `npm ci` has already run: npm's own record of node_modules matches the lock file. */
function installedByHand() {
  try {
    const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages;
    const found = JSON.parse(readFileSync(join(checkout, 'node_modules', '.package-lock.json'), 'utf8')).packages;
    return Object.entries(wanted).every(
      ([path, entry]) =>
        !path.startsWith('node_modules/') ||
        entry.optional ||
        entry.devOptional ||
        entry.peer ||
        // The link to a workspace has no version.
        (path in found && found[path].version === entry.version && existsSync(join(checkout, path))),
    );
  } catch {
    return false;
  }
}

async function install() {
  const npm = npmCommand();
  const version = spawnSync(npm[0], [...npm.slice(1), '--version'], { encoding: 'utf8' }).stdout?.trim();
  if (!version) giveUp('npm is missing. Install Node together with npm.');
  if (Number(version.split('.')[0]) < oldestNpm)
    giveUp(`npm ${oldestNpm} or newer is required, but this is ${version}. Run "npm install --global npm".`);
  const disk = statfsSync(checkout);
  if (disk.bavail * disk.bsize < bytesNeeded)
    giveUp(`There is not enough disk space for the packages. Free ${bytesNeeded / 1e9} GB in ${checkout}.`);
  say('Installing packages (once, about a minute).');
  const args = ['ci', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error', '--include=dev'];
  const { code, output } = await runQuietly('installing', npm[0], [...npm.slice(1), ...args]);
  if (code === 0) return;
  if (/ENOSPC/.test(output))
    giveUp('The disk filled up while packages were being installed. Free some space and start again.');
  if (/EACCES|EPERM/.test(output))
    giveUp(`Packages cannot be written to ${checkout} because the folder belongs to another user.`);
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET/.test(output))
    giveUp('The package registry cannot be reached. Check the network and start again.');
  giveUp(`Packages could not be installed:\n${lastLines(output)}`);
}

/** Installs that run no scripts lack the pinned Node's binary: run just that one. */
async function bringNode() {
  const npm = npmCommand();
  const { output } = await runQuietly('installing Node', npm[0], [
    ...npm.slice(1),
    'rebuild',
    'node',
    '--ignore-scripts=false',
    '--foreground-scripts',
  ]);
  if (!nodeRuns()) giveUp(`The pinned Node could not be installed:\n${lastLines(output)}`);
}

function nodeRuns() {
  return existsSync(pinnedNode) && spawnSync(pinnedNode, ['--version']).status === 0;
}

/** The npm that started us, else the one on PATH. @returns {string[]} */
function npmCommand() {
  const cli = process.env.npm_execpath;
  return cli && cli.endsWith('npm-cli.js') ? [process.execPath, cli] : ['npm'];
}
