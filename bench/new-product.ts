import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../server/src/db/migrate.ts';
import { silentLog } from '../server/src/ports/log.ts';
import { startPostgres } from '../server/src/process/embedded/postgres.ts';
import { type RunningServer, startServer } from './read/product.ts';

export const benchSecret = 'a-bench-secret-of-more-than-32-characters';
/** As `npm start` runs the product (scripts/launch/server-process.mjs). */
const nodeFlags = ['--max-semi-space-size=8', '--no-parallel-scavenge'];

export interface BenchProduct {
  readonly db: pg.Client;
  readonly databaseUrl: string;
  /** The product as it ships, in a separate process. */
  startServer(env?: NodeJS.ProcessEnv): Promise<RunningServer>;
}

interface BenchSettings {
  /** Unless `PORT` says otherwise. */
  readonly port: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Left out: yes. No where what is measured only reads. */
  readonly fsync?: boolean;
}

/** Runs `work` on a new database and ends all that was started, whatever happens. */
export async function onNewProduct<T>(
  settings: BenchSettings,
  work: (product: BenchProduct) => Promise<T>,
): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'frontrow-bench-'));
  const postgres = await startPostgres({
    dir: join(dir, 'postgres'),
    port: 0,
    fsync: settings.fsync ?? true,
    log: { info: () => {}, warn: (line) => void process.stderr.write(`${line}\n`) },
  });
  const servers: RunningServer[] = [];
  const port = process.env['PORT'] ?? settings.port;
  const common = {
    DATABASE_URL: postgres.url,
    FRONTROW_HOME: join(dir, 'home'),
    FRONTROW_DEMO: 'off',
    FRONTROW_SECRET: benchSecret,
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    ...settings.env,
  };
  try {
    await migrate(postgres.url, silentLog);
    const db = new pg.Client({ connectionString: postgres.url });
    db.on('error', () => {});
    await db.connect();
    const done = await work({
      db,
      databaseUrl: postgres.url,
      async startServer(env) {
        const server = await startServer('../sale/server.ts', { ...common, ...env }, undefined, nodeFlags);
        servers.push(server);
        return server;
      },
    });
    await db.end();
    return done;
  } finally {
    for (const server of servers) server.stop();
    await postgres.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}
