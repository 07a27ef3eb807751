import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { calendarsTo, mailsTo } from '../../../../test/mails.ts';
import { buyPass, newPass } from '../../../../test/passes.ts';

const dates = 8;

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  // As many at once as a product sends.
  app = await testApp({ overrides: { mailsAtOnce: 64 } });
  host = await newHost(app);
});
afterAll(() => app.close());

test('the tickets of a pass are emailed in the order of their dates, each with its date in the subject', async () => {
  const traits = Array.from({ length: dates }, () => ({ priceMinor: 1000 }));
  const pass = await newPass(app, host, { price: 40, dates: traits });
  // Ids say nothing about dates: here the last id is the first date.
  const inOrder = await app.db.query<{ id: string; starts_at: Date }>(
    `UPDATE event e SET starts_at = d.starts_at, original_starts_at = d.starts_at, local_start = d.local_start
     FROM (SELECT id, row_number() OVER (ORDER BY id DESC) AS n FROM event WHERE series_id = $1) own
       JOIN (SELECT starts_at, local_start, row_number() OVER (ORDER BY starts_at) AS n
             FROM event WHERE series_id = $1) d USING (n)
     WHERE e.id = own.id RETURNING e.id, e.starts_at`,
    [pass.series],
  );
  const viewer = await newViewer(app);
  expect((await buyPass(app, pass, viewer)).status).toBe(200);
  await app.quiesce();
  const starts = inOrder.map((row) => row.starts_at.getTime()).toSorted((a, b) => a - b);
  expect((await calendarsTo(app, viewer.email)).map(({ startsAt }) => startsAt)).toEqual(starts);
  const subjects = (await mailsTo(app, viewer.email)).map(({ subject }) => subject);
  expect(new Set(subjects).size).toBe(dates);
});
