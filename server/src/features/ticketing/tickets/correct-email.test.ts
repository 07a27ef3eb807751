import { minutes } from '@frontrow/core/kernel/instant.ts';
import { emailCorrectionsMax } from '@frontrow/core/ticketing/limits.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer, type TestActor } from '../../../../test/actors.ts';
import { newEvent, type TestEvent } from '../../../../test/events.ts';
import { testApp, type TestApp } from '../../../../test/harness.ts';
import { expectInvariants } from '../../../../test/invariants.ts';
import { mailsTo, tokenIn } from '../../../../test/mails.ts';
import { giveTicket, startedAgo } from '../../../../test/tickets.ts';
import { refusedMailDomain } from '../../../adapters/mail/mailbox/mailbox-mail.ts';

let app: TestApp;
let host: TestActor;
beforeAll(async () => {
  app = await testApp();
  host = await newHost(app);
});
afterEach(() => expectInvariants(app));
afterAll(() => app.close());

type Headers = Record<string, string>;
let people = 0;
const dead = () => `guest${++people}@${refusedMailDomain}`;
const codeOf = (answer: { errors: readonly { code: string }[] }) => answer.errors[0]?.code;
const shownTo = async (event: TestEvent, headers: Headers) =>
  (await app.call('GET /tickets/mailed', { query: { event_uuid: event.id }, headers })).data.undeliverable_email;
const correct = (event: TestEvent, email: string, headers: Headers) =>
  app.call('POST /tickets/correct_email', { body: { event_uuid: event.id, email }, headers });

async function bought(email: string, event?: TestEvent): Promise<{ event: TestEvent; browser: Headers }> {
  const at = event ?? (await newEvent(app, host, { priceMinor: 1200 }));
  const answer = await app.call('POST /events/purchase_no_login', {
    body: { event_uuid: at.id, type: 'interactive', email, stripe_token: 'pm_card_visa' },
  });
  expect(answer.status).toBe(200);
  await app.quiesce();
  return { event: at, browser: { 'guest-token': String(answer.headers['guest-token']) } };
}

test('only the browser that bought reads that the address is dead, and corrects it', async () => {
  const email = dead();
  const { event, browser } = await bought(email);
  const { browser: other } = await bought(dead());
  expect(await shownTo(event, browser)).toBe(email);
  for (const headers of [{}, other, { 'guest-token': 'made.up' }]) {
    expect(await shownTo(event, headers)).toBeNull();
    expect(codeOf(await correct(event, 'thief@mail.test', headers))).toBe('email_not_correctable');
  }
  expect(codeOf(await correct(event, 'nobody', browser))).toBe('email_invalid');
  expect(codeOf(await correct(event, email.toUpperCase(), browser))).toBe('email_own');
  expect(codeOf(await correct(event, host.email, browser))).toBe('transfer_to_host');
  const holder = await newViewer(app);
  await giveTicket(app, event, holder);
  expect(codeOf(await correct(event, holder.email, browser))).toBe('transfer_has_ticket');
});

test('the ticket and its order move to the new address, whose emailed link alone opens it', async () => {
  const { event, browser } = await bought(dead());
  expect((await correct(event, 'Right@mail.test', browser)).status).toBe(200);
  expect(await shownTo(event, browser)).toBeNull();
  await app.quiesce();
  const [mail, ...more] = await mailsTo(app, 'right@mail.test');
  expect(more).toEqual([]);
  const session = await app.call('POST /auth/guest_session', {
    body: { token: tokenIn(mail), display_name: 'Right' },
  });
  const mine = await app.call('GET /tickets/mine', { as: session.data.access_token, query: { scope: 'upcoming' } });
  expect(mine.data.tickets.map(({ ticket }) => ticket.ticket_state)).toEqual(['valid']);
  // A refund and its emails go to the address that can be reached.
  const order = await app.db.one(
    `SELECT u.guest_email_norm AS buyer, o.email_norm AS typed FROM orders o JOIN app_user u ON u.id = o.buyer_id
     WHERE o.event_id = $1`,
    [event.id],
  );
  expect(order).toEqual({ buyer: 'right@mail.test', typed: 'right@mail.test' });
  // The link was opened: from here on the ticket belongs to that mailbox, even if it takes no email later.
  await app.db.query("INSERT INTO undeliverable_address (address, reason) VALUES ('right@mail.test', 'full')");
  expect(await shownTo(event, browser)).toBeNull();
  expect(codeOf(await correct(event, 'third@mail.test', browser))).toBe('email_not_correctable');
});

test('a correction with another mistake can be corrected again, five times an hour', async () => {
  const { event, browser } = await bought(dead());
  for (let tries = 0; tries < emailCorrectionsMax; tries++) {
    expect((await correct(event, dead(), browser)).status).toBe(200);
    await app.quiesce();
  }
  expect(codeOf(await correct(event, 'right@mail.test', browser))).toBe('too_many_requests');
  await app.clock.advance(minutes(61));
  expect((await correct(event, 'late@mail.test', browser)).status).toBe(200);
  await app.quiesce();
  expect(
    (await mailsTo(app, 'late@mail.test')).filter(({ subject }) => subject.startsWith('Your ticket')),
  ).toHaveLength(1);
});

test('an address that takes email, a live event and a transferred or refunded ticket are left alone', async () => {
  const fine = await bought('fine@mail.test');
  expect(await shownTo(fine.event, fine.browser)).toBeNull();
  expect(codeOf(await correct(fine.event, 'x@mail.test', fine.browser))).toBe('email_not_correctable');
  const live = await bought(dead());
  await startedAgo(app, live.event, 0);
  await app.db.query('UPDATE event SET state = 1 WHERE id = $1', [live.event.id]);
  expect(codeOf(await correct(live.event, 'x@mail.test', live.browser))).toBe('email_not_correctable');
  await app.db.query('UPDATE event SET state = 0 WHERE id = $1', [live.event.id]);
  const voided = await bought(dead());
  await app.db.query('UPDATE ticket SET voided_at = app_now(), transferred = true WHERE event_id = $1', [
    voided.event.id,
  ]);
  expect(codeOf(await correct(voided.event, 'x@mail.test', voided.browser))).toBe('email_not_correctable');
  await app.db.query('UPDATE ticket SET voided_at = NULL, transferred = false WHERE event_id = $1', [voided.event.id]);
});
