import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freshDb } from '../../test/harness.ts';
import type { Db } from '../db/db.ts';
import { silentLog } from '../ports/log.ts';
import { catalogue } from './catalogue.ts';
import { createDispatcher } from './dispatcher.ts';
import { onFact, recordFact } from './fact-handler.ts';

let db: Db;
beforeAll(async () => {
  db = await freshDb();
});
afterAll(() => db.close());

test('the stored functions record the facts of the catalogue, and no others', async () => {
  const functions = await db.query<{ name: string; source: string }>(
    `SELECT proname AS name, prosrc AS source FROM pg_proc
     WHERE pronamespace = 'public'::regnamespace AND prosrc ~* 'INSERT\\s+INTO\\s+outbox'`,
  );
  const topicsOf = (source: string): string[] =>
    Array.from(source.matchAll(/'((?:[A-Z][a-z]+){2,})'/g), ([, topic]) => topic!);
  expect(functions.filter(({ source }) => topicsOf(source).length === 0)).toEqual([]);
  const unknown = (source: string): string[] => topicsOf(source).filter((topic) => !Object.hasOwn(catalogue, topic));
  expect(functions.filter(({ source }) => unknown(source).length > 0)).toEqual([]);
  expect(functions.flatMap(({ source }) => topicsOf(source))).toEqual(
    expect.arrayContaining(['TicketIssued', 'RefundRequested', 'RefundSucceeded']),
  );
});

test('a payload that does not match the catalogue never reaches the handler, and the delivery says why', async () => {
  const handle = vi.fn(async () => undefined);
  await db.query("INSERT INTO outbox (dedupe_key, topic, payload) VALUES ('odd', 'AccountErased', '{}')");
  await recordFact(db, { topic: 'AccountErased', dedupeKey: 'right', payload: { accountId: 7 } });
  const lineOf = ({ accountId }: { accountId: number }) => accountId;
  await createDispatcher(db, [onFact('AccountErased', 'forget', handle, { lineOf })], silentLog).drain();
  expect(handle.mock.calls).toEqual([[expect.objectContaining({ dedupeKey: 'right', payload: { accountId: 7 } })]]);
  const [row] = await db.query<{ last_error: string }>('SELECT last_error FROM fact_delivery');
  expect(row?.last_error).toContain('accountId');
});

test('what is recorded and handled is typed by topic', () => {
  const eventUuid = randomUUID();
  // @ts-expect-error: no such topic
  void (() => recordFact(db, { topic: 'EventForgotten', dedupeKey: 'x', payload: { eventUuid } }));
  // @ts-expect-error: an event that moved says from when
  void (() => recordFact(db, { topic: 'EventMoved', dedupeKey: 'x', payload: { eventUuid } }));
  // @ts-expect-error: a published event has no reason
  onFact('EventPublished', 'read', async ({ payload }) => void payload.reason);
  expect(onFact('EventMoved', 'read', async ({ payload }) => void payload.from).topic).toBe('EventMoved');
});
