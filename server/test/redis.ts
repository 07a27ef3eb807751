import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { bringProgram, type Program } from '../src/process/embedded/bring-program.ts';
import { unpackPackage } from '../src/process/embedded/debian-package.ts';
import { freePort } from '../src/process/embedded/free-port.ts';

const answers = (path: string): Promise<boolean> =>
  promisify(execFile)(path, ['--version']).then(
    () => true,
    () => false,
  );

/** Unpacked and never installed: Debian's package would start a server of its own. */
const program: Program = {
  title: 'Redis',
  folder: 'redis',
  name: 'debian',
  inside: 'redis-server',
  answers,
  ways: [(into, tell) => unpackPackage('redis-server', into, tell)],
  howToGet: (why) => `Redis could not be had (${why}): install redis-server, or its tests will fail.`,
};

/** The path of redis-server: on PATH, else from Debian. Throws a sentence that says how to get it. */
async function redisServer(): Promise<string> {
  const found = spawnSync('sh', ['-c', 'command -v redis-server'], { encoding: 'utf8' }).stdout?.trim();
  if (found) return found;
  const brought = await bringProgram(program, {
    cacheHome: process.env['XDG_CACHE_HOME'],
    fallbackCache: join(tmpdir(), 'frontrow-cache'),
    tell: (sentence) => void process.stderr.write(`${sentence}\n`),
  });
  if ('missing' in brought) throw new Error(brought.missing);
  return brought.path;
}

export interface TestRedis {
  readonly url: string;
  /** Ends it without a word, and starts an empty one at the same address. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** A Redis of its own that keeps nothing. */
export async function startRedis(): Promise<TestRedis> {
  const path = await redisServer();
  const port = await freePort('127.0.0.1');
  let child: ChildProcess | undefined;
  const kill = async (): Promise<void> => {
    if (child?.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  const start = async (): Promise<void> => {
    const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const started = spawn(path, words, { stdio: ['ignore', 'pipe', 'ignore'] });
    child = started;
    process.once('exit', () => started.kill('SIGKILL'));
    await new Promise<void>((resolve, reject) => {
      started.once('exit', () => reject(new Error('Redis ended before it answered')));
      started.stdout.setEncoding('utf8').on('data', (text: string) => {
        if (text.includes('Ready to accept connections')) resolve();
      });
    });
  };
  await start();
  return { url: `redis://127.0.0.1:${port}`, kill, start };
}
