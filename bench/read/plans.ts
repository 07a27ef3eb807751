import type pg from 'pg';
import type { Db, Tx } from '../../server/src/db/db.ts';
import { type EventFilters, filtersOf } from '../../server/src/features/events/index.ts';
import { listEvents } from '../../server/src/features/events/list-events.ts';
import { eventFilters } from '@frontrow/contract/events/api.ts';

/** The others are small, or hold nothing in this bench. */
const wholeLargeTable = /Seq Scan on (event|event_tag|listed_event|app_user)\b/;

/**
 * The plans of a list with these filters, as its own statements are planned with their own settings. Answers those
 * that read a whole table.
 */
export async function wholeTableReads(client: pg.Client, query: Readonly<Record<string, string>>): Promise<string[]> {
  const found: string[] = [];
  const sql = {
    async query(text: string, params: readonly unknown[] = []) {
      if (/^\s*(SELECT|WITH)/.test(text)) {
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, [...params]);
        for (const row of rows) {
          const line = row['QUERY PLAN'];
          if (wholeLargeTable.test(line)) found.push(line.trim());
        }
      }
      return (await client.query(text, [...params])).rows ?? [];
    },
    async one(text: string, params: readonly unknown[] = []) {
      return (await sql.query(text, params))[0];
    },
  };
  const db = {
    ...sql,
    async tx(work: (tx: Tx) => Promise<unknown>, settings = '') {
      await client.query(`BEGIN; ${settings}`);
      const answer = await work({ ...sql, afterCommit: () => {} } as unknown as Tx);
      await client.query('COMMIT');
      return answer;
    },
  } as unknown as Db;
  const filters: EventFilters = filtersOf(eventFilters.parse(query));
  await listEvents({ db, storage: { url: () => '' } as never }, filters, {});
  return found;
}
