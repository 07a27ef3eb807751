import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import process from 'node:process';
import { until } from './harness.ts';

const main = resolve(import.meta.dirname, '../src/process/main.ts');
export const startWithinMs = 120_000;

/** Nothing of the caller's settings: a started process knows where programs and code compiled before are. */
export const bareEnvironment = (): NodeJS.ProcessEnv => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, NODE_COMPILE_CACHE };
};

/** The product as its own process. */
export interface Started {
  readonly child: ChildProcess;
  said(): string;
}

/** From its sources, or from a build of it, with flags of Node in front of its path. */
export function begin(
  home: string,
  settings: Readonly<Record<string, string>>,
  args: readonly string[] = [main],
): Started {
  const child = spawn(process.execPath, args, {
    env: { ...bareEnvironment(), FRONTROW_HOME: home, FRONTROW_DEMO: 'off', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let answer = '';
  for (const out of [child.stdout, child.stderr]) out.on('data', (part: Buffer) => (answer += part.toString()));
  return { child, said: () => answer };
}

export async function portWhenReady({ child, said }: Started): Promise<number> {
  await until(
    'it is ready',
    () => {
      if (child.exitCode !== null) throw new Error(`the start ended with ${child.exitCode}:\n${said()}`);
      return said().includes('is ready');
    },
    startWithinMs,
  );
  return Number(/ready: http:\/\/127\.0\.0\.1:(\d+)/.exec(said())?.[1]);
}
