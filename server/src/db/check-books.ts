import { readdirSync, readFileSync } from 'node:fs';
import type { Db } from './db.ts';

interface Rule {
  readonly name: string;
  readonly query: string;
}

const rowsShownMax = 5;

/** The named queries of `invariants*.sql` in this folder: each returns the rows that break it. */
export function readRules(): readonly Rule[] {
  const files = readdirSync(import.meta.dirname).filter((name) => /^invariants.*\.sql$/.test(name));
  return files.flatMap((file) =>
    readFileSync(`${import.meta.dirname}/${file}`, 'utf8')
      .split(/^-- name: /m)
      .slice(1)
      .map((part) => {
        const [name = '', ...lines] = part.split('\n');
        return { name: name.trim(), query: lines.filter((line) => !line.startsWith('--')).join('\n') };
      }),
  );
}

/** Each broken rule with its first rows; empty when money, seats, rooms and accounts add up. */
export async function brokenRules(sql: { query(text: string): Promise<readonly object[]> }): Promise<string[]> {
  const broken: string[] = [];
  for (const rule of readRules()) broken.push(...saidOf(rule.name, await sql.query(rule.query)));
  return broken;
}

/** One line for a rule that rows break, none otherwise. */
export const saidOf = (name: string, rows: readonly object[]): string[] =>
  rows.length > 0 ? [`${name}: ${rows.length} rows, first ${firstOf(rows)}`] : [];

/** The first rows in one line, for a person to look at. */
export const firstOf = (rows: readonly object[]): string => JSON.stringify(rows.slice(0, rowsShownMax));

const ledgerSum = `SELECT count(*)::int AS entries,
    coalesce(md5(string_agg(concat_ws(' ', e.id, e.tx_id, e.account_id, e.amount_minor), ',' ORDER BY e.id)), 'empty')
      AS checksum
  FROM ledger_entry e`;
/** To be kept elsewhere: rows taken from the end of the chain are missed by nobody else. */
const chainEnd = `
  SELECT
    count(*)::int AS deeds,
    coalesce(left(encode((array_agg(hash ORDER BY seq DESC))[1], 'hex'), 16), 'empty') AS last
  FROM audit_chain`;
const counts = `SELECT (SELECT count(*) FROM event)::int AS events, (SELECT count(*) FROM orders)::int AS orders,
  (SELECT count(*) FROM ticket)::int AS tickets, (SELECT count(*) FROM app_user)::int AS people`;

/**
 * Reads the whole database as of one moment and says what is there, the ledger's checksum (the same before a backup and
 * after its restore), and that all rules hold. Throws with the broken ones. While a product runs some rules may be
 * broken for the seconds that its jobs need.
 */
export const checkBooks = (db: Db): Promise<string> =>
  db.tx(async (tx) => {
    const ledger = await tx.one<{ entries: number; checksum: string }>(ledgerSum);
    const has = await tx.one<{ events: number; orders: number; tickets: number; people: number }>(counts);
    const chain = await tx.one<{ deeds: number; last: string }>(chainEnd);
    const broken = await brokenRules(tx);
    if (broken.length > 0) throw new Error(`these do not add up:\n${broken.join('\n')}\n`);
    return [
      `${has?.events} events, ${has?.orders} orders, ${has?.tickets} tickets, ${has?.people} people.`,
      `The ledger has ${ledger?.entries} entries, checksum ${ledger?.checksum}.`,
      `The audit log's chain has ${chain?.deeds} deeds and ends with ${chain?.last}.`,
      'Seats and money add up.',
    ].join('\n');
  }, 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
