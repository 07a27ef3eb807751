import { hours, minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAdmin, type TestActor } from '../../../test/actors.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { whileHeld } from '../../../test/interleaving.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { mailsTo } from '../../../test/mails.ts';
import { asked, call, seenBy } from '../../../test/meetings.ts';
import { accepted, booksOf, confirmed, pay } from '../../../test/meetings-paid.ts';

let app: TestApp;
let admin: TestActor;
beforeAll(async () => {
  app = await testApp();
  admin = await newAdmin(app);
});
afterAll(() => app.close());

const decide = (step: 'suspend' | 'restore', who: TestActor) =>
  app.call(`POST /admin/users/${step}`, { as: admin.token, body: { user_ide: who.id, reason: 'Spam' } });

test('a paid meeting whose host is suspended is refunded in full when the viewer cancels, also on the last day', async () => {
  const meeting = await confirmed(app, { inMs: hours(12) });
  expect((await seenBy(app, meeting, meeting.viewer)).actions).toEqual(['cancel']);
  await decide('suspend', meeting.host);
  expect((await seenBy(app, meeting, meeting.viewer)).actions).toEqual(['take_back']);
  expect((await call(app, 'POST /private_requests/cancel', meeting.viewer, meeting.id)).status).toBe(200);
  await app.quiesce();
  expect(await booksOf(app, meeting)).toEqual({ escrow: 0, back: 2150, tickets: 0 });
  const cancelled = (await mailsTo(app, meeting.viewer.email)).find(({ subject }) =>
    subject.startsWith('You cancelled'),
  );
  expect(cancelled?.text).toContain('You’ll get a full refund.');
  await expectInvariants(app);
});

test('a restored host keeps what a viewer cancels on the last day', async () => {
  const meeting = await confirmed(app, { inMs: hours(12) });
  await decide('suspend', meeting.host);
  await decide('restore', meeting.host);
  expect((await seenBy(app, meeting, meeting.viewer)).actions).toEqual(['cancel']);
  // Their page still promises the money.
  const promised = await call(app, 'POST /private_requests/cancel', meeting.viewer, meeting.id, { refund: true });
  expect(promised.errors[0]?.code).toBe('request_moved');
  await call(app, 'POST /private_requests/cancel', meeting.viewer, meeting.id);
  await app.quiesce();
  expect(await booksOf(app, meeting)).toMatchObject({ escrow: 2000, back: 0 });
});

test('nothing is agreed on, paid or asked to be paid while the host is suspended', async () => {
  const [unpaid, proposed] = [await accepted(app, { inMs: hours(49) }), await asked(app)];
  await call(app, 'POST /private_requests/modify', proposed.host, proposed.id, { minutes: 60, message: 'Longer?' });
  for (const { host } of [unpaid, proposed]) await decide('suspend', host);
  expect((await seenBy(app, unpaid, unpaid.viewer)).actions).toEqual(['cancel']);
  expect((await pay(app, unpaid)).errors[0]?.code).toBe('meeting_not_payable');
  expect((await seenBy(app, proposed, proposed.viewer)).actions).toEqual(['cancel']);
  const agreed = await call(app, 'POST /private_requests/agree', proposed.viewer, proposed.id);
  expect(agreed.errors[0]?.code).toBe('meetings_not_offered');
  await app.clock.advance(hours(2));
  await app.quiesce();
  const subjects = (await mailsTo(app, unpaid.viewer.email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => /not paid yet/.test(subject))).toEqual([]);
  await decide('restore', unpaid.host);
  expect((await seenBy(app, unpaid, unpaid.viewer)).actions).toEqual(['purchase', 'cancel']);
  await expectInvariants(app);
});

test('a request that is accepted at the moment of a suspension is not opened for sale', async () => {
  const meeting = await asked(app, { inMs: hours(60) + minutes(15) });
  const answer = await whileHeld(
    app,
    'SELECT 1 FROM private_request WHERE id = $1 FOR UPDATE',
    meeting.id,
    () => call(app, 'POST /private_requests/accept', meeting.host, meeting.id),
    () => decide('suspend', meeting.host),
  );
  expect(answer.errors[0]?.code).toBe('meetings_not_offered');
  expect((await seenBy(app, meeting, meeting.viewer)).state).toBe('pending_confirmation');
  await expectInvariants(app);
});

test('the viewer is emailed what a suspension of the host means for the meeting and the money, once', async () => {
  const [paid, free, unpaid, open] = [
    await confirmed(app, { inMs: hours(12) }),
    await accepted(app, { minutes: 15 }),
    await accepted(app),
    await asked(app),
  ];
  const meetings = [paid, free, unpaid, open];
  for (const { host } of meetings) await decide('suspend', host);
  await app.quiesce();
  const aboutHost = async ({ viewer }: (typeof meetings)[number]) =>
    (await mailsTo(app, viewer.email)).filter(({ subject }) => subject.endsWith('can’t hold your meeting right now'));
  for (const meeting of meetings.slice(0, 3)) {
    const [mail, ...more] = await aboutHost(meeting);
    expect(more).toEqual([]);
    expect(mail?.text).toContain(`/message/private_request?request=${meeting.id}`);
    expect(mail?.text).not.toMatch(/suspend/i);
  }
  expect((await aboutHost(paid))[0]?.text).toContain('we’ll automatically refund you in full');
  expect((await aboutHost(paid))[0]?.text).toContain('you can cancel for a full refund');
  expect((await aboutHost(free))[0]?.text).not.toContain('refund');
  expect((await aboutHost(unpaid))[0]?.text).toContain('You haven’t been charged');
  expect(await aboutHost(open)).toEqual([]);
});

test('a meeting that its viewer has cancelled, or whose host is restored, has no email about a suspension', async () => {
  const [cancelled, restored] = [await confirmed(app), await confirmed(app)];
  for (const { host } of [cancelled, restored]) await decide('suspend', host);
  await call(app, 'POST /private_requests/cancel', cancelled.viewer, cancelled.id);
  await decide('restore', restored.host);
  await app.quiesce();
  for (const { viewer } of [cancelled, restored]) {
    const subjects = (await mailsTo(app, viewer.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes('right now'))).toEqual([]);
  }
});

test('neither side is reminded of a meeting whose host is suspended, and both are again of a restored host’s', async () => {
  const [suspended, restored] = [await confirmed(app, { inMs: hours(26) }), await confirmed(app, { inMs: hours(26) })];
  for (const { host } of [suspended, restored]) await decide('suspend', host);
  await decide('restore', restored.host);
  for (const before of [hours(24), hours(1)]) {
    await app.clock.advance(restored.startsAt - before - app.clock.now() + 1);
    await app.quiesce();
  }
  const reminders = async (who: TestActor) =>
    (await mailsTo(app, who.email))
      .map(({ subject }) => subject)
      .filter((subject) => /is tomorrow$|in an hour$/.test(subject));
  for (const who of [suspended.viewer, suspended.host]) expect(await reminders(who)).toEqual([]);
  for (const who of [restored.viewer, restored.host]) expect(await reminders(who)).toHaveLength(2);
});
