import { hours, minutes } from '@frontrow/core/kernel/instant.ts';
import { remindersBatchMax } from '@frontrow/core/ticketing/reminders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAdmin, newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { newEvent, type TestEvent } from '../../../../test/events.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { mailsTo } from '../../../../test/mails.ts';
import { giveTicket, purchaseBody } from '../../../../test/tickets.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
});
afterAll(() => app.close());

const holderOf = async (event: TestEvent): Promise<TestActor> => {
  const viewer = await newViewer(app);
  await giveTicket(app, event, viewer);
  return viewer;
};
const isReminder = /^(Coming up|Starts soon|Live now):/;
const remindersTo = async (to: string) =>
  (await mailsTo(app, to)).filter(({ subject }) => isReminder.test(subject)).toReversed();
const subjects = async (to: string) => (await remindersTo(to)).map(({ subject }) => subject.split(':')[0]);
const startOf = async ({ id }: TestEvent): Promise<number> =>
  (await app.call('GET /events/:id', { params: { id } })).data.event.event_date;
/** Moves the start to where a story needs it, bypassing the rules of rescheduling. */
const moveStart = (event: TestEvent, ms: number) =>
  app.db.query(
    `UPDATE event SET starts_at = s.at, original_starts_at = s.at, local_start = s.at AT TIME ZONE tz
     FROM (SELECT date_bin('15 minutes', app_now() + $2 * interval '1 ms', 'epoch') AS at) s WHERE id = $1`,
    [event.id, ms],
  );
/** An event that starts after this much time, rounded down to a quarter of an hour. */
const startsIn = async (ms: number): Promise<TestEvent> => {
  const event = await newEvent(app, host);
  await moveStart(event, ms);
  return event;
};
const goLive = (event: TestEvent) =>
  app.db.tx(async (tx) => {
    await tx.query('UPDATE event SET state = 1, started_at = app_now() WHERE id = $1', [event.id]);
    await tx.query(`INSERT INTO outbox (dedupe_key, topic, payload) VALUES ($1, 'EventStarted', $2)`, [
      `EventStarted:${event.id}`,
      JSON.stringify({ eventUuid: event.id }),
    ]);
  });

test('a holder is reminded once a day before, an hour before and at the start; a late buyer only of the rest', async () => {
  const event = await startsIn(hours(48));
  const early = await holderOf(event);
  const at = await startOf(event);
  await app.clock.advance(at - hours(24) - app.clock.now() - minutes(1));
  await app.quiesce();
  expect(await subjects(early.email)).toEqual([]);
  await app.clock.advance(minutes(1));
  for (let n = 0; n < 3; n++) await app.quiesce();
  expect(await subjects(early.email)).toEqual(['Coming up']);
  const late = await holderOf(event);
  await app.clock.advance(hours(23));
  for (let n = 0; n < 3; n++) await app.quiesce();
  expect(await subjects(early.email)).toEqual(['Coming up', 'Starts soon']);
  expect(await subjects(late.email)).toEqual(['Starts soon']);
  await app.clock.advance(hours(1));
  await goLive(event);
  await app.clock.advance(minutes(1));
  const latest = await holderOf(event);
  for (let n = 0; n < 3; n++) await app.quiesce();
  expect(await subjects(early.email)).toEqual(['Coming up', 'Starts soon', 'Live now']);
  expect(await subjects(latest.email)).toEqual([]);
  await app.db.query('UPDATE event SET state = 2, finished_at = app_now() WHERE id = $1', [event.id]);
});

test('no one is reminded of an event whose host is suspended, until the host is restored', async () => {
  const [away, admin] = [await newHost(app), await newAdmin(app)];
  const event = await newEvent(app, away);
  await moveStart(event, hours(26));
  const holder = await holderOf(event);
  const decide = (step: 'suspend' | 'restore') =>
    app.call(`POST /admin/users/${step}`, { as: admin.token, body: { user_ide: away.id, reason: 'Spam' } });
  expect((await decide('suspend')).status).toBe(200);
  const at = await startOf(event);
  await app.clock.advance(at - hours(24) - app.clock.now());
  for (let n = 0; n < 3; n++) await app.quiesce();
  expect(await subjects(holder.email)).toEqual([]);
  await decide('restore');
  await app.clock.advance(hours(23));
  for (let n = 0; n < 3; n++) await app.quiesce();
  expect(await subjects(holder.email)).toEqual(['Starts soon']);
});

test('reminders count from the new start, and none is sent for a refunded ticket or a cancelled event', async () => {
  const [moved, off] = [await startsIn(hours(60)), await startsIn(hours(25))];
  const [stays, leaves] = [await holderOf(moved), await holderOf(moved)];
  const lost = await holderOf(off);
  const before = await startOf(moved);
  const answer = await app.call('POST /events/reschedule', {
    as: host.token,
    body: {
      event_uuid: moved.id,
      event_date: before + hours(30),
      event_start_hour: new Date(before + hours(30)).toISOString().slice(11, 16),
    },
  });
  expect(answer.status).toBe(200);
  await app.call('POST /events/cancel', { as: host.token, body: { event_uuid: off.id } });
  await app.clock.advance(before - hours(24) - app.clock.now());
  await app.quiesce();
  expect(await subjects(stays.email)).toEqual([]);
  const given = (await app.call('GET /tickets/mine', { as: leaves.token })).data.tickets[0];
  const back = { ticket_uuid: given?.ticket.ticket_uuid };
  expect((await app.call('POST /tickets/refund', { as: leaves.token, body: back })).status).toBe(200);
  await app.clock.advance(hours(30));
  await app.quiesce();
  expect(await subjects(stays.email)).toEqual(['Coming up']);
  expect(await subjects(leaves.email)).toEqual([]);
  expect(await subjects(lost.email)).toEqual([]);
  await app.call('POST /events/cancel', { as: host.token, body: { event_uuid: moved.id } });
});

