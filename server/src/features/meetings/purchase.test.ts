import { randomUUID } from 'node:crypto';
import { hours, minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newViewer } from '../../../test/actors.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { mailsTo } from '../../../test/mails.ts';
import { accepted, booksOf, confirmed, pay } from '../../../test/meetings-paid.ts';
import { asked, call, seenBy } from '../../../test/meetings.ts';
import { pressOnSandboxPage } from '../../../test/tickets.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());

const code = ({ errors }: { readonly errors: readonly { readonly code: string }[] }) => errors[0]?.code;
const challenge = { stripe_token: 'pm_card_authenticationRequired' };

test('only the viewer pays, and only for an accepted meeting that has not begun', async () => {
  const pending = await asked(app);
  expect(code(await pay(app, pending))).toBe('meeting_not_payable');
  const meeting = await accepted(app);
  expect(code(await pay(app, meeting, { as: await newViewer(app) }))).toBe('request_not_found');
  expect(code(await pay(app, meeting, { as: meeting.host }))).toBe('forbidden');
  expect(code(await pay(app, meeting, { stripe_token: '' }))).toBe('payment_choice_required');
  expect(code(await pay(app, meeting, { stripe_token: 'pm_card_chargeDeclined' }))).toBe('card_declined');
  await call(app, 'POST /private_requests/cancel', meeting.viewer, meeting.id);
  expect(code(await pay(app, meeting))).toBe('meeting_not_payable');

  // At short notice there is an hour.
  const soon = await accepted(app, { inMs: hours(5) });
  await app.clock.advance(hours(1));
  expect(code(await pay(app, soon))).toBe('meeting_not_payable');
  const begun = await accepted(app, { inMs: hours(26) });
  await app.clock.advance(begun.startsAt - app.clock.now());
  expect(code(await pay(app, begun))).toBe('meeting_not_payable');
});

test('a paid meeting is confirmed immediately, however often the button is pressed, and its ticket is for the meeting alone', async () => {
  const meeting = await accepted(app);
  const held = await call(app, 'POST /private_requests/hold', meeting.viewer, meeting.id);
  expect(held.data.order).toMatchObject({ order_status: 'pending', total: 21.5 });
  const headers = { 'idempotency-key': randomUUID() };
  const first = await pay(app, meeting, { headers });
  expect(first.data).toMatchObject({
    order: { order_uuid: held.data.order.order_uuid, order_status: 'paid', price: 20, fee: 1.5 },
    ticket: { ticket_state: 'valid' },
    request: { state: 'confirmed', payment_state: 'paid', ticket_uuid: first.data.ticket?.ticket_uuid },
  });
  expect((await pay(app, meeting, { headers })).data.order).toEqual(first.data.order);
  expect(code(await pay(app, meeting))).toBe('already_has_ticket');
  await app.quiesce();
  expect((await seenBy(app, meeting, meeting.host)).history.map(({ state }) => state)).toEqual([
    'pending_confirmation',
    'accepted',
    'confirmed',
  ]);

  const { viewer, host, id } = meeting;
  const { tickets } = (await app.call('GET /tickets/mine', { as: viewer.token })).data;
  expect(tickets).toMatchObject([{ event: { event: { event_uuid: id, event_private: true } }, refundable: false }]);
  const ticket_uuid = tickets[0]!.ticket.ticket_uuid;
  const shown = await app.call('GET /tickets/:ticket', { as: viewer.token, params: { ticket: ticket_uuid } });
  expect(shown.data).toMatchObject({ transferable: false, self_cancel: null });
  for (const name of ['refund', 'cancel', 'resend', 'transfer'] as const) {
    const body = { ticket_uuid, ...(name === 'transfer' && { email: 'friend@mail.test' }) };
    const answer = await app.call(`POST /tickets/${name}`, { as: viewer.token, body });
    expect([name, code(answer)]).toEqual([name, 'ticket_of_meeting']);
  }
  const subjects = (await mailsTo(app, viewer.email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.startsWith('Your ticket'))).toEqual([]);

  // Where the host reads of the money, it is called after the viewer; the numbers name no one.
  const named = `Private meeting with ${viewer.username}`;
  const { movements } = (await app.call('GET /balance', { as: host.token })).data;
  expect(movements).toMatchObject([{ event_title: named, pending_change: 20 }]);
  const { data: stats } = await app.call('GET /stats', { as: host.token });
  expect(stats).toMatchObject({ events: [], private_meetings: [{ sold: 1, money: { revenue: 20, fee: 1.5 } }] });
  expect(JSON.stringify(stats)).not.toContain(viewer.username);
  expect(await booksOf(app, meeting)).toEqual({ escrow: 2000, back: 0, tickets: 1 });
});

