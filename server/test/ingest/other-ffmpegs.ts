import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where programs for long tests stay. */
const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'frontrow', 'long-test-ffmpegs');

interface Packaged {
  readonly version: string;
  /** Installs a package that holds the program into an empty folder. */
  readonly install: (folder: string) => readonly [string, readonly string[]];
  readonly inside: string;
  readonly name: RegExp;
}

const packaged = {
  '4.1': {
    version: '4.1 (2018)',
    install: (folder) => [
      'npm',
      ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, '@ffmpeg-installer/linux-x64@4.1.0'],
    ],
    inside: 'node_modules/@ffmpeg-installer/linux-x64',
    name: /^ffmpeg$/,
  },
  '9.0': {
    version: '9.0.2',
    install: (folder) => [
      'python3',
      ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', folder, 'imageio-ffmpeg==0.8.1'],
    ],
    inside: 'imageio_ffmpeg/binaries',
    name: /^ffmpeg-linux-/,
  },
} as const satisfies Record<string, Packaged>;

/**
 * An ffmpeg of another version than the one on PATH, as static builds in packages; the first time it is downloaded.
 * Throws a sentence that says what is missing.
 */
export async function otherFfmpeg(which: keyof typeof packaged): Promise<string> {
  const { version, install, inside, name }: Packaged = packaged[which];
  const folder = join(cache, which);
  const places = join(folder, inside);
  const [program, words] = install(folder);
  try {
    if (!existsSync(places)) {
      await mkdir(folder, { recursive: true });
      await run(program, words, { timeout: 240_000 });
    }
    const path = join(places, (await readdir(places)).find((one) => name.test(one)) ?? '');
    await run(path, ['-version']);
    return path;
  } catch (error) {
    const why = String(error).split('\n')[0];
    const sentence = `ffmpeg ${version} could not be had (${why}). To get it: ${program} ${words.join(' ')}`;
    throw new Error(sentence, { cause: error });
  }
}
