import { statfsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../src/db/migrate.ts';
import { startPostgres } from '../src/process/embedded/postgres.ts';
import { silentLog } from '../src/ports/log.ts';
import { keepInvariants } from './invariants.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

export const templateDatabase = 'frontrow_template';

const memoryFolder = '/dev/shm';
/** Clones of a few apps and the write-ahead log take a quarter of it. */
const memoryBytesMin = 4 * 1024 ** 3;

/**
 * Where the databases lie: in memory where there is plenty of it. A clone is hundreds of small files, which a disk's
 * file system makes and removes ten times slower.
 */
function folderForDatabases(): string {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder);
    return bavail * bsize >= memoryBytesMin ? memoryFolder : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** One PostgreSQL for the whole run, with one migrated database that every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(folderForDatabases(), 'frontrow-test-'));
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
  const template = databaseUrl(postgres.url, templateDatabase);
  await migrate(template, silentLog);
  await keepInvariants(template);
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
