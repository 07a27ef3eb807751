import { minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAdmin, newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp({ apart: { S02: 'starts off the quarter of an hour are written past publishing' } });
  host = await newHost(app);
});
afterAll(() => app.close());

const cancel = (as: TestActor, id: string) =>
  app.call('POST /events/cancel', { as: as.token, body: { event_uuid: id } });
const facts = async (id: string): Promise<unknown[]> =>
  (
    await app.db.query<{ payload: unknown }>(
      "SELECT payload FROM outbox WHERE topic = 'EventCancelled' AND payload->>'eventUuid' = $1",
      [id],
    )
  ).map((row) => row.payload);
const stateOf = (id: string): Promise<unknown> =>
  app.db.one('SELECT state, cancel_reason FROM event WHERE id = $1', [id]);

test('no one cancels the event of another host', async () => {
  const { id } = await newEvent(app, host);
  for (const person of [await newHost(app), await newViewer(app), await newAdmin(app)])
    expect((await cancel(person, id)).status).toBe(403);
  expect((await cancel(host, '00000000-0000-4000-8000-000000000000')).status).toBe(404);
  expect(await facts(id)).toEqual([]);
});

test('the host cancels once, even with several calls at the same time', async () => {
  const { id } = await newEvent(app, host);
  const answers = await Promise.all([cancel(host, id), cancel(host, id), cancel(host, id)]);
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
  expect(answers[0]?.data.event).toMatchObject({ event_state: 2, event_cancelled: true });
  expect(await facts(id)).toEqual([{ eventUuid: id, reason: 'host' }]);
});

test('a live or finished event cannot be cancelled', async () => {
  const live = await newEvent(app, host, { startsInMs: 0, state: 'live' });
  expect((await cancel(host, live.id)).errors).toEqual([
    { message: 'This event is live. Finish it instead.', code: 'event_live' },
  ]);
  const over = await newEvent(app, host, { startsInMs: -minutes(90), state: 'finished' });
  expect((await cancel(host, over.id)).errors).toEqual([{ message: 'This event has finished.', code: 'event_over' }]);
});

test('an event that is not live 60 minutes after its start is a no-show; after 59 it is not', async () => {
  const due = await newEvent(app, host, { startsInMs: -minutes(60) });
  const late = await newEvent(app, host, { startsInMs: -minutes(59) });
  const live = await newEvent(app, host, { startsInMs: -minutes(70), state: 'live' });
  await Promise.all([app.jobs.runAll(), app.jobs.runAll()]);
  expect(await stateOf(due.id)).toEqual({ state: 2, cancel_reason: 'no_show' });
  expect(await facts(due.id)).toEqual([{ eventUuid: due.id, reason: 'no_show' }]);
  expect(await stateOf(late.id)).toEqual({ state: 0, cancel_reason: null });
  expect(await stateOf(live.id)).toEqual({ state: 1, cancel_reason: null });
  await app.clock.advance(minutes(1));
  await app.jobs.runAll();
  expect(await stateOf(late.id)).toEqual({ state: 2, cancel_reason: 'no_show' });
});

test('a no-show that cannot be cancelled does not hold up later ones, and is tried again', async () => {
  const first = await newEvent(app, host, { startsInMs: -minutes(75) });
  const due = await newEvent(app, host, { startsInMs: -minutes(60) });
  await app.db.query(`CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN IF NEW.id = '${first.id}' THEN RAISE 'not this one'; END IF; RETURN NEW; END $$`);
  await app.db.query('CREATE TRIGGER refuse_one BEFORE UPDATE ON event FOR EACH ROW EXECUTE FUNCTION refuse_one()');
  await app.jobs.runAll();
  expect(await stateOf(due.id)).toEqual({ state: 2, cancel_reason: 'no_show' });
  expect(await stateOf(first.id)).toEqual({ state: 0, cancel_reason: null });
  await app.db.query('DROP FUNCTION refuse_one CASCADE');
  await app.jobs.runAll();
  expect(await stateOf(first.id)).toEqual({ state: 2, cancel_reason: 'no_show' });
});
