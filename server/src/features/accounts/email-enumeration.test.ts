import { randomUUID } from 'node:crypto';
import { guestAnswerMsMin } from '@frontrow/core/ticketing/limits.ts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { knownPeople, waysToTellAnAddress } from '../../../test/email-enumeration.ts';

/** The statements of a call, in order. They take its time, besides the hashes, which other tests count. */
let app: TestApp;
const asked: string[] = [];
/** Reads the sessions of callers, now and then: by the time that has passed, whatever the address. */
const readsSessions = /AS k \(id, session_id, nth\)/;
beforeAll(async () => {
  app = await testApp();
  const watched = new WeakSet<pg.PoolClient>();
  app.db.pool.on('acquire', (client: pg.PoolClient) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client) as (...words: unknown[]) => never;
    client.query = ((...words: unknown[]) => {
      asked.push((words[0] as pg.QueryConfig).text);
      return query(...words);
    }) as typeof client.query;
  });
});
afterAll(() => app.close());

test('a call with an email address runs the same statements whether or not it has an account', async () => {
  const { id } = await newEvent(app, await newHost(app, { massive: true }), { kind: 'broadcast' });
  const people = await knownPeople(app, 40, id);
  let somebody = people.pop()!;
  const ways = await waysToTellAnAddress(app, id, () => somebody);
  const statementsFor = async (email: string, name: string) => {
    somebody = people.pop()!;
    asked.length = 0;
    const { status } = await ways[name]!(email);
    return { name, status, asked: asked.filter((statement) => !readsSessions.test(statement)) };
  };
  for (const name of Object.keys(ways)) {
    // The first call may fill caches.
    await statementsFor(`${randomUUID()}@mail.test`, name);
    const unknown = await statementsFor(`${randomUUID()}@mail.test`, name);
    expect(unknown.asked.length).toBeGreaterThan(0);
    expect(await statementsFor(people.pop()!.email, name)).toEqual(unknown);
  }
});

test('a guest is never answered so fast that it reveals whether the email address has a ticket', async () => {
  const event = await newEvent(app, await newHost(app, { massive: true }), { kind: 'broadcast', capacity: 1 });
  const ask = async (what: 'purchase' | 'hold', email: string): Promise<[number, boolean]> => {
    const began = performance.now();
    const body = { email, event_uuid: event.id, type: 'streaming' as const };
    const { status } = await app.call(`POST /events/${what}_no_login`, { body });
    // A timer of whole milliseconds may be one millisecond early.
    return [status, performance.now() - began >= guestAnswerMsMin - 1];
  };
  const email = `${randomUUID()}@mail.test`;
  expect(await ask('purchase', email)).toEqual([200, true]);
  for (const what of ['purchase', 'hold'] as const) {
    const full = await ask(what, `${randomUUID()}@mail.test`);
    expect(full).toEqual([409, true]);
    expect(await ask(what, email)).toEqual(full);
  }
});
