import { execFile, spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { bringProgram, type Program } from '../src/process/embedded/bring-program.ts';

const version = '1.8.0';
const goPaths = ['go', '/usr/local/go/bin/go'];

const gateway: Program = {
  title: 'the S3 server versitygw',
  folder: join('versitygw', `v${version}`),
  name: 'versitygw',
  answers: (path) =>
    promisify(execFile)(path, ['--version']).then(
      () => true,
      () => false,
    ),
  ways: [
    async (into, tell) => {
      const go = goPaths.find((one) => spawnSync(one, ['version']).status === 0);
      if (go === undefined) throw new Error('there is no Go toolchain');
      tell('Building the S3 server from its source (once).');
      await promisify(execFile)(go, ['install', `github.com/versity/versitygw/cmd/versitygw@v${version}`], {
        env: { ...process.env, GOBIN: into, CGO_ENABLED: '0' },
      });
      return join(into, 'versitygw');
    },
  ],
  howToGet: (why) => `The S3 server could not be had (${why}): put versitygw ${version} on PATH, or install Go.`,
};

/** The path of a real S3 server that keeps objects in a folder. Throws a sentence that says how to get it. */
export async function s3Server(): Promise<string> {
  const found = await bringProgram(gateway, {
    cacheHome: process.env['XDG_CACHE_HOME'],
    fallbackCache: join(tmpdir(), 'frontrow-cache'),
    tell: (sentence) => void process.stdout.write(`${sentence}\n`),
  });
  if ('missing' in found) throw new Error(found.missing);
  return found.path;
}

/** The words it is started with. */
export const s3ServerWords = (
  address: string,
  { access, secret }: { access: string; secret: string },
  folder: string,
) => ['--port', address, '--access', access, '--secret', secret, 'posix', folder];
