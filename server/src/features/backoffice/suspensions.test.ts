import { hours, minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newAdmin, newHost, newViewer, type TestActor } from '../../../test/actors.ts';
import { newEvent } from '../../../test/events.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { mailsTo } from '../../../test/mails.ts';
import { liveRoom } from '../../../test/rooms.ts';
import { signUp, signUpPassword } from '../../../test/sign-up.ts';
import { buy, giveTicket } from '../../../test/tickets.ts';
import { withoutAudit } from '../../../test/failing-audit.ts';

let app: TestApp;
let admin: TestActor;
beforeAll(async () => {
  app = await testApp();
  admin = await newAdmin(app);
});
afterAll(async () => {
  await expectInvariants(app);
  await app.close();
});

const reason = 'Sold tickets for someone else’s show';
const person = (call: 'suspend' | 'restore' | 'end_sessions', id: number, why = reason, as = admin.token) =>
  app.call(`POST /admin/users/${call}`, { as, body: { user_ide: id, reason: why } });
const event = (call: 'unpublish' | 'republish', id: string, why = reason, as = admin.token) =>
  app.call(`POST /admin/events/${call}`, { as, body: { event_uuid: id, reason: why } });
const codeOf = (answer: { errors: readonly { code: string }[] }) => answer.errors[0]?.code;
const logIn = (email: string) => app.call('POST /auth/login', { body: { email, password: signUpPassword } });
const listed = async (hostId: TestActor) => (await app.call('GET /search', { query: { q: hostId.username } })).data;
const subjectsTo = async (email: string) => (await mailsTo(app, email)).map((mail) => mail.subject);
const lastEntry = async () => (await app.call('GET /admin/audit_log', { as: admin.token })).data.entries[0];

describe('a suspended person', () => {
  test('a suspended person is logged out, cannot log in in any way, reads why, and can log in again once restored', async () => {
    const member = await signUp(app);
    expect((await app.call('GET /user/account', { as: member.token })).status).toBe(200);
    expect((await person('suspend', member.id, ' ')).errors[0]?.code).toBe('field_required');
    await withoutAudit(app, 'user_suspended', async () =>
      expect((await person('suspend', member.id)).status).toBe(500),
    );
    expect((await app.call('GET /user/account', { as: member.token })).status, 'nothing happens unaudited').toBe(200);
    expect((await person('suspend', member.id)).status).toBe(200);
    expect(codeOf(await person('suspend', member.id))).toBe('already_suspended');
    await app.clock.advance(minutes(1));
    expect((await app.call('GET /user/account', { as: member.token })).status).toBe(401);
    const refused = await logIn(member.email);
    expect([refused.status, codeOf(refused)]).toEqual([403, 'account_suspended']);
    expect(refused.errors[0]?.message).toContain(reason);
    await app.quiesce();
    const mail = (await mailsTo(app, member.email)).find((one) => one.subject === 'Your account is suspended');
    expect(mail?.text).toContain(reason);
    expect(await lastEntry()).toMatchObject({
      action: 'user_suspended',
      actor_username: admin.username,
      subject_username: member.username,
      details: { reason },
    });
    expect((await person('restore', member.id, 'A mistake')).status).toBe(200);
    expect(codeOf(await person('restore', member.id))).toBe('not_suspended');
    expect((await logIn(member.email)).status).toBe(200);
    await app.quiesce();
    expect(await subjectsTo(member.email)).toContain('Your account is active again');
  });

  test('a suspended person cannot buy as a guest with the same email address', async () => {
    const host = await newHost(app);
    const show = await newEvent(app, host, { priceMinor: 1200 });
    const viewer = await newViewer(app);
    await person('suspend', viewer.id);
    const held = await app.call('POST /events/hold_no_login', {
      body: { event_uuid: show.id, type: 'interactive', email: viewer.email },
    });
    expect(codeOf(held)).toBe('email_blocked');
    await person('restore', viewer.id);
    const again = await app.call('POST /events/hold_no_login', {
      body: { event_uuid: show.id, type: 'interactive', email: viewer.email },
    });
    expect(codeOf(again)).not.toBe('email_blocked');
  });

  test('a suspended person keeps the refunds that are due', async () => {
    const host = await newHost(app);
    const show = await newEvent(app, host, { priceMinor: 1200 });
    const viewer = await newViewer(app);
    await giveTicket(app, show, viewer);
    await person('suspend', viewer.id);
    await app.call('POST /admin/events/cancel', { as: admin.token, body: { event_uuid: show.id, reason } });
    await app.quiesce();
    const { orders } = (await app.call('GET /admin/orders', { as: admin.token, query: { q: viewer.email } })).data;
    expect(orders[0]?.order_status).toBe('refunded');
  });

  test('a suspended person is never an app admin, and no one but app admins suspends', async () => {
    const other = await newAdmin(app);
    expect(codeOf(await person('suspend', other.id))).toBe('admin_not_suspendable');
    expect(codeOf(await person('suspend', 999_999_999))).toBe('user_not_found');
    const viewer = await newViewer(app);
    expect(codeOf(await person('suspend', other.id, reason, viewer.token))).toBe('forbidden');
  });
});

