import { days, hours } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newHost } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { findListedIn } from './list-events.ts';
import { type Reach, readingBounds } from './list-query.ts';
import type { ListPart } from './listed-rows.ts';

let app: TestApp;
const daysAhead = [1, 2, 2, 3, 5, 6, 8, 9, 13, 15, 20, 22, 29, 36, 43, 50, 71, 99, 120, 121];
beforeAll(async () => {
  app = await testApp({ apart: { S02: 'starts off the quarter of an hour are written past publishing' } });
  const host = await newHost(app);
  for (const [n, ahead] of daysAhead.entries()) {
    const words = { title: n % 3 ? 'Zither' : 'Quiet', description: n % 2 ? 'A zither.' : 'Nothing else.' };
    const common = { ...words, priceMinor: n % 4 ? 0 : 1000 };
    await newEvent(app, host, { ...common, startsInMs: days(ahead) });
    await newEvent(app, host, { ...common, startsInMs: -days(ahead) - hours(2), state: 'finished' });
  }
});
afterAll(() => app.close());

const coming: readonly ListPart[] = [
  { where: 'state = 0', in: 'head', column: 'starts_at', direction: 'ASC' },
  { where: 'state = 0', in: 'description', column: 'starts_at', direction: 'ASC' },
];
const past: readonly ListPart[] = [{ where: 'state = 2', in: 'anywhere', column: 'starts_at', direction: 'DESC' }];

/** All events of a list, read in pages of three. */
async function pages(parts: readonly ListPart[], filters: object, reach: Reach | undefined): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const question = { parts, words: "'zither'", filters, cursor, limit: 3 };
    const page = await app.db.tx((tx) => findListedIn(tx, question, reach), readingBounds);
    seen.push(...page.ids);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return seen;
}

/** The expected list, from a plain query over everything. */
async function everything(parts: readonly ListPart[], more: string): Promise<string[]> {
  const seen: string[] = [];
  for (const { where, in: place, direction } of parts) {
    const matching = {
      anywhere: `words @@ 'zither'`,
      head: `head @@ 'zither'`,
      description: `words @@ 'zither' AND NOT head @@ 'zither'`,
    }[place];
    const rows = await app.db.query<{ id: string }>(
      `SELECT event_id AS id FROM listed_event WHERE ${where} AND ${matching} AND ${more}
        ORDER BY starts_at ${direction}, event_id ${direction}`,
    );
    seen.push(...rows.map((row) => row.id));
  }
  return seen;
}

describe('a list is the same', () => {
  const reaches: readonly (readonly [string, Reach | undefined])[] = [
    ['as usual', undefined],
    ['with all matches sorted', { near: 2, sorted: 100, weeksTogether: [], sortedAtWorst: 0 }],
    ['read by the week', { near: 2, sorted: 5, weeksTogether: [1, 4], sortedAtWorst: 100 }],
    ['walked after weeks', { near: 2, sorted: 4, weeksTogether: [1], sortedAtWorst: 4 }],
    ['walked', { near: 2, sorted: 1, weeksTogether: [], sortedAtWorst: 1 }],
  ];

  test.each(reaches)('%s', async (_how, reach) => {
    for (const parts of [coming, past]) {
      const all = await everything(parts, 'true');
      expect(all.length).toBeGreaterThan(12);
      expect(await pages(parts, {}, reach)).toEqual(all);
      expect(await pages(parts, { priceMax: 0 }, reach)).toEqual(await everything(parts, 'price_minor = 0'));
    }
  });
});