test('the fact of the ticket confirms what the purchase itself could not', async () => {
  const meeting = await accepted(app);
  const { data } = await pay(app, meeting, challenge);
  expect(data).toMatchObject({ ticket: null, request: { state: 'accepted', actions: ['purchase', 'cancel'] } });
  const { url } = data.payment_intent!.next_action!.redirect_to_url;
  await pressOnSandboxPage(app, url, 'complete');
  await app.call('POST /payment/stripe_intent', {
    as: meeting.viewer.token,
    body: { payment_intent: data.payment_intent!.id },
  });
  await app.quiesce();
  expect(await seenBy(app, meeting, meeting.viewer)).toMatchObject({ state: 'confirmed', payment_state: 'paid' });
});

test('a wallet returns to the request', async () => {
  const meeting = await accepted(app);
  const { data } = await pay(app, meeting, { paypal: true });
  const back = await pressOnSandboxPage(app, data.payment_order!.links[0]!.href, 'cancel');
  expect(`${back.pathname}${back.search}`).toContain(
    `/message/private_request?request=${meeting.id}&paypal_callback_error`,
  );
});

test.each(['begun', 'cancelled'] as const)('a payment that arrives when it is %s is refunded in full', async (what) => {
  const meeting = await accepted(app, { inMs: hours(26) });
  await app.clock.advance(meeting.startsAt - hours(24) - app.clock.now());
  const { data } = await pay(app, meeting, challenge);
  if (what === 'cancelled') await call(app, 'POST /private_requests/cancel', meeting.host, meeting.id);
  else await app.clock.advance(meeting.startsAt - app.clock.now());
  await pressOnSandboxPage(app, data.payment_intent!.next_action!.redirect_to_url.url, 'complete');
  const late = await app.call('POST /payment/stripe_intent', {
    as: meeting.viewer.token,
    body: { payment_intent: data.payment_intent!.id },
  });
  expect(late.data?.ticket ?? null).toBeNull();
  await app.quiesce();
  await app.clock.advance(minutes(1));
  await app.quiesce();
  expect(await booksOf(app, meeting)).toEqual({ escrow: 0, back: 2150, tickets: 0 });
  expect(await seenBy(app, meeting, meeting.viewer)).toMatchObject({
    state: what === 'begun' ? 'expired' : 'cancelled_by_host',
    payment_state: 'none',
  });
});

test('paying and cancelling at the same moment either pays and refunds, or refuses the payment', async () => {
  for (let round = 0; round < 3; round++) {
    const meeting = await accepted(app, { inMs: hours(20) });
    const [paid, cancelled] = await Promise.all([
      pay(app, meeting),
      call(app, 'POST /private_requests/cancel', meeting.host, meeting.id),
    ]);
    expect(cancelled.status).toBe(200);
    expect([undefined, 'meeting_not_payable', 'paid_event_cancelled']).toContain(code(paid));
    await app.quiesce();
    const { escrow, tickets } = await booksOf(app, meeting);
    expect({ escrow, tickets }).toEqual({ escrow: 0, tickets: 0 });
    expect((await seenBy(app, meeting, meeting.host)).state).toBe('cancelled_by_host');
  }
  await expectInvariants(app);
});

test('a meeting cancelled after payment says when the refund is made, and what was not refunded', async () => {
  const [byHost, late] = [await confirmed(app), await confirmed(app, { inMs: hours(20) })];
  await call(app, 'POST /private_requests/cancel', byHost.host, byHost.id);
  await call(app, 'POST /private_requests/cancel', late.viewer, late.id);
  await app.quiesce();
  expect(await seenBy(app, byHost, byHost.viewer)).toMatchObject({
    state: 'cancelled_by_host',
    payment_state: 'refunded',
  });
  expect(await booksOf(app, byHost)).toEqual({ escrow: 0, back: 2150, tickets: 0 });
  expect(await seenBy(app, late, late.viewer)).toMatchObject({ state: 'cancelled_by_viewer', payment_state: 'paid' });
  expect(await booksOf(app, late)).toMatchObject({ escrow: 2000, back: 0 });
});
