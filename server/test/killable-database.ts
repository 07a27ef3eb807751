import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../src/db/migrate.ts';
import { startPostgres } from '../src/process/embedded/postgres.ts';
import { silentLog } from '../src/ports/log.ts';

export interface MortalDatabase {
  readonly url: string;
  /** Takes it away: connections break, and no one answers at its port. */
  stop(): Promise<void>;
  /** At the same port, with what was committed. */
  startAgain(): Promise<void>;
  remove(): Promise<void>;
}

/** A PostgreSQL of a suite's own, migrated, that may go and come back. */
export async function mortalDatabase(): Promise<MortalDatabase> {
  const dir = mkdtempSync(join(tmpdir(), 'frontrow-mortal-database-'));
  const start = (port: number) =>
    startPostgres({ dir, port, fsync: false, log: { info: () => undefined, warn: () => undefined } });
  let postgres = await start(0);
  const { url, port } = postgres;
  await migrate(url, silentLog);
  return {
    url,
    stop: () => postgres.stop(),
    async startAgain() {
      postgres = await start(port);
    },
    async remove() {
      await postgres.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
