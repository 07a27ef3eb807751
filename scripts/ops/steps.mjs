import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { checkout, say } from '../launch/checkout.mjs';

/** The steps of `npm run test:ops`: each runs when its programs are there, and is named when it does not. */
export const dir = mkdtempSync(join(tmpdir(), 'frontrow-ops-'));
export const ops = join(checkout, 'ops');
const counts = { passed: 0, failed: 0, missed: 0 };
/** @type {(() => unknown)[]} Done at the end, the newest first. */
const ends = [() => rmSync(dir, { recursive: true, force: true })];
/** @param {() => unknown} end */
export const atEnd = (end) => void ends.push(end);

/** @param {string} program */
export const isHere = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
/** @param {string} command @param {string[]} args */
export const run = (command, ...args) => execFileSync(command, args, { cwd: ops, encoding: 'utf8', stdio: 'pipe' });
/** @param {unknown} is @param {string} otherwise @returns {asserts is} */
export function check(is, otherwise) {
  if (!is) throw new Error(otherwise);
}

/** @param {number} began */
const secondsSince = (began) => Math.round((performance.now() - began) / 1000);
/**
 * Answers whether it was good. @param {string} title @param {string} programs what it needs, by spaces
 * @param {() => unknown} work
 */
export async function step(title, programs, work) {
  const missing = programs.split(' ').filter((program) => !isHere(program));
  if (missing.length > 0) {
    counts.missed += 1;
    say(`not run  ${title}: ${missing.join(' and ')} missing.`);
    return false;
  }
  const began = performance.now();
  try {
    const output = await work();
    counts.passed += 1;
    say(`good     ${title} (${typeof output === 'string' ? `${output}, ` : ''}${secondsSince(began)} s)`);
    return true;
  } catch (error) {
    counts.failed += 1;
    const { stdout, stderr, message } = /** @type {{ stdout?: string, stderr?: string, message: string }} */ (error);
    say(`BAD      ${title} (after ${secondsSince(began)} s): ${message}\n${stdout ?? ''}${stderr ?? ''}`);
    return false;
  }
}

/**
 * Asks until the answer is truthy. @template T @param {string} what @param {() => Promise<T> | T} ask
 * @param {number} [withinMs]
 */
export async function until(what, ask, withinMs = 30_000) {
  const began = performance.now();
  let last = '';
  while (performance.now() - began < withinMs) {
    try {
      const answer = await ask();
      if (answer) return answer;
    } catch (error) {
      last = /** @type {Error} */ (error).message;
    }
    await pause(100);
  }
  throw new Error(`${what}: not within ${withinMs / 1000} s. ${last}`);
}

/** A port of 127.0.0.1 that nothing listens on. */
export async function freePort() {
  const server = createServer();
  await /** @type {Promise<void>} */ (new Promise((resolve) => server.listen(0, '127.0.0.1', resolve)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  return port;
}

/** Ends what was started, says how it went, and ends the process. */
export async function finish() {
  for (const end of ends.toReversed()) await end();
  say(`${counts.passed} passed, ${counts.failed} failed, ${counts.missed} not run`);
  process.exit(counts.failed === 0 ? 0 : 1);
}