describe('a suspended host', () => {
  test('a suspended host is in no list; upcoming events are unpublished, and published again once the host is restored', async () => {
    const host = await newHost(app);
    const [show, kept] = [await newEvent(app, host, { priceMinor: 1200 }), await newEvent(app, host)];
    await event('unpublish', kept.id, 'Another reason');
    const before = await listed(host);
    expect(before.events.map((one) => one.event.event_uuid)).toEqual([show.id]);
    await person('suspend', host.id);
    const during = await listed(host);
    expect([during.events, during.hosts]).toEqual([[], []]);
    expect((await app.call('GET /hosts/:username', { params: { username: host.username } })).status).toBe(404);
    const viewer = await newViewer(app);
    expect((await buy(app, show, viewer, { stripe_token: 'pm_card_visa' })).errors[0]?.code).toBe('ticketing_closed');
    expect(codeOf(await event('republish', show.id))).toBe('event_of_suspended');
    await person('restore', host.id);
    expect((await listed(host)).events.map((one) => one.event.event_uuid)).toEqual([show.id]);
    expect((await buy(app, show, viewer, { stripe_token: 'pm_card_visa' })).status).toBe(200);
  });

  test('a suspended host loses a live event: it ends, and everyone is refunded', async () => {
    const room = await liveRoom(app, 2, { priceMinor: 1200 });
    await person('suspend', room.host.id);
    await app.quiesce();
    const { data } = await app.call('GET /events/:id', { params: { id: room.event.id } });
    expect([data.event.event_state, data.event.event_cancelled]).toEqual([2, true]);
    for (const viewer of room.viewers) {
      const { orders } = (await app.call('GET /admin/orders', { as: admin.token, query: { q: viewer.email } })).data;
      expect(orders[0]?.order_status).toBe('refunded');
    }
  });

  test('a suspended host who is not restored in time is a no-show: everyone is refunded automatically', async () => {
    const host = await newHost(app);
    const show = await newEvent(app, host, { priceMinor: 1200 });
    const viewer = await newViewer(app);
    await giveTicket(app, show, viewer);
    await person('suspend', host.id);
    const { data } = await app.call('GET /events/:id', { params: { id: show.id } });
    await app.clock.advance(data.event.event_date - app.clock.now() + hours(1) + minutes(1));
    await app.quiesce();
    const { orders } = (await app.call('GET /admin/orders', { as: admin.token, query: { q: viewer.email } })).data;
    expect(orders[0]?.order_status).toBe('refunded');
  });
});

