import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '../../test/harness.ts';
import { silentLog } from '../ports/log.ts';
import { openDb, type Db } from './db.ts';
import { migrate } from './migrate.ts';

const ours = fileURLToPath(new URL('./functions', import.meta.url));
let home: string;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let db: Db;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'frontrow-functions-'));
  await mkdir(join(home, 'migrations'));
  await cp(ours, join(home, 'functions'), { recursive: true });
  database = await freshDatabase();
  db = openDb({ url: database.url, log: silentLog });
});
afterEach(async () => {
  await db.close();
  await database.drop();
  await rm(home, { recursive: true });
});

const functionFile = (name: string, text: string) => writeFile(join(home, 'functions', `${name}.sql`), text);
const migration = (name: string, text: string) => writeFile(join(home, 'migrations', `${name}.sql`), text);
/** A start of the server; answers the functions it made. */
async function start(): Promise<readonly string[]> {
  let made: readonly string[] = [];
  const info = (words: object | string) => {
    if (typeof words === 'object' && 'made' in words) made = words.made as string[];
  };
  await migrate(
    database.url,
    { ...silentLog, info },
    { dir: join(home, 'migrations'), functions: join(home, 'functions') },
  );
  return made;
}
const answer = async (call: string) => (await db.one<{ answer: unknown }>(`SELECT ${call} AS answer`))?.answer;
const one = 'CREATE OR REPLACE FUNCTION answer(n int) RETURNS int LANGUAGE sql AS $$ SELECT n + 1 $$;';

test('a function is made when its file is new or changed, or when it is gone, and at no other start', async () => {
  expect(await start()).toEqual([]);
  await functionFile('answer', one);
  expect(await start()).toEqual(['answer']);
  expect(await answer('answer(1)')).toBe(2);
  expect(await start()).toEqual([]);
  await functionFile('answer', one.replace('n + 1', 'n + 2'));
  expect(await start()).toEqual(['answer']);
  expect(await answer('answer(1)')).toBe(3);
  await db.query('DROP FUNCTION answer(int)');
  expect(await start()).toEqual(['answer']);
});

test('another result or other parameters are refused with what to do, and nothing is changed', async () => {
  await functionFile('answer', one);
  await start();
  for (const changed of [one.replace('RETURNS int', 'RETURNS bigint'), one.replace('n int', 'n bigint')]) {
    await functionFile('answer', changed);
    await expect(start()).rejects.toThrow(/answer takes or answers something else.*drop the old one in a migration/);
    expect(await answer('answer(1)')).toBe(2);
    expect(await answer("(SELECT count(*)::int FROM pg_proc WHERE proname = 'answer')")).toBe(1);
  }
  await migration('9001_another_answer', 'DROP FUNCTION answer(int);');
  expect(await start()).toEqual(['answer']);
  expect(await answer('pg_typeof(answer(1::bigint))::text')).toBe('integer');
});

test('functions that call each other may stand in any order; a body that names nothing that exists is refused', async () => {
  await functionFile(
    'a_first',
    'CREATE OR REPLACE FUNCTION a_first() RETURNS int LANGUAGE sql AS $$ SELECT z_last() $$;',
  );
  await functionFile('z_last', 'CREATE OR REPLACE FUNCTION z_last() RETURNS int LANGUAGE sql AS $$ SELECT 5 $$;');
  expect(await start()).toEqual(['a_first', 'z_last']);
  await functionFile(
    'z_last',
    'CREATE OR REPLACE FUNCTION z_last() RETURNS int LANGUAGE sql AS $$ SELECT nothing() $$;',
  );
  await expect(start()).rejects.toThrow(/stored function z_last: .*nothing\(\) does not exist/);
  expect(await answer('a_first()')).toBe(5);
});

test('a migration may define a trigger with a new function of before-tables', async () => {
  await functionFile(
    'before-tables/never',
    "CREATE OR REPLACE FUNCTION never() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'never'; END $$;",
  );
  await migration(
    '9001_more',
    'CREATE TABLE more (id int); CREATE TRIGGER never BEFORE INSERT ON more EXECUTE FUNCTION never();',
  );
  await start();
  await expect(db.query('INSERT INTO more VALUES (1)')).rejects.toThrow('never');
});

test('every function of the database has its file, and every file its function', async () => {
  const files = (await readdir(ours, { recursive: true })).filter((name) => name.endsWith('.sql'));
  const functions = await db.query<{ name: string }>(
    `SELECT proname AS name FROM pg_proc p WHERE pronamespace = current_schema()::regnamespace
       AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`,
  );
  expect(functions.map((row) => row.name).toSorted()).toEqual(
    files.map((file) => file.replace(/^.*\/|\.sql$/g, '')).toSorted(),
  );
});

test('a database from before the baseline is refused in one sentence and left unchanged', async () => {
  await db.query("INSERT INTO schema_migration (name, run_on) VALUES ('0002_accounts', statement_timestamp())");
  await functionFile('answer', one);
  await expect(start()).rejects.toThrow('made by an early version of Frontrow, before its first release');
  expect(await db.query("SELECT 1 FROM pg_proc WHERE proname = 'answer'")).toEqual([]);
});
