import { execFile, spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { bringProgram, type Program } from '../src/process/embedded/bring-program.ts';
import { unpackPackage } from '../src/process/embedded/debian-package.ts';

/**
 * The path of a server that tests run: on PATH, otherwise unpacked from Debian's package of the same name and never
 * installed, because the package would start its own. `word` is the argument that makes it print its version. Throws an
 * error that says how to get it.
 */
export async function debianProgram(name: string, title: string, word = '--version'): Promise<string> {
  const answers = (path: string): Promise<boolean> =>
    promisify(execFile)(path, [word]).then(
      () => true,
      () => false,
    );
  const found = spawnSync('sh', ['-c', `PATH="$PATH:/usr/sbin" command -v ${name}`], {
    encoding: 'utf8',
  }).stdout?.trim();
  if (found && (await answers(found))) return found;
  const program: Program = {
    title,
    folder: name,
    name: 'debian',
    inside: name,
    answers,
    ways: [(into, tell) => unpackPackage(name, into, tell)],
    howToGet: (why) => `${title} could not be had (${why}): install ${name}, or its tests will fail.`,
  };
  const brought = await bringProgram(program, {
    cacheHome: process.env['XDG_CACHE_HOME'],
    fallbackCache: join(tmpdir(), 'frontrow-cache'),
    tell: (sentence) => void process.stderr.write(`${sentence}\n`),
  });
  if ('missing' in brought) throw new Error(brought.missing);
  return brought.path;
}
