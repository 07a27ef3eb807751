import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
    if (waited === 0) say('Another start is preparing this checkout: waiting for it.');
    if (waited > waitMaxMs) break;
    await pause(lookEveryMs);
  }
  try {
    await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function take() {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  if (!isRunning(Number(readPid()))) rmSync(file, { force: true });
  return false;
}

function readPid() {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** @param {number} pid */
function isRunning(pid) {
  // Just being written: look again.
  if (pid === 0) return true;
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
