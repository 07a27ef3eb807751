import { randomUUID } from 'node:crypto';
import { days, minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../test/harness.ts';
import { recordFact } from './fact-handler.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());

test('a delivered fact is kept ninety days and not recorded twice until then; a fact not delivered stays', async () => {
  const fact = (name: string) => ({
    topic: 'EventMoved' as const,
    dedupeKey: `tested:${name}`,
    payload: { eventUuid: randomUUID(), from: 0 },
  });
  const known = async (): Promise<string[]> =>
    (
      await app.db.query<{ key: string }>(
        "SELECT dedupe_key AS key FROM outbox WHERE dedupe_key LIKE 'tested:%' ORDER BY 1",
      )
    ).map(({ key }) => key);
  await recordFact(app.db, fact('delivered'));
  await app.facts.drain();
  await recordFact(app.db, fact('waiting'));
  await app.clock.advance(days(90) - minutes(1));
  await app.jobs.runAll();
  await recordFact(app.db, fact('delivered'));
  expect(await known()).toEqual(['tested:delivered', 'tested:waiting']);
  await app.clock.advance(minutes(2));
  await app.jobs.runAll();
  expect(await known()).toEqual(['tested:waiting']);
});
