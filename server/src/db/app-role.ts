import pg from 'pg';
import { onConnection } from './db.ts';

/** What was written there stays as it is: the books, what was issued, what app admins did. */
const onlyAddedTo = ['ledger_tx', 'ledger_entry', 'receipt', 'receipt_part', 'audit_log', 'audit_chain'] as const;

/** The role of an address; undefined where it is the system's user. */
export const roleOf = (url: string): string | undefined => decodeURIComponent(new URL(url).username) || undefined;

/**
 * Lets a role read and write rows, and no more: it makes, changes and drops nothing, and adds to the books without
 * changing them. Run by the role that owns the schema, after each migration; new tables are found then.
 */
export async function grantToApp(client: pg.ClientBase, role: string): Promise<void> {
  const app = pg.escapeIdentifier(role);
  await client.query(`
    REVOKE CREATE ON SCHEMA public FROM PUBLIC, ${app};
    GRANT USAGE ON SCHEMA public TO ${app};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${app};
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${app};
    REVOKE UPDATE, DELETE ON ${onlyAddedTo.join(', ')} FROM ${app};
    REVOKE INSERT, UPDATE, DELETE ON schema_migration, stored_function FROM ${app};`);
}

/** Makes the role of our own PostgreSQL that the app works as. Safe to run again. Answers its address. */
export async function makeAppRole(ownerUrl: string, role: string, password: string): Promise<string> {
  const [name, word] = [pg.escapeIdentifier(role), pg.escapeLiteral(password)];
  await onConnection(ownerUrl, async (sql) => {
    const known = await sql.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
    await sql.query(`${known.length === 0 ? 'CREATE' : 'ALTER'} ROLE ${name} LOGIN PASSWORD ${word}`);
  });
  const url = new URL(ownerUrl);
  url.username = role;
  url.password = password;
  return url.href;
}
