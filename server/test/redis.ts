import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { freePort } from '../src/process/embedded/free-port.ts';
import { dieWithUs } from '../src/process/embedded/processes.ts';
import { debianProgram } from './debian-program.ts';

export interface TestRedis {
  readonly url: string;
  /** Ends it without a word; `start` starts another one at the same address. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** A separate Redis. Its contents are lost when it is killed, unless it is given a folder to keep them in. */
export async function startRedis(folder?: string): Promise<TestRedis> {
  const path = await debianProgram('redis-server', 'Redis');
  const port = await freePort('127.0.0.1');
  let child: ChildProcess | undefined;
  const kill = async (): Promise<void> => {
    if (child?.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  const start = async (): Promise<void> => {
    const kept = folder === undefined ? ['--appendonly', 'no'] : ['--appendonly', 'yes', '--dir', folder];
    const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', ...kept];
    const [command = path, ...all] = [...dieWithUs('KILL'), path, ...words];
    const started = spawn(command, all, { stdio: ['ignore', 'pipe', 'ignore'] });
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
