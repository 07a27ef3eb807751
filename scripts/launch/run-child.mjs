import { spawn } from 'node:child_process';
import { checkout, say } from './checkout.mjs';

const tellEveryMs = 15_000;

/**
 * Runs a command quietly and tells now and then that it still works. Answers its exit code and everything it said.
 * @param {string} what @param {string} command @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runQuietly(what, command, args, options = {}) {
  return new Promise((done) => {
    const began = performance.now();
    let output = '';
    const child = spawn(command, args, { cwd: checkout, ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const timer = setInterval(() => say(`  ${what}: ${Math.round((performance.now() - began) / 1000)} s`), tellEveryMs);
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => {
      clearInterval(timer);
      done({ code: 127, output: error.message });
    });
    child.on('close', (code) => {
      clearInterval(timer);
      done({ code: code ?? 1, output });
    });
  });
}

/**
 * Runs a command in this terminal. @param {string} command @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options] @returns {Promise<number>} its exit code
 */
export function runHere(command, args, options = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: checkout, stdio: 'inherit', ...options });
    child.on('error', () => done(127));
    child.on('close', (code, signal) => done(code ?? (signal === 'SIGINT' ? 130 : 143)));
  });
}

/** The last lines that say something. @param {string} output @param {number} [lines] */
export function lastLines(output, lines = 8) {
  return output
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-lines)
    .join('\n');
}
