import { hours, minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newAdmin, type TestActor } from '../../../test/actors.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { mailsTo } from '../../../test/mails.ts';
import { accepted, booksOf, confirmed, pay } from '../../../test/meetings-paid.ts';
import { type Asked, call, offeringHost, seenBy } from '../../../test/meetings.ts';
import { findDueReminders } from './mails.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());
/** Meetings begin on a quarter of an hour; so does each story. */
beforeEach(() => app.clock.advance(minutes(15) - (app.clock.now() % minutes(15))));

const until = (at: number): Promise<void> => app.clock.advance(at - app.clock.now());
const enters = ({ id }: Asked, who: TestActor) =>
  app.call('POST /events/streaming/start_streaming', { as: who.token, body: { event_uuid: id } });
const scoreOf = async (host: TestActor): Promise<number | undefined> =>
  (await app.db.one<{ ranking: number }>('SELECT ranking FROM app_user WHERE id = $1', [host.id]))?.ranking;
const subjectsTo = async (who: TestActor, about: RegExp): Promise<string[]> =>
  (await mailsTo(app, who.email)).map(({ subject }) => subject).filter((subject) => about.test(subject));
const stateOf = async (meeting: Asked) => {
  const { state, payment_state, missed_by, actions } = await seenBy(app, meeting, meeting.viewer);
  return { state, payment_state, missed_by, actions };
};
const back = { escrow: 0, back: 2150, tickets: 0 };

test('a host who does not join: cancellable after ten minutes, refunded after thirty, with a lower score', async () => {
  const [host, other] = [await offeringHost(app), await offeringHost(app)];
  const [meeting, taken] = [await confirmed(app, { host }), await confirmed(app, { host: other })];
  await until(meeting.startsAt + minutes(9));
  for (const each of [meeting, taken]) expect((await enters(each, each.viewer)).status).toBe(200);
  const early = await call(app, 'POST /private_requests/cancel', taken.viewer, taken.id);
  expect(early.errors[0]?.code).toBe('host_not_late');
  await until(meeting.startsAt + minutes(10));
  expect((await stateOf(taken)).actions).toContain('take_back');
  await call(app, 'POST /private_requests/cancel', taken.viewer, taken.id);
  await app.quiesce();
  expect(await stateOf(taken)).toMatchObject({ state: 'cancelled_by_viewer', payment_state: 'refunded' });
  expect(await booksOf(app, taken)).toEqual(back);
  expect(await scoreOf(other)).toBe(5);

  await until(meeting.startsAt + minutes(30) - 5_000);
  await app.quiesce();
  expect((await stateOf(meeting)).state).toBe('confirmed');
  await until(meeting.startsAt + minutes(30));
  await app.quiesce();
  expect(await stateOf(meeting)).toMatchObject({ state: 'missed', missed_by: 'host', payment_state: 'refunded' });
  expect(await booksOf(app, meeting)).toEqual(back);
  expect(await scoreOf(host)).toBeLessThan(5);
  await expectInvariants(app);
});

test('a meeting to which no one came is refunded in full', async () => {
  const meeting = await confirmed(app);
  await until(meeting.startsAt + minutes(30));
  await app.quiesce();
  expect(await stateOf(meeting)).toMatchObject({ state: 'missed', missed_by: 'both', payment_state: 'refunded' });
  expect(await booksOf(app, meeting)).toEqual(back);
});

test('a meeting shorter than half an hour is judged at its end', async () => {
  const host = await offeringHost(app);
  await app.db.query('UPDATE meeting_length SET price_minor = 2000 WHERE host_id = $1 AND minutes = 15', [host.id]);
  const meeting = await confirmed(app, { host, minutes: 15 });
  await until(meeting.startsAt);
  await enters(meeting, meeting.viewer);
  await until(meeting.startsAt + minutes(15));
  await app.quiesce();
  expect(await stateOf(meeting)).toMatchObject({ state: 'missed', missed_by: 'host', payment_state: 'refunded' });
  expect(await booksOf(app, meeting)).toEqual(back);
  const received = (await mailsTo(app, meeting.viewer.email)).find(({ subject }) => /did not take place/.test(subject));
  expect(received?.text).toContain('You’ll get a full refund.');
});

test('a viewer who does not join pays, and if both joined the meeting is finished and the host is paid', async () => {
  const host = await offeringHost(app);
  const [missed, met] = [await confirmed(app, { host }), await confirmed(app, { inMs: hours(75) })];
  // To open the door and leave before the time is not to come.
  await until(missed.startsAt - minutes(5));
  await enters(missed, missed.viewer);
  await app.call('POST /events/streaming/leave_streaming', {
    as: missed.viewer.token,
    body: { event_uuid: missed.id },
  });
  await until(missed.startsAt);
  await enters(missed, host);
  await until(missed.startsAt + minutes(30));
  await app.quiesce();
  expect(await stateOf(missed)).toMatchObject({ state: 'missed', missed_by: 'viewer', payment_state: 'paid' });
  expect(await booksOf(app, missed)).toEqual({ escrow: 2000, back: 0, tickets: 1 });
  expect(await scoreOf(host)).toBe(5);
  const unmet = { event_uuid: missed.id, stars: 1, text: 'Nobody there.' };
  const review = await app.call('POST /events/reviews', { as: missed.viewer.token, body: unmet });
  expect(review.errors[0]?.code).toBe('review_not_attended');

  await until(met.startsAt);
  for (const who of [met.viewer, met.host]) await enters(met, who);
  await until(met.startsAt + minutes(30));
  await app.quiesce();
  expect(await stateOf(met)).toMatchObject({ state: 'finished', payment_state: 'paid', actions: ['review'] });
  const body = { event_uuid: met.id, stars: 5, text: 'It was worth it.' };
  expect((await app.call('POST /events/reviews', { as: met.viewer.token, body })).status).toBe(201);
  const answer = await app.call('GET /hosts/:username/reviews', { params: { username: met.host.username } });
  expect(answer.data.reviews).toMatchObject([{ review_text: 'It was worth it.', event: null }]);
  await app.clock.advance(hours(73));
  await app.quiesce();
  const { currencies } = (await app.call('GET /balance', { as: met.host.token })).data;
  expect(currencies).toMatchObject([{ pending: 0, available: 20 }]);
  await expectInvariants(app);
});

