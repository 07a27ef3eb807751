import type pg from 'pg';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import { print } from '../report.ts';
import { type Asker, type Goals, linesOf, type Query } from './ask.ts';
import { searches, typos } from './questions.ts';
import { events } from './seed.ts';
import type { Took } from './waiting.ts';

const searchMsMax = 50;
const typoMsMax = 100;
const asked = 400;
const compared = 30;

type Found = AnswerOf<'GET /search'>;

/** Search as typed and typed wrong. */
export async function readSearch(db: pg.Client, asker: Asker, goals: Goals): Promise<void> {
  await checkSearch(db, asker);
  const measure = async (queries: readonly Query[]): Promise<{ took: Took[]; found: number; corrected: number }> => {
    const all = [];
    for (const query of queries) all.push(await asker.ask<Found>('/search', query));
    return {
      took: all.map(({ took }) => took),
      found: all.filter(({ data }) => data.events.length > 0).length,
      corrected: all.filter(({ data }) => data.corrected !== null).length,
    };
  };
  const right = await measure(searches(asked));
  const wrong = await measure(typos(asked));
  if (wrong.found < 0.9 * asked) throw new Error(`only ${wrong.found} of ${asked} words typed wrong found anything`);
  print(`Search among ${events} events, one request at a time`, [
    ['the same as read plainly', `first two pages of ${compared} words`],
    ['searches', `${asked}, ${right.found} found something`],
    ...linesOf('as typed', right.took, { goals, percent: 95, ms: searchMsMax }),
    ['typed wrong', `${asked}, ${wrong.found} found something, ${wrong.corrected} corrected`],
    ...linesOf('typed wrong', wrong.took, { goals, percent: 95, ms: typoMsMax }),
  ]);
}

/** Throws where two pages of search differ from what a plain reading of everything that matches says. */
async function checkSearch(db: pg.Client, asker: Asker): Promise<void> {
  const words = searches(5 * compared).flatMap(({ q, past }, n) => (n % 5 === 4 && !past ? [q!] : []));
  for (const q of words) {
    const pages: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 2 && (page === 0 || cursor !== undefined); page++) {
      const { data } = await asker.ask<Found>('/search', { q, ...(cursor !== undefined && { cursor }) });
      pages.push(...data.events.map((card) => card.event.event_uuid));
      cursor = data.next_cursor ?? undefined;
    }
    const { rows } = await db.query<{ id: string }>(
      `SELECT event_id AS id FROM (
         SELECT event_id, starts_at, started_at, CASE WHEN state = 1 THEN 0 WHEN head @@ $1::tsquery THEN 1
         ELSE 2 END AS part
         FROM listed_event WHERE state < 2 AND words @@ $1::tsquery) AS found
       ORDER BY part, CASE WHEN part = 0 THEN started_at END DESC, CASE WHEN part = 0
       THEN event_id END DESC, starts_at, event_id LIMIT 40`,
      [`'${q}':*`],
    );
    if (JSON.stringify(pages) !== JSON.stringify(rows.map((row) => row.id)))
      throw new Error(`the search for ${q} does not show what matches, in its order`);
  }
}
