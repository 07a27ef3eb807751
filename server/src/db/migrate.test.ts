import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, until } from '../../test/harness.ts';
import { silentLog } from '../ports/log.ts';
import { checkDatabase } from '../doctor/check-database.ts';
import { onConnection, openDb, type Db } from './db.ts';
import { migrate } from './migrate.ts';

let dir: string;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let db: Db;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'frontrow-migrations-'));
  database = await freshDatabase();
  db = openDb({ url: database.url, log: silentLog });
});
afterAll(async () => {
  await db.close();
  await database.drop();
  await rm(dir, { recursive: true });
});

test('a migration keeps the running server waiting for no table, and comes to its end when it is free', async () => {
  await db.query('CREATE TABLE busy (id int)');
  await writeFile(join(dir, '9001_more.sql'), 'ALTER TABLE busy ADD COLUMN more int;');
  let migrated: Promise<void> | undefined;
  let isDone = false;
  const waiting = "SELECT 1 FROM pg_locks WHERE relation = 'busy'::regclass AND NOT granted";
  await db.tx(async (tx) => {
    await tx.query('SELECT id FROM busy');
    migrated = migrate(database.url, silentLog, { dir, waitMs: 500 }).then(() => void (isDone = true));
    await until('it waits', () => db.one(waiting));
    // Behind it, while the table is still held.
    expect(await db.query('SELECT id FROM busy')).toEqual([]);
  });
  expect(isDone).toBe(false);
  await migrated;
  expect(await db.query('SELECT more FROM busy')).toEqual([]);
});

test('migrations of one number are each applied once, also where a later one was there before', async () => {
  const names = ['9002_b.sql', '9003.sql', '9002_a.sql', '9002_c.sql'];
  await db.query('CREATE TABLE migrated (name text)');
  for (const name of names) {
    await writeFile(join(dir, name), `INSERT INTO migrated VALUES ('${name}');`);
    if (name !== '9002_a.sql') await migrate(database.url, silentLog, { dir });
  }
  expect(await db.query('SELECT name FROM migrated')).toEqual(
    ['9002_b.sql', '9003.sql', '9002_a.sql', '9002_c.sql'].map((name) => ({ name })),
  );
});

test('a database that is not UTF-8 is refused in words, before anything is made in it', async () => {
  const name = `test_ascii_${randomUUID().replaceAll('-', '')}`;
  await db.query(`CREATE DATABASE ${name} ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0`);
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  try {
    await expect(migrate(url.href, silentLog, { dir })).rejects.toThrow(
      'The database stores text as SQL_ASCII, and Frontrow needs UTF8.',
    );
    await onConnection(url.href, async (sql) =>
      expect(await sql.query("SELECT to_regclass('schema_migration') AS made")).toEqual([{ made: null }]),
    );
    const check = checkDatabase({
      databaseUrl: url.href,
      databaseDirectUrl: undefined,
      databaseMigrationUrl: undefined,
      databaseReadUrl: undefined,
    });
    await expect(check.look()).rejects.toThrow('Frontrow needs UTF8');
  } finally {
    await db.query(`DROP DATABASE ${name} WITH (FORCE)`);
  }
});
