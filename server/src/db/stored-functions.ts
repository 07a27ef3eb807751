import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type pg from 'pg';
import { isOtherSignature } from './database-errors.ts';

/** Functions that tables, triggers and views are defined with are made before the migrations; all others after. */
const madeFirst = 'before-tables';

/** One file of `db/functions`: one whole function, which the file is named after. */
interface FunctionFile {
  readonly name: string;
  readonly text: string;
  readonly hash: string;
  readonly isFirst: boolean;
}

export interface StoredFunctions {
  /**
   * Makes those that tables are defined with. Their bodies are checked by `makeAll`: what they name may not be there
   * yet.
   */
  makeFirst(): Promise<void>;
  /** Makes all of them, with their bodies checked, and keeps their hashes. Answers their names. */
  makeAll(): Promise<readonly string[]>;
}

/** A function's file cannot be applied to what the database has. The message says what to do. */
export class BadStoredFunction extends Error {}

/** The functions of `dir` whose text is not what the database was last given. */
export async function changedFunctions(client: pg.Client, dir: string): Promise<StoredFunctions> {
  await client.query('CREATE TABLE IF NOT EXISTS stored_function (name text PRIMARY KEY, hash text NOT NULL)');
  const { rows } = await client.query<{ name: string; hash: string }>(
    `SELECT name, hash FROM stored_function
     WHERE name IN (SELECT proname FROM pg_proc WHERE pronamespace = current_schema()::regnamespace)`,
  );
  const kept = new Map(rows.map((row) => [row.name, row.hash]));
  const changed = (await filesOf(dir)).filter((file) => kept.get(file.name) !== file.hash);
  return {
    makeFirst: () =>
      inTransaction(client, async () => {
        await client.query('SET LOCAL check_function_bodies = off');
        for (const file of changed) if (file.isFirst) await make(client, file);
      }),
    async makeAll() {
      await inTransaction(client, async () => {
        // Unchecked first: one may call another that comes later.
        for (const checked of ['off', 'on']) {
          await client.query(`SET LOCAL check_function_bodies = ${checked}`);
          for (const file of changed) await make(client, file);
        }
        for (const file of changed) await keep(client, file);
      });
      return changed.map((file) => file.name);
    },
  };
}

async function filesOf(dir: string): Promise<FunctionFile[]> {
  const read = async (from: string, isFirst: boolean): Promise<FunctionFile[]> => {
    const names = (await readdir(from)).filter((name) => name.endsWith('.sql')).toSorted();
    return Promise.all(
      names.map(async (name) => {
        const text = await readFile(join(from, name), 'utf8');
        return { name: basename(name, '.sql'), text, hash: createHash('sha256').update(text).digest('hex'), isFirst };
      }),
    );
  };
  return [...(await read(join(dir, madeFirst), true)), ...(await read(dir, false))];
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN');
  try {
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

async function make(client: pg.Client, { name, text }: FunctionFile): Promise<void> {
  try {
    await client.query(text);
  } catch (error) {
    if (isOtherSignature(error)) throw new BadStoredFunction(whatToDo(name));
    (error as Error).message = `stored function ${name}: ${(error as Error).message}`;
    throw error;
  }
}

/** CREATE OR REPLACE with other types of parameters makes a second function in addition to the first. */
async function keep(client: pg.Client, { name, hash }: FunctionFile): Promise<void> {
  const { rowCount } = await client.query(
    'SELECT 1 FROM pg_proc WHERE proname = $1 AND pronamespace = current_schema()::regnamespace',
    [name],
  );
  if (rowCount !== 1) throw new BadStoredFunction(whatToDo(name));
  await client.query(
    'INSERT INTO stored_function (name, hash) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET hash = excluded.hash',
    [name, hash],
  );
}

const whatToDo = (name: string): string =>
  `The stored function ${name} takes or answers something else than the one in the database: ` +
  `drop the old one in a migration (DROP FUNCTION ${name}(…)), or give the new one another name.`;
