import { fork } from 'node:child_process';
import { once } from 'node:events';

/** A webhook as it came. */
export interface Told {
  /** Name and port of the server that it came to. */
  readonly host: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface Wanted {
  readonly wanted: number;
}

export interface Receiver {
  readonly ports: readonly number[];
  /** What came since the last answer, once that many have. */
  arrived(count: number): Promise<readonly Told[]>;
  stop(): void;
}

const patienceMs = 120_000;

/** Servers of hosts, each on its own port, in one separate process. */
export async function startReceiver(servers: number): Promise<Receiver> {
  const child = fork(new URL('receiver.ts', import.meta.url), [String(servers)]);
  const [ports] = (await once(child, 'message')) as [number[]];
  return {
    ports,
    async arrived(count) {
      const answer = once(child, 'message', { signal: AbortSignal.timeout(patienceMs) });
      child.send({ wanted: count } satisfies Wanted);
      return ((await answer) as [Told[]])[0];
    },
    stop: () => void child.kill('SIGKILL'),
  };
}