test('a queued reminder that is no longer true is not sent', async () => {
  const event = await startsIn(hours(30));
  const [holder, gone] = [await holderOf(event), await holderOf(event)];
  await app.clock.advance((await startOf(event)) - hours(24) - app.clock.now());
  // The jobs record what is due; it is fanned out only after the ticket and the start changed.
  await app.jobs.runAll();
  await app.db.query('SELECT refund_orders($1, $2, ARRAY(SELECT order_id FROM ticket WHERE holder_id = $3), 1)', [
    event.id,
    'admin',
    gone.id,
  ]);
  await moveStart(event, hours(26));
  await app.facts.drain();
  expect([await subjects(holder.email), await subjects(gone.email)]).toEqual([[], []]);
  await app.clock.advance(hours(3));
  await app.quiesce();
  expect([await subjects(holder.email), await subjects(gone.email)]).toEqual([['Coming up'], []]);
});

test('one click in a reminder turns off reminders but not notices, and the switch turns them on again', async () => {
  const event = await startsIn(hours(30));
  const holder = await holderOf(event);
  await app.call('POST /events/purchase_no_login', {
    body: { ...(await purchaseBody(app, event)), email: 'reminded@guest.test' },
  });
  await app.quiesce();
  await app.clock.advance((await startOf(event)) - hours(24) - app.clock.now());
  await app.quiesce();
  const [mail] = await remindersTo('reminded@guest.test');
  const link = mail!.links.find((one) => one.includes('/reminders#token='))!;
  const token = link.slice(link.indexOf('=') + 1);
  const oneClick = (path: string) =>
    app.http.inject({
      method: 'POST',
      url: `/reminders/off/${path}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
  expect((await oneClick(`${token.slice(0, -4)}AAAA`)).statusCode).toBe(410);
  const opened = await app.http.inject({ method: 'GET', url: `/reminders/off/${token}` });
  expect([opened.statusCode, opened.headers.location]).toEqual([303, `/reminders?ask=1#token=${token}`]);
  expect(
    await app.db.one('SELECT reminders FROM app_user WHERE guest_email_norm = $1', ['reminded@guest.test']),
  ).toEqual({ reminders: true });
  for (let n = 0; n < 2; n++) expect((await oneClick(token)).statusCode).toBe(200);
  const off = await app.call('POST /user/reminders', { as: holder.token, body: { reminders: false } });
  expect(off.data).toEqual({ reminders: false });
  expect((await app.call('GET /user/viewer_profile', { as: holder.token })).data.reminders).toBe(false);

  await app.clock.advance(hours(23));
  await app.quiesce();
  expect(await subjects('reminded@guest.test')).toEqual(['Coming up']);
  expect(await subjects(holder.email)).toEqual(['Coming up']);
  const byMail = await app.call('POST /user/reminders_by_mail', { body: { token, reminders: true } });
  expect(byMail.data).toEqual({ reminders: true });
  expect(
    (await app.call('POST /user/reminders_by_mail', { body: { token: 'x'.repeat(30), reminders: true } })).status,
  ).toBe(410);
  await app.call('POST /events/cancel', { as: host.token, body: { event_uuid: event.id } });
  await app.quiesce();
  for (const to of [holder.email, 'reminded@guest.test'])
    expect((await mailsTo(app, to)).filter(({ subject }) => /cancelled/i.test(subject))).toHaveLength(1);
});

test('more holders than fit in one statement are reminded, in any process and any number of runs', async () => {
  const event = await startsIn(hours(30));
  await app.db.query(
    `INSERT INTO app_user (username, username_skeleton, guest_email_norm)
     SELECT 'crowd-' || n, 'crowd-' || n, 'crowd-' || n || '@crowd.test' FROM generate_series(1, $1) n`,
    [remindersBatchMax + 5],
  );
  // Only the first and the last of them, in the order of the batches, want reminders.
  await app.db.query(
    `UPDATE app_user SET reminders = false WHERE username LIKE 'crowd-%' AND person_holder(id) NOT IN (
       SELECT min(person_holder(id)) FROM app_user WHERE username LIKE 'crowd-%'
       UNION ALL SELECT max(person_holder(id)) FROM app_user WHERE username LIKE 'crowd-%')`,
  );
  // Tickets alone: other tests cover selling so many.
  await app.db.query('ALTER TABLE ticket DISABLE TRIGGER ALL');
  await app.db.query(
    `INSERT INTO ticket (id, order_id, event_id, holder_id, holder_key, code)
     SELECT gen_random_uuid(), gen_random_uuid(), $1, id, person_holder(id), username
     FROM app_user WHERE username LIKE 'crowd-%'`,
    [event.id],
  );
  await app.db.query('ALTER TABLE ticket ENABLE TRIGGER ALL');
  await app.db.query('UPDATE event SET sold = 1 WHERE id = $1', [event.id]);
  await app.clock.advance((await startOf(event)) - hours(24) - app.clock.now());
  await Promise.all([app.jobs.runAll(), app.jobs.runAll()]);
  await app.facts.drain();
  await app.db.query(`UPDATE outbox SET sent_at = NULL WHERE topic IN ('RemindersDue', 'HolderReminded')`);
  await app.quiesce();
  const mailed = await app.db.one<{ count: number }>(
    `SELECT count(*)::int AS count FROM dev_mailbox WHERE to_address LIKE '%@crowd.test'`,
  );
  expect(mailed?.count).toBe(2);
  await app.db.query('DELETE FROM ticket WHERE event_id = $1', [event.id]);
  await app.db.query('UPDATE event SET sold = 0 WHERE id = $1', [event.id]);
});
