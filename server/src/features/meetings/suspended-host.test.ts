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
