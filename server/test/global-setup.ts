import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../src/db/migrate.ts';
import { startPostgres } from '../src/process/embedded/postgres.ts';
import { silentLog } from '../src/ports/log.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

export const templateDatabase = 'frontrow_template';

/** One PostgreSQL for the whole run, with one migrated database that every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(tmpdir(), 'frontrow-test-'));
  const postgres = await startPostgres({
    dir: join(dir, 'postgres'),
    port: 0,
    log: { info: () => {}, warn: () => {} },
    fsync: false,
  });
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${templateDatabase}`);
  await admin.end();
  await migrate(databaseUrl(postgres.url, templateDatabase), silentLog);
  project.provide('postgresUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(dir, { recursive: true, force: true });
  };
}

function databaseUrl(url: string, name: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${name}`;
  return parsed.href;
}
