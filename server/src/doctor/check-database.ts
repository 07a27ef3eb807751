import { readdirSync } from 'node:fs';
import { roleOf } from '../db/app-role.ts';
import { DatabaseNotUtf8, migrationsFolder } from '../db/migrate.ts';
import { onConnection } from '../db/db.ts';
import type { Config } from '../process/config.ts';
import type { Check } from './check.ts';

const versionMin = 160_000;
/** Said already. */
class Wrong extends Error {}

type DatabaseConfig = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'databaseMigrationUrl' | 'databaseReadUrl'>;

/** Whether the app's own address, PostgreSQL behind it and the owner's address do what each is needed for. */
export function checkDatabase(config: DatabaseConfig, migrations = migrationsFolder): Check {
  const { databaseUrl: url } = config;
  return {
    part: 'database',
    notSet:
      url === undefined ? 'DATABASE_URL is not set: the built-in PostgreSQL is used, for development.' : undefined,
    async look() {
      const directUrl = config.databaseDirectUrl ?? url!;
      const version = await on('DATABASE_URL', url!, async (client) => {
        const [row] = await client.query<{ number: number; text: string; encoding: string }>(
          `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS text,
             current_setting('server_encoding') AS encoding`,
        );
        return row!;
      });
      if (version.number < versionMin)
        throw new Error(`PostgreSQL is ${version.text}, and 16 or newer is needed: bring it forward.`);
      if (version.encoding !== 'UTF8') throw new DatabaseNotUtf8(version.encoding);
      await refusePooler(directUrl, config.databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL');
      const owner = config.databaseMigrationUrl ?? directUrl;
      const missing = await on('DATABASE_MIGRATION_URL', owner, async (client) => {
        await mayMakeTables(client);
        return missingMigrations(client, migrations);
      });
      if (config.databaseReadUrl !== undefined) await on('DATABASE_READ_URL', config.databaseReadUrl, standsBy);
      const two = roleOf(owner) !== roleOf(url!);
      return (
        `PostgreSQL ${version.text} answers and tells news. ` +
        (missing === 0 ? 'The schema is up to date. ' : `${missing} migrations are made at the next start. `) +
        (two ? 'The app owns nothing there.' : 'The app owns its tables: DATABASE_MIGRATION_URL would set them apart.')
      );
    },
  };
}

type Connection = Parameters<Parameters<typeof onConnection>[1]>[0];

/** Does `work` there; where no one answers, it says which setting is wrong. */
async function on<T>(name: string, url: string, work: (sql: Connection) => Promise<T>): Promise<T> {
  try {
    return await onConnection(url, work);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (error instanceof Wrong) throw error;
    // A name of the system is short, and a number of PostgreSQL's says nothing: its sentence does.
    const why = code?.startsWith('E') ? code : message;
    throw new Wrong(`${name} cannot be used (${why}): check the address, the password and the firewall.`);
  }
}

/** LISTEN needs its own session. Behind a pooler two clients meet on one session of the server. */
async function refusePooler(url: string, name: string): Promise<void> {
  const process = async (client: Connection) =>
    (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]?.pid;
  await on(name, url, async (one) => {
    const first = await process(one);
    if (first === (await on(name, url, process)))
      throw new Wrong('News would not be heard there: set DATABASE_DIRECT_URL to PostgreSQL itself, past the pooler.');
  });
}

/** Lists come from there: it must follow PostgreSQL, and know the tables. */
async function standsBy(client: Connection): Promise<void> {
  const [row] = await client.query<{ follows: boolean }>('SELECT pg_is_in_recovery() AS follows');
  if (!row?.follows) throw new Wrong('DATABASE_READ_URL is no replica: name one that follows DATABASE_URL.');
  await client.query('SELECT 1 FROM event LIMIT 1');
}

/** A start brings the schema forward. */
async function mayMakeTables(client: Connection): Promise<void> {
  const [row] = await client.query<{ role: string; may: boolean | null; owns: boolean | null }>(
    `SELECT current_user::text AS role, has_schema_privilege(current_schema(), 'CREATE') AS may,
            (SELECT pg_has_role(tableowner, 'USAGE') FROM pg_tables
             WHERE schemaname = current_schema() AND tablename = 'schema_migration') AS owns`,
  );
  if (row?.may && row.owns !== false) return;
  throw new Wrong(
    `The role ${row?.role} may not bring the schema forward: set DATABASE_MIGRATION_URL to the role that owns the ` +
      'database and its tables.',
  );
}

async function missingMigrations(client: Connection, folder: string): Promise<number> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  const [row] = await client.query<{ known: string | null }>("SELECT to_regclass('schema_migration')::text AS known");
  if (!row?.known) return files.length;
  const made = await client.query<{ name: string }>('SELECT name::text FROM schema_migration');
  const names = new Set(made.map(({ name }) => name));
  return files.filter((file) => !names.has(file.replace(/\.sql$/, ''))).length;
}