describe('an unpublished event', () => {
  test('an unpublished event is hidden and not on sale; holders are emailed and may ask for a refund until it is live', async () => {
    const host = await newHost(app);
    const show = await newEvent(app, host, { priceMinor: 1200 });
    const [holder, late] = [await newViewer(app), await newViewer(app)];
    await giveTicket(app, show, holder);
    const ticket = async () => (await app.call('GET /tickets/mine', { as: holder.token })).data.tickets[0]!;
    expect((await ticket()).refundable).toBe(false);
    expect((await event('unpublish', show.id)).status).toBe(200);
    expect(codeOf(await event('unpublish', show.id))).toBe('event_unpublished');
    expect((await listed(host)).events).toEqual([]);
    expect((await app.call('GET /events/:id', { params: { id: show.id } })).data.event.event_unpublished).toBe(true);
    expect((await buy(app, show, late, { stripe_token: 'pm_card_visa' })).errors[0]?.code).toBe('ticketing_closed');
    await app.quiesce();
    expect(await subjectsTo(holder.email)).toContain('No longer on sale: An evening for a test');
    const hosts = await mailsTo(app, host.email);
    expect(hosts.find((mail) => mail.subject.startsWith('We unpublished your event'))?.text).toContain(reason);
    expect(await ticket()).toMatchObject({ refundable: true, ticket: { ticket_state: 'valid' } });
    const refund = await app.call('POST /tickets/refund', {
      as: holder.token,
      body: { ticket_uuid: (await ticket()).ticket.ticket_uuid },
    });
    expect(refund.status).toBe(200);
    expect((await event('republish', show.id, 'Sorted out')).status).toBe(200);
    expect(codeOf(await event('republish', show.id))).toBe('event_published');
    expect((await listed(host)).events).toHaveLength(1);
    expect((await buy(app, show, late, { stripe_token: 'pm_card_visa' })).status).toBe(200);
    await app.quiesce();
    expect(await subjectsTo(host.email)).toContain('Published again: An evening for a test');
    expect(await lastEntry()).toMatchObject({ action: 'event_republished', details: { event_uuid: show.id } });
  });

  test('a host whose event is published again before its sales open reads when they do', async () => {
    const host = await newHost(app);
    const show = await newEvent(app, host);
    await app.db.query("UPDATE event SET sales_open_at = app_now() + interval '1 hour' WHERE id = $1", [show.id]);
    const mailAgain = async () => {
      await event('unpublish', show.id);
      await event('republish', show.id, 'Sorted out');
      await app.quiesce();
      return (await mailsTo(app, host.email)).find((mail) => mail.subject.startsWith('Published again'))?.text;
    };
    const before = await mailAgain();
    expect(before).toMatch(/It is listed again, and tickets go on sale \w+day \d+ \w+ \d{4}, \d\d:\d\d UTC\./);
    expect(before).not.toContain('on sale again');
    await app.clock.advance(hours(1));
    expect(await mailAgain()).toContain('It is listed again, and tickets are on sale.');
  });

  test('an event cannot be unpublished once it is cancelled, by anyone but an app admin, or without its audit line', async () => {
    const host = await newHost(app);
    const show = await newEvent(app, host);
    expect(codeOf(await event('unpublish', show.id, reason, host.token))).toBe('forbidden');
    await withoutAudit(app, 'event_unpublished', async () =>
      expect((await event('unpublish', show.id)).status).toBe(500),
    );
    expect((await listed(host)).events).toHaveLength(1);
    await app.call('POST /admin/events/cancel', { as: admin.token, body: { event_uuid: show.id, reason } });
    expect(codeOf(await event('unpublish', show.id))).toBe('event_cancelled');
    expect(codeOf(await event('unpublish', '00000000-0000-4000-8000-000000000000'))).toBe('event_not_found');
  });
});

test('an app admin ends all sessions of a person, who may log in again and reads why', async () => {
  const member = await signUp(app);
  expect((await person('end_sessions', member.id, 'A stolen phone')).status).toBe(200);
  await app.clock.advance(minutes(1));
  expect((await app.call('GET /user/account', { as: member.token })).status).toBe(401);
  expect((await logIn(member.email)).status).toBe(200);
  await app.quiesce();
  const mail = (await mailsTo(app, member.email)).find((one) => one.subject === 'We logged you out everywhere');
  expect(mail?.text).toContain('A stolen phone');
  expect(await lastEntry()).toMatchObject({ action: 'sessions_ended', subject_username: member.username });
});

test('the pages of a person and an event say what happened to them, newest first', async () => {
  const host = await newHost(app);
  const show = await newEvent(app, host, { priceMinor: 1200 });
  await person('suspend', host.id);
  const about = await app.call('GET /admin/users/:ide', { as: admin.token, params: { ide: String(host.id) } });
  expect(about.data).toMatchObject({
    user: { user_username: host.username },
    suspended_reason: reason,
    hosted_events: 1,
    history: [{ action: 'user_suspended', actor_username: admin.username }],
  });
  const detail = await app.call('GET /admin/events/:id', { as: admin.token, params: { id: show.id } });
  expect(detail.data).toMatchObject({
    event: { event_uuid: show.id, event_unpublished: true },
    unpublished_reason: reason,
    user_ide: host.id,
    host_suspended: true,
  });
  const orders = await app.call('GET /admin/orders', { as: admin.token, query: { event_uuid: show.id } });
  expect(orders.data.orders).toEqual([]);
});
