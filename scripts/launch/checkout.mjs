import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder this copy of Frontrow lies in. */
export const checkout = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
/** The pinned Node that npm brings; everything runs on it. */
export const pinnedNode = join(
  checkout,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/** @param {string} line */
export const say = (line) => void process.stdout.write(`${line}\n`);

/** Ends the program with one sentence. @param {string} sentence @returns {never} */
export function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
