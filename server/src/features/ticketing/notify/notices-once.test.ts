import { hours } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { dyingApp } from '../../../../test/killable-app.ts';
import { newEvent, type TestEvent } from '../../../../test/events.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { mailsTo } from '../../../../test/mails.ts';
import { giveTicket } from '../../../../test/tickets.ts';
import { createApp } from '../../../app.ts';
import { silentLog } from '../../../ports/log.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
});
afterAll(() => app.close());

/** An event with a price, three days ahead, and some holders of a ticket. */
async function withHolders(count: number): Promise<{ event: TestEvent; holders: TestActor[] }> {
  const event = await newEvent(app, host, { priceMinor: 1000 });
  await app.db.query(
    `UPDATE event SET starts_at = starts_at + interval '2 days', original_starts_at = starts_at + interval '2 days',
       local_start = local_start + interval '2 days' WHERE id = $1`,
    [event.id],
  );
  const holders = await Promise.all(Array.from({ length: count }, () => newViewer(app)));
  for (const holder of holders) await giveTicket(app, event, holder);
  await app.quiesce();
  return { event, holders };
}
async function move(event: TestEvent): Promise<void> {
  const { data } = await app.call('GET /events/:id', { params: { id: event.id } });
  const at = data.event.event_date + hours(3);
  const event_start_hour = new Date(at).toISOString().slice(11, 16);
  const moved = await app.call('POST /events/reschedule', {
    as: host.token,
    body: { event_uuid: event.id, event_date: at, event_start_hour },
  });
  expect(moved.status).toBe(200);
}
/** Another process of the same product. */
const anotherProcess = () =>
  createApp(app.kit.config, { databaseUrl: app.databaseUrl, log: silentLog, clock: app.clock });
const cancel = async ({ id }: TestEvent) =>
  expect((await app.call('POST /events/cancel', { as: host.token, body: { event_uuid: id } })).status).toBe(200);
const noticesTo = async (holder: TestActor) =>
  (await mailsTo(app, holder.email))
    .map(({ subject }) => subject)
    .filter((subject) => !subject.startsWith('Your ticket'))
    .toSorted();
const once = [
  expect.stringMatching(/^Cancelled/),
  expect.stringMatching(/^New time/),
  expect.stringMatching(/refund/i),
];

test('facts that are delivered again notify no one twice, and no notice can be declined', async () => {
  const { event, holders } = await withHolders(2);
  await app.db.query('UPDATE app_user SET reminders = false WHERE id = $1', [holders[0]!.id]);
  await move(event);
  await app.quiesce();
  await cancel(event);
  await app.quiesce();
  for (let n = 0; n < 2; n++) {
    await app.db.query('UPDATE outbox SET sent_at = NULL');
    await app.quiesce();
  }
  for (const holder of holders) {
    expect(await noticesTo(holder)).toEqual(once);
    const texts = (await mailsTo(app, holder.email)).map(({ text }) => text).join('\n');
    expect(texts).not.toContain('/reminders#');
  }
});

test('two workers share the facts, and every holder is notified once', async () => {
  const { event, holders } = await withHolders(4);
  const other = await anotherProcess();
  await move(event);
  await Promise.all([app.facts.drain(), other.facts.drain()]);
  await cancel(event);
  await app.db.query('UPDATE outbox SET sent_at = NULL');
  for (let round = 0; round < 3; round++) {
    await Promise.all([app.jobs.runAll(), other.jobs.runAll()]);
    await Promise.all([app.facts.drain(), other.facts.drain()]);
  }
  await other.stop();
  await app.quiesce();
  for (const holder of holders) expect(await noticesTo(holder)).toEqual(once);
});

const isMoreLeft = async (): Promise<boolean> =>
  (await app.db.one<{ more: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM fact_delivery) OR EXISTS (SELECT 1 FROM outbox WHERE sent_at IS NULL) AS more`,
  ))!.more;

test('a process killed at any statement leaves the rest to the next one, and no holder is notified twice', async () => {
  const { event, holders } = await withHolders(1);
  await move(event);
  await app.quiesce();
  await cancel(event);
  const other = await anotherProcess();
  const process = dyingApp(other);
  let kills = 0;
  for (let statement = 0; statement < 200; statement += 3) {
    process.dieAfter(statement);
    await other.facts.drain().catch(() => undefined);
    // What a killed process had locked is skipped until the database notices its end; then no process dies, and more is
    // left.
    if (process.revive()) kills++;
    else if (!(await isMoreLeft())) break;
    // What the dead process held is released to others after a while.
    await app.db.query('UPDATE fact_delivery SET next_at = app_now()');
  }
  expect(kills).toBeGreaterThan(3);
  await other.stop();
  await app.db.query('UPDATE fact_delivery SET next_at = app_now()');
  await app.quiesce();
  await app.db.query('UPDATE refund SET next_at = app_now()');
  await app.quiesce();
  for (const holder of holders) expect(await noticesTo(holder)).toEqual(once);
});
