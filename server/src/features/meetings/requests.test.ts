import { hours, minutes } from '@frontrow/core/kernel/instant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newHost, newViewer } from '../../../test/actors.ts';
import { testApp, type TestApp } from '../../../test/harness.ts';
import { asked, call, inFuture, offeringHost, seenBy } from '../../../test/meetings.ts';

let app: TestApp;
beforeAll(async () => void (app = await testApp()));
afterAll(() => app.close());

const rowOf = (id: string) =>
  app.db.one<{ state: number; private_for: number; title: string; cancelled: boolean }>(
    'SELECT state, private_for, title, cancelled_at IS NOT NULL AS cancelled FROM event WHERE id = $1',
    [id],
  );

test('a request for what the host does not offer, or not then, is refused', async () => {
  const [host, silent, viewer] = [await offeringHost(app), await newHost(app), await newViewer(app)];
  const ask = async (more: object, as = viewer) => {
    const body = { username: host.username, starts_at: inFuture(app), minutes: 30, ...more };
    return (await app.call('POST /private_requests/create', { as: as.token, body })).errors[0]?.code;
  };
  expect(await ask({ username: 'nobody-at-all' })).toBe('user_not_found');
  expect(await ask({ username: viewer.username })).toBe('user_not_found');
  expect(await ask({ username: silent.username })).toBe('meetings_not_offered');
  expect(await ask({}, host)).toBe('own_meeting');
  expect(await ask({ minutes: 45 })).toBe('length_not_offered');
  expect(await ask({ minutes: 20 })).toBe('bad_input');
  expect(await ask({ starts_at: inFuture(app) + 1 })).toBe('bad_input');
  expect(await ask({ starts_at: inFuture(app, 0) - minutes(15) })).toBe('time_past');
  expect(await ask({ starts_at: inFuture(app, hours(24 * 56)) + minutes(15) })).toBe('time_too_far');
  expect(await ask({ message: 'x'.repeat(501) })).toBe('request_message_too_long');
  expect(await ask({ message: '😀'.repeat(501) })).toBe('request_message_too_long');
  expect(await ask({ message: '😀'.repeat(500), minutes: 45 })).toBe('length_not_offered');
  await app.db.query('UPDATE meeting_offer SET notice_hours = 96 WHERE host_id = $1', [host.id]);
  expect(await ask({})).toBe('slot_not_offered');
  await app.db.query('UPDATE meeting_offer SET enabled = false WHERE host_id = $1', [host.id]);
  expect(await ask({})).toBe('meetings_not_offered');
  expect(await app.db.query('SELECT 1 FROM private_request WHERE viewer_id = $1', [viewer.id])).toEqual([]);
});

test('a request that was made, modified and accepted has its event, at the agreed price', async () => {
  const meeting = await asked(app);
  const { host, viewer, id, startsAt } = meeting;
  expect(await seenBy(app, meeting, host)).toMatchObject({
    state: 'pending_confirmation',
    side: 'host',
    unread: true,
    actions: ['accept', 'modify', 'reject'],
    message: 'May I ask you something?',
    price: 20,
    fee: 1.5,
    total: 21.5,
  });
  const later = startsAt + hours(1);
  const proposal = { starts_at: later, minutes: 60, price: 30.5, message: 'An hour is better.' };
  const modified = await call(app, 'POST /private_requests/modify', host, id, proposal);
  expect(modified.data.request).toMatchObject({ state: 'modified', starts_at: later, minutes: 60, price: 30.5 });
  const seen = await seenBy(app, meeting, viewer);
  expect(seen).toMatchObject({ unread: true, actions: ['agree', 'cancel'] });
  const agreed = await call(app, 'POST /private_requests/agree', viewer, id, { changed_at: seen.changed_at });
  expect(agreed.data.request).toMatchObject({
    state: 'accepted',
    payment_state: 'pending_ticket_purchase',
    ends_at: later + hours(1),
    pay_by: later - hours(24),
    actions: ['purchase', 'cancel'],
    history: [
      { by: 'viewer', state: 'pending_confirmation', price: 20, message: 'May I ask you something?' },
      { by: 'host', state: 'modified', price: 30.5, message: 'An hour is better.' },
      { by: 'viewer', state: 'accepted', price: 30.5, message: '' },
    ],
  });
  expect(await rowOf(id)).toMatchObject({ state: 0, private_for: viewer.id, cancelled: false });
  await app.db.query('UPDATE ticket_type SET fee_bp = 900 WHERE id = 7');
  expect((await seenBy(app, meeting, viewer)).total).toBe(agreed.data.request.total);
  await app.db.query('UPDATE ticket_type SET fee_bp = 500 WHERE id = 7');
});

test('a free meeting is confirmed immediately', async () => {
  const meeting = await asked(app, { minutes: 15 });
  const accepted = await call(app, 'POST /private_requests/accept', meeting.host, meeting.id);
  expect(accepted.data.request).toMatchObject({ state: 'confirmed', payment_state: 'none', actions: ['cancel'] });
  expect((await seenBy(app, meeting, meeting.viewer)).ticket_uuid).toEqual(expect.any(String));
});

test('cancelling frees the time', async () => {
  const first = await asked(app);
  await call(app, 'POST /private_requests/accept', first.host, first.id);
  const second = await newViewer(app);
  const body = { username: first.host.username, starts_at: first.startsAt + minutes(15), minutes: 30 };
  const ask = () => app.call('POST /private_requests/create', { as: second.token, body });
  expect((await ask()).errors[0]?.code).toBe('time_taken');
  const cancelled = await call(app, 'POST /private_requests/cancel', first.viewer, first.id, { message: 'Ill.' });
  expect(cancelled.data.request).toMatchObject({ state: 'cancelled_by_viewer', payment_state: 'none', actions: [] });
  expect(await rowOf(first.id)).toMatchObject({ state: 2, cancelled: true });
  expect((await ask()).status).toBe(201);
});

test('what changed after the caller had read the requests stays unread, as do others while one is open', async () => {
  const host = await offeringHost(app);
  const [first, second] = [await asked(app, { host }), await asked(app, { host })];
  const seen = async (more: object) =>
    (await app.call('POST /private_requests/seen', { as: host.token, body: { side: 'host', ...more } })).data.host;
  const read = await seenBy(app, second, host);
  await app.clock.advance(minutes(1));
  const late = await asked(app, { host });
  expect(await seen({ request_uuid: read.request_uuid, changed_at: read.changed_at })).toBe(2);
  expect(await seen({ changed_at: read.changed_at })).toBe(1);
  expect((await seenBy(app, first, host)).unread).toBe(false);
  expect((await seenBy(app, late, host)).unread).toBe(true);
  // A client that names nothing has seen everything.
  expect(await seen({})).toBe(0);
});
