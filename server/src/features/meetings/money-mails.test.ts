import { languages } from '@frontrow/core/kernel/language.ts';
import { hours, minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAdmin, type TestActor } from '../../../test/actors.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { mailsTo } from '../../../test/mails.ts';
import { call, offeringHost } from '../../../test/meetings.ts';
import { accepted, confirmed, pay } from '../../../test/meetings-paid.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());

const linksTo = async (who: TestActor, subject: RegExp): Promise<string[]> => {
  const mail = (await mailsTo(app, who.email)).find((one) => subject.test(one.subject));
  return mail?.text.match(/\S*\/(?:event\/|private_meeting|message\/private_request)\S*/g) ?? [];
};

test('emails about the money of a private meeting lead to its request, which is its only page', async () => {
  const [cancelled, refunded] = [await confirmed(app), await confirmed(app, { inMs: hours(50) })];
  await call(app, 'POST /private_requests/cancel', cancelled.host, cancelled.id);
  const order = await app.db.one<{ id: string }>('SELECT id FROM orders WHERE event_id = $1', [refunded.id]);
  const body = { order_uuid: order!.id, reason: 'Asked for.' };
  const admin = await newAdmin(app);
  expect((await app.call('POST /admin/orders/refund', { as: admin.token, body })).status).toBe(200);
  await app.quiesce();
  for (const { viewer, id } of [cancelled, refunded])
    expect(await linksTo(viewer, /^Your refund of/)).toEqual([
      `http://localhost:3000/message/private_request?request=${id}`,
    ]);
  expect(await linksTo(refunded.host, /^A buyer was refunded/)).toEqual([
    `http://localhost:3000/private_meeting?request=${refunded.id}`,
  ]);
});

test('the email about a refund of a private meeting says why without a ticket, a seat or an event, in each language', async () => {
  const { host, viewer, id } = await confirmed(app);
  await call(app, 'POST /private_requests/cancel', host, id);
  await app.quiesce();
  for (const language of languages) {
    await app.db.query('UPDATE app_user SET language = $2 WHERE id = $1', [viewer.id, language]);
    for (const reason of ['event_over', 'meeting_begun', 'address_has_ticket', 'seat_gone', 'paid_twice']) {
      const before = (await mailsTo(app, viewer.email)).length;
      await app.db.query(
        `WITH its AS (
           UPDATE refund r SET reason = $2 FROM payment p JOIN orders o ON o.id = p.order_id
           WHERE p.id = r.payment_id AND o.event_id = $1 RETURNING r.id, o.id AS order_id, o.event_id, o.buyer_id)
         INSERT INTO outbox (dedupe_key, topic, payload)
         SELECT $3, 'RefundSucceeded', jsonb_build_object(
           'refundId', its.id, 'orderId', its.order_id, 'eventUuid', its.event_id,
           'userId', its.buyer_id) FROM its`,
        [id, reason, `${reason}:${language}`],
      );
      await app.quiesce();
      const mails = await mailsTo(app, viewer.email);
      expect(mails).toHaveLength(before + 1);
      for (const { subject, text } of mails)
        expect(`${subject} ${text}`).not.toMatch(/ticket|entrada|\bseat|Platz|plaza|this event|Event|evento/);
    }
  }
});

test('emails about a disputed payment of a private meeting lead each side to the request', async () => {
  const meeting = await accepted(app);
  await pay(app, meeting, { stripe_token: 'pm_card_createDispute' });
  await app.quiesce();
  await app.clock.advance(minutes(1));
  await app.quiesce();
  expect(await linksTo(meeting.viewer, /^Your payment is disputed/)).toEqual([
    `http://localhost:3000/message/private_request?request=${meeting.id}`,
  ]);
  expect(await linksTo(meeting.host, /^A payment is disputed/)).toEqual([
    `http://localhost:3000/private_meeting?request=${meeting.id}`,
  ]);
  const said = async (who: TestActor) =>
    (await mailsTo(app, who.email)).find(({ subject }) => /disputed/.test(subject))?.text;
  expect(await said(meeting.viewer)).toContain('so it was cancelled');
  expect(await said(meeting.host)).toContain('The meeting was cancelled, so nothing is due to you.');
});

test('a reminder names the time in the zone of the other emails: the host’s hours, and the viewer’s own', async () => {
  const meeting = await confirmed(app, { host: await offeringHost(app, 'Asia/Kathmandu'), inMs: hours(30) });
  await app.db.query("UPDATE app_user SET zone_name = 'America/Lima' WHERE id = $1", [meeting.viewer.id]);
  await app.clock.advance(meeting.startsAt - hours(24) - app.clock.now());
  await app.quiesce();
  const timesTo = async (who: TestActor, subject: RegExp) => {
    const mail = (await mailsTo(app, who.email)).find((one) => subject.test(one.subject));
    return /\d\d:\d\d/.exec(mail?.text ?? '')?.[0];
  };
  const clockIn = (timeZone: string) =>
    new Date(meeting.startsAt).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone });
  expect(await timesTo(meeting.host, /is confirmed$/)).toBe(clockIn('Asia/Kathmandu'));
  expect(await timesTo(meeting.host, /is tomorrow$/)).toBe(clockIn('Asia/Kathmandu'));
  expect(await timesTo(meeting.viewer, /is tomorrow$/)).toBe(clockIn('America/Lima'));
});
