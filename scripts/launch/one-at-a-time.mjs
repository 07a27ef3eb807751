import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { checkout, say } from './checkout.mjs';

const dir = join(checkout, '.cache');
const file = join(dir, 'preparing.pid');
const waitMaxMs = 15 * 60_000;
const lookEveryMs = 300;

/** Two starts in one checkout install and build one after the other. @param {() => Promise<void>} work */
export async function oneAtATime(work) {
  mkdirSync(dir, { recursive: true });
  for (let waited = 0; !take(); waited += lookEveryMs) {
    if (waited === 0) say('Waiting for another start that is preparing this checkout.');
    if (waited > waitMaxMs) break;
    await pause(lookEveryMs);
  }
  try {
    await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** Linked into its place with its content: nobody reads it half-written, and a full disk leaves no empty one behind. */
function take() {
  const own = `${file}.${process.pid}`;
  try {
    writeFileSync(own, String(process.pid));
    linkSync(own, file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(own, { force: true });
  }
  if (isHeld(Number(readPid()))) return false;
  putAside();
  return take();
}

function readPid() {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Moving is atomic: of two who find a lock of nobody one moves it. */
function putAside() {
  const aside = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, aside);
    rmSync(aside, { force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

/** Our own id is that of somebody who died: a container gives the same ones again. @param {number} pid */
function isHeld(pid) {
  if (!(pid > 0) || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('node');
  } catch {
    return process.platform !== 'linux';
  }
}
