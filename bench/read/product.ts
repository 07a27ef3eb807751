import { type ChildProcess, fork } from 'node:child_process';

/** What a server used so far. */
export interface Spent {
  /** Microseconds of processor. */
  readonly cpu: number;
}

export interface RunningServer {
  readonly child: ChildProcess;
  readonly port: number;
  spent(): Promise<Spent>;
  stop(): void;
}

/** A server in a separate process that reports its port, and under `/bench/cpu` the CPU time it used. */
export async function startServer(
  file: string,
  env: NodeJS.ProcessEnv,
  first?: Readonly<Record<string, unknown>>,
  execArgv: string[] = [],
): Promise<RunningServer> {
  const child = fork(new URL(file, import.meta.url), { execArgv, env: { PATH: process.env['PATH'], ...env } });
  if (first) child.send(first);
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { port: number }).port));
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
  });
  return {
    child,
    port,
    async spent() {
      const answer = await fetch(`http://127.0.0.1:${port}/bench/cpu`);
      const { user, system } = (await answer.json()) as NodeJS.CpuUsage;
      return { cpu: user + system };
    },
    stop() {
      child.removeAllListeners('exit');
      child.kill('SIGKILL');
    },
  };
}
