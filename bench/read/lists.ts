import type pg from 'pg';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import { print } from '../report.ts';
import { type Asker, type Goals, linesOf } from './ask.ts';
import { wholeTableReads } from './plans.ts';
import { filterCombinations } from './questions.ts';
import { events } from './seed.ts';
import type { Took } from './waiting.ts';

const pageTurns = 1_000;
const measuredTimes = 300;
const msMax = 10;

type List = AnswerOf<'GET /events'>;

/** The first page, the thousandth, and every combination of filters. */
export async function readLists(db: pg.Client, asker: Asker, goals: Goals): Promise<void> {
  const first: Took[] = [];
  const deep: Took[] = [];
  const now = Date.now();
  // Turned page by page as a reader would: every event once, in order. The first page is asked in turn with them, so
  // that both meet the same machine and a server that has run for a while; of another moment each time, so that none
  // is remembered.
  const seen = new Set<string>();
  let last = 0;
  let cursor: string | undefined;
  for (let page = 1; page <= pageTurns + measuredTimes; page++) {
    const { took: tookFirst } = await asker.ask<List>('/events', { from: String(now - page) });
    const { data, took } = await asker.ask<List>('/events', cursor === undefined ? {} : { cursor });
    if (page > pageTurns) {
      first.push(tookFirst);
      deep.push(took);
    }
    for (const { event } of data.events) {
      if (seen.has(event.event_uuid) || event.event_date < last) throw new Error('pages overlap or jump');
      seen.add(event.event_uuid);
      last = event.event_date;
    }
    cursor = data.next_cursor ?? undefined;
  }
  const combinations = filterCombinations(now);
  const filtered: Took[] = [];
  const whole = new Set<string>();
  for (const query of combinations) {
    filtered.push((await asker.ask<List>('/events', query)).took);
    for (const line of await wholeTableReads(db, query)) whole.add(`${line} for ${JSON.stringify(query)}`);
  }
  const goal = { goals, percent: 99, ms: msMax };
  print(`Lists of ${events} events, one request at a time, nothing cached`, [
    ...linesOf('first page', first, goal),
    ...linesOf(`pages after the ${pageTurns}th`, deep, goal),
    ...linesOf(`all ${combinations.length} combinations of filters`, filtered),
    [
      'plans that read a whole table',
      goals.of(whole.size === 0, whole.size === 0 ? 'none' : [...whole].slice(0, 3).join('; ')),
    ],
  ]);
}