test('both are reminded of an unpaid meeting 48 and 26 hours before, once, and the host can then cancel at no cost', async () => {
  const meeting = await accepted(app, { inMs: hours(72) });
  const received = async () => [
    await subjectsTo(meeting.viewer, /not paid yet/),
    await subjectsTo(meeting.host, /not paid yet/),
  ];
  await until(meeting.startsAt - hours(48) - minutes(1));
  await app.quiesce();
  expect(await received()).toEqual([[], []]);
  for (const before of [48, 47, 26, 25]) {
    await until(meeting.startsAt - hours(before));
    await app.quiesce();
  }
  expect((await received()).map((subjects) => subjects.length)).toEqual([2, 2]);
  await until(meeting.startsAt - hours(24));
  const cancelled = await call(app, 'POST /private_requests/cancel', meeting.host, meeting.id);
  expect(cancelled.data.request).toMatchObject({ state: 'cancelled_by_host', payment_state: 'none' });
  expect((await pay(app, meeting)).errors[0]?.code).toBe('meeting_not_payable');
  await app.quiesce();
  expect(await scoreOf(meeting.host)).toBe(5);
});

test('both are reminded of a paid meeting a day and an hour before, once, unless they turned reminders off', async () => {
  const meeting = await confirmed(app, { inMs: hours(72) });
  await app.db.query('UPDATE app_user SET reminders = false WHERE id = $1', [meeting.host.id]);
  for (const before of [24, 23, 1, 0.5]) {
    await until(meeting.startsAt - hours(before));
    await app.quiesce();
  }
  expect(
    (await subjectsTo(meeting.viewer, /^Your meeting with .* (is tomorrow|starts in an hour)$/)).toReversed(),
  ).toEqual([
    `Your meeting with ${meeting.host.username} Test is tomorrow`,
    `Your meeting with ${meeting.host.username} Test starts in an hour`,
  ]);
  expect(await subjectsTo(meeting.host, /^Your meeting with .* (is tomorrow|starts in an hour)$/)).toEqual([]);
});

test('reminders reach every meeting, however many are near, also of the same moment', async () => {
  const first = await confirmed(app, { inMs: hours(72) });
  const meetings = [first, await confirmed(app, { inMs: hours(72) }), await confirmed(app, { inMs: hours(73) })];
  await app.clock.advance(meetings[2]!.startsAt - hours(24) - app.clock.now());
  await findDueReminders(app.db, 1).run(() => false);
  const reminded = await app.db.query<{ id: string }>(
    `SELECT payload->>'requestId' AS id FROM outbox WHERE topic = 'MeetingReminded' AND payload->>'requestId' = ANY ($1)`,
    [meetings.map(({ id }) => id)],
  );
  expect(reminded.map(({ id }) => id).toSorted()).toEqual(meetings.map(({ id }) => id).toSorted());
  await app.quiesce();
});

test('a disputed payment cancels the meeting', async () => {
  const meeting = await accepted(app);
  await pay(app, meeting, { stripe_token: 'pm_card_createDispute' });
  await app.quiesce();
  await app.clock.advance(minutes(1));
  await app.quiesce();
  expect(await stateOf(meeting)).toMatchObject({ state: 'cancelled_by_host', payment_state: 'paid' });
  expect((await booksOf(app, meeting)).tickets).toBe(0);
});

test('an app admin’s refund of the ticket cancels the meeting', async () => {
  const meeting = await confirmed(app);
  const { order_uuid } = (await app.call('GET /tickets/mine', { as: meeting.viewer.token })).data.tickets[0]!.ticket
    .order;
  const admin = await newAdmin(app);
  const body = { order_uuid, reason: 'Asked by mail' };
  expect((await app.call('POST /admin/orders/refund', { as: admin.token, body })).status).toBe(200);
  await app.quiesce();
  expect(await stateOf(meeting)).toMatchObject({ state: 'cancelled_by_host', payment_state: 'refunded' });
  expect(await subjectsTo(meeting.host, /was cancelled|You cancelled/)).toEqual([
    `Your meeting with ${meeting.viewer.username} was cancelled`,
  ]);
  expect(await subjectsTo(meeting.viewer, /was cancelled|cancelled your/)).toEqual([
    `Your meeting with ${meeting.host.username} Test was cancelled`,
  ]);
  expect(await scoreOf(meeting.host)).toBe(5);
  expect(await app.db.one('SELECT cancel_reason FROM event WHERE id = $1', [meeting.id])).toEqual({
    cancel_reason: 'admin',
  });
});
