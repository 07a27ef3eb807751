import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { begin, portWhenReady } from '../../server/test/started-process.ts';

export const secret = 'a-bench-secret-of-more-than-32-characters';

export interface Product {
  readonly port: number;
  /** From its start until it answered. */
  readonly startSeconds: number;
  /** Memory of each process in MB. Of several, the first hands connections on. */
  memory(): number[];
  stop(): Promise<void>;
}

/** The product as it ships, on this database, with so many processes and without a video engine. */
export async function startProduct(
  databaseUrl: string,
  processes: number,
  more: Readonly<Record<string, string>> = {},
): Promise<Product> {
  const home = mkdtempSync(join(tmpdir(), 'frontrow-scale-'));
  const began = performance.now();
  const started = begin(home, {
    DATABASE_URL: databaseUrl,
    FRONTROW_SECRET: secret,
    FRONTROW_PROCESSES: String(processes),
    FRONTROW_ROLES: 'web,worker',
    BROADCAST_VIEWERS_MAX: '100000',
    LIVEKIT_URL: 'ws://127.0.0.1:1',
    LIVEKIT_API_KEY: 'key',
    LIVEKIT_API_SECRET: 'secret',
    ...more,
  });
  const { child } = started;
  // Also where a sale was not exact, and nobody stops it.
  process.once('exit', () => child.kill('SIGKILL'));
  const port = await portWhenReady(started);
  return {
    port,
    startSeconds: (performance.now() - began) / 1000,
    memory() {
      const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
      return [child.pid, ...children.split(' ').filter(Boolean)].map((pid) => {
        const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
        return Math.round(Number(kilobytes) / 1024);
      });
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}
