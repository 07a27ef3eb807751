import { minutes } from '@frontrow/core/kernel/instant.ts';
import { webhooksKeptMs } from '@frontrow/core/ticketing/limits.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp({ apart: { W01: 'one webhook can never be understood' } })));
afterAll(() => app.close());

test('a processed webhook is kept for ninety days, and one that was given up until a person has handled it', async () => {
  const come = (id: string, nextAt: string) =>
    app.db.query(
      `INSERT INTO provider_event (provider, event_id, type, next_at) VALUES ('sandbox', $1, 'tested', $2)
       ON CONFLICT DO NOTHING`,
      [id, nextAt],
    );
  const known = async (): Promise<string[]> =>
    (await app.db.query<{ id: string }>('SELECT event_id AS id FROM provider_event ORDER BY 1')).map(({ id }) => id);
  await come('good', '-infinity');
  await come('poison', 'infinity');
  await app.jobs.runAll();
  await app.clock.advance(webhooksKeptMs - minutes(1));
  await app.jobs.runAll();
  expect(await known()).toEqual(['good', 'poison']);
  await app.clock.advance(minutes(2));
  await app.jobs.runAll();
  expect(await known()).toEqual(['poison']);
});
