import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { bringProgram, type Program } from '../../server/src/process/embedded/bring-program.ts';
import { freePort } from '../../server/src/process/embedded/free-port.ts';
import { type Part, startPart, untilThere } from './part.ts';

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

export interface ObjectStorage {
  readonly part: Part;
  /** The settings of a process that keeps its files there. */
  readonly settings: Readonly<Record<string, string>>;
}

/** A real S3 server on a folder of this home, with one bucket. Throws a sentence that says how to get it. */
export async function startStorage(home: string): Promise<ObjectStorage> {
  const found = await bringProgram(gateway, {
    cacheHome: process.env['XDG_CACHE_HOME'],
    fallbackCache: join(tmpdir(), 'frontrow-cache'),
    tell: (sentence) => void process.stdout.write(`${sentence}\n`),
  });
  if ('missing' in found) throw new Error(found.missing);
  const [bucket, access, secret] = ['frontrow', 'cluster', 'cluster-secret'];
  const folder = join(home, 's3');
  mkdirSync(join(folder, bucket), { recursive: true });
  const address = `127.0.0.1:${await freePort('127.0.0.1')}`;
  const part = startPart(home, 's3', [
    found.path,
    '--port',
    address,
    '--access',
    access,
    '--secret',
    secret,
    'posix',
    folder,
  ]);
  await untilThere(part, home, async () => (await fetch(`http://${address}/`)).status > 0);
  return {
    part,
    settings: {
      S3_BUCKET: bucket,
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: access,
      S3_SECRET_ACCESS_KEY: secret,
      S3_ENDPOINT: `http://${address}`,
    },
  };
}
