import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, openSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { keepRunning } from '../../server/src/process/keep-running.ts';
import { dieWithUs } from '../../server/src/process/embedded/processes.ts';

/** One process of the cluster. What it says is in `<home>/<name>.log`; one that ends is started again. */
export interface Part {
  readonly name: string;
  /** Of the process that runs now. */
  pid(): number;
  hasEnded(): boolean;
  stop(): Promise<void>;
}

const stopWithinMs = 10_000;

/** Starts a part; it ends with us, also when we are killed. `begun` gets each of its processes. */
export function startPart(
  home: string,
  name: string,
  [command = '', ...words]: readonly string[],
  env: Readonly<Record<string, string>> = {},
  begun: (child: ChildProcess) => void = () => undefined,
): Part {
  mkdirSync(home, { recursive: true });
  const [first = command, ...rest] = [...dieWithUs('KILL'), command, ...words];
  const said = openSync(join(home, `${name}.log`), 'a');
  const begin = (): ChildProcess => {
    const started = spawn(first, rest, {
      env: { PATH: process.env['PATH'] ?? '', HOME: home, ...env },
      stdio: ['ignore', said, said],
    });
    started.on('error', (error) => process.stderr.write(`${name} could not be started: ${error.message}\n`));
    begun(started);
    return started;
  };
  let child = begin();
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const kept = keepRunning({
    isRunning: () => !hasEnded(),
    startAgain: async () => void (child = begin()),
    failed: () => undefined,
  });
  return {
    name,
    pid: () => child.pid ?? 0,
    hasEnded,
    async stop() {
      await kept.stop();
      if (hasEnded()) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await Promise.race([ended, pause(stopWithinMs, undefined, { ref: false })]);
      child.kill('SIGKILL');
    },
  };
}

const lookEveryMs = 100;

/** Waits until the part says that it is there. Throws the place of its log where it ends or takes too long. */
export async function untilThere(
  part: Part,
  home: string,
  isThere: () => Promise<boolean>,
  withinMs = 60_000,
): Promise<void> {
  for (let waited = 0; waited < withinMs; waited += lookEveryMs) {
    if (await isThere().catch(() => false)) return;
    if (part.hasEnded()) break;
    await pause(lookEveryMs);
  }
  throw new Error(`${part.name} does not answer: see ${join(home, `${part.name}.log`)}`);
}

/** Whether this address answers at all, or with a good status. */
export const answersAt =
  (url: string): (() => Promise<boolean>) =>
  async () =>
    (await fetch(url)).ok;
