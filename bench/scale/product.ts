import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { benchSecret } from '../new-product.ts';
import { childrenOf } from '../processor-time.ts';
import { begin, portWhenReady } from '../../server/test/started-process.ts';

export interface Product {
  readonly pid: number;
  readonly port: number;
  /** From its start until it answered. */
  readonly startSeconds: number;
  /** Memory of each process in MB. Of several, the first hands connections on. */
  memory(): number[];
  /** Those that serve: of several, not the first. */
  apps(): number[];
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
    FRONTROW_SECRET: benchSecret,
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
  const pid = child.pid!;
  return {
    pid,
    port,
    startSeconds: (performance.now() - began) / 1000,
    memory() {
      return [pid, ...childrenOf(pid)].map((one) => {
        const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${one}/status`, 'utf8')) ?? [];
        return Math.round(Number(kilobytes) / 1024);
      });
    },
    apps: () => (processes === 1 ? [pid] : childrenOf(pid)),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}
