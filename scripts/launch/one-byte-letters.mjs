import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes letters beyond ASCII as escapes in the programs of a folder: Node keeps the text of a program, and reads a
 * text with a single such letter as two bytes a letter. A backslash that makes such a letter stand for itself goes.
 * @param {string} dir
 */
export function oneByteLetters(dir) {
  for (const name of readdirSync(dir).filter((file) => file.endsWith('.js'))) {
    const file = join(dir, name);
    const escaped = readFileSync(file, 'utf8').replace(
      /(\\*)([\u0080-\uffff])/g,
      (_, before, letter) =>
        `${before.slice(before.length % 2)}\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    writeFileSync(file, escaped);
  }
}
