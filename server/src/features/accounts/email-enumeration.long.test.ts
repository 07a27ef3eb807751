import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { knownPeople, type Way, waysToTellAnAddress } from '../../../test/email-enumeration.ts';

const tries = 120;
/** Tolerated difference: a share of the median, or of the spread between the quartiles, whichever is more. */
const [shareMax, spreadMax] = [0.1, 0.5];

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!;

async function msOf(way: Way, email: string): Promise<number> {
  const began = performance.now();
  await way(email);
  return performance.now() - began;
}

/** Times calls with both kinds of addresses in turn: the times in words, and whether they differ. */
async function compare(way: Way, known: readonly string[]): Promise<{ told: string; apart: boolean }> {
  const [withAccount, without]: [number[], number[]] = [[], []];
  for (const [n, email] of known.entries()) {
    const inTurn = [
      async () => void withAccount.push(await msOf(way, email)),
      async () => void without.push(await msOf(way, `${randomUUID()}@mail.test`)),
    ];
    for (const one of n % 2 === 0 ? inTurn : inTurn.toReversed()) await one();
  }
  const [a, b] = [quantile(withAccount, 0.5), quantile(without, 0.5)];
  const spread = quantile(without, 0.75) - quantile(without, 0.25);
  return {
    told: `${a.toFixed(2)} ms known, ${b.toFixed(2)} ms unknown, spread ${spread.toFixed(2)} ms`,
    apart: Math.abs(a - b) > Math.max(shareMax * b, spreadMax * spread),
  };
}

test(
  'response times do not reveal whether the email address has an account',
  async () => {
    const { id } = await newEvent(app, await newHost(app, { massive: true }), { kind: 'broadcast' });
    const known = await knownPeople(app, tries, id);
    const askers = await knownPeople(app, 2 * tries, id);
    const ways = await waysToTellAnAddress(app, id, () => askers.pop()!);
    const results: Record<string, Awaited<ReturnType<typeof compare>>> = {};
    const addresses = known.map(({ email }) => email);
    for (const [name, way] of Object.entries(ways)) results[name] = await compare(way, addresses);
    // Each of them has that ticket as a guest at this point.
    const free = 'a free ticket of a guest';
    results[`${free} who has one`] = await compare(ways[free]!, addresses);
    process.stdout.write(`${JSON.stringify(results, undefined, 2)}\n`);
    expect(Object.values(results).filter(({ apart }) => apart)).toEqual([]);
  },
  minutes(10),
);
